package dev.losslessd.commit;

import dev.losslessd.commit.OwnFaults.Place;
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

  private final OwnFaults faults;

  FakeGuard(OwnFaults faults) {
    this.faults = faults;
  }

  @Override
  public Watch begin(Scope scope) {
    if (!scope.control().isEmpty()) {
      calls.add("against " + scope.control());
    }
    return begin(scope.ports());
  }

  private Watch begin(Set<PortId> ports) {
    calls.add("begin " + ports);
    faults.at(Place.GUARD_BEGIN);
    if (throwsNow) {
      throw new IllegalStateException("a guard that cannot begin");
    }
    return new Watch() {
      @Override
      public void applied() {
        calls.add("applied");
        faults.at(Place.GUARD_APPLIED);
      }

      @Override
      public Optional<String> breach() {
        calls.add("asked");
        faults.at(Place.GUARD_BREACH);
        if (throwsNow) {
          throw new IllegalStateException("a fault of a rule");
        }
        return Optional.ofNullable(breach);
      }

      @Override
      public Optional<String> shared() {
        faults.at(Place.GUARD_SHARED);
        return Optional.ofNullable(shared);
      }

      @Override
      public Optional<String> undecided() {
        faults.at(Place.GUARD_UNDECIDED);
        return Optional.ofNullable(undecided);
      }

      @Override
      public Optional<String> idle() {
        faults.at(Place.GUARD_IDLE);
        return Optional.ofNullable(idle);
      }

      @Override
      public void handOver(Set<PortId> others) {
        calls.add("hand over " + others);
        faults.at(Place.GUARD_HAND_OVER);
      }

      @Override
      public void end() {
        calls.add("end");
        faults.at(Place.GUARD_END);
      }
    };
  }
}
