package dev.losslessd.app;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last listening thread that stopped and was started again, reported for ten minutes. */
final class ListenerLapses {
  private static final Logger LOG = LoggerFactory.getLogger(ListenerLapses.class);
  private static final long TOLD_NANOS = 600_000_000_000L;

  private record Lapse(String what, long at) {}

  private volatile @Nullable Lapse last;

  void tell(String what) {
    LOG.error("{}", what);
    last = new Lapse(what, System.nanoTime());
  }

  Optional<String> last() {
    Lapse lapse = last;
    return lapse == null || System.nanoTime() - lapse.at() > TOLD_NANOS
        ? Optional.empty()
        : Optional.of(lapse.what());
  }
}
