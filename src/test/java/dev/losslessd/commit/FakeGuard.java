package dev.losslessd.commit;

import dev.losslessd.model.PortId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Tells of a breach when the test says so. */
final class FakeGuard implements Guard {
  final List<String> calls = new CopyOnWriteArrayList<>();
  volatile boolean throwsNow;
  volatile @Nullable String breach;
  volatile @Nullable String shared;
  volatile @Nullable String undecided;
  volatile @Nullable String idle;

  @Override
  public Watch begin(Scope scope) {
    if (!scope.control().isEmpty()) {
      calls.add("against " + scope.control());
    }
    return begin(scope.ports());
  }

  private Watch begin(Set<PortId> ports) {
    calls.add("begin " + ports);
    if (throwsNow) {
      throw new IllegalStateException("a guard that cannot begin");
    }
    return new Watch() {
      @Override
      public void applied() {
        calls.add("applied");
      }

      @Override
      public Optional<String> breach() {
        calls.add("asked");
        if (throwsNow) {
          throw new IllegalStateException("a fault of a rule");
        }
        return Optional.ofNullable(breach);
      }

      @Override
      public Optional<String> shared() {
        return Optional.ofNullable(shared);
      }

      @Override
      public Optional<String> undecided() {
        return Optional.ofNullable(undecided);
      }

      @Override
      public Optional<String> idle() {
        return Optional.ofNullable(idle);
      }

      @Override
      public void handOver(Set<PortId> others) {
        calls.add("hand over " + others);
      }

      @Override
      public void end() {
        calls.add("end");
      }
    };
  }
}
