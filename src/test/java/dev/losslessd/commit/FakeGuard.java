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
  volatile @Nullable String breach;

  @Override
  public Watch begin(Set<PortId> ports) {
    calls.add("begin " + ports);
    return new Watch() {
      @Override
      public void applied() {
        calls.add("applied");
      }

      @Override
      public Optional<String> breach() {
        calls.add("asked");
        return Optional.ofNullable(breach);
      }

      @Override
      public void end() {
        calls.add("end");
      }
    };
  }
}
