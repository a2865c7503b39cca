package dev.losslessd.inventory;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last listening thread that stopped and was started again, reported for ten minutes. */
final class ListenerLapses {
  private static final Logger LOG = LoggerFactory.getLogger(ListenerLapses.class);
  private static final long TOLD_NANOS = 600_000_000_000L;

  private record Lapse(String what, long at) {}

  private final LongSupplier nanos;
  private volatile @Nullable Lapse last;

  ListenerLapses(LongSupplier nanos) {
    this.nanos = nanos;
  }

  void tell(String what) {
    LOG.error("{}", what);
    last = new Lapse(what, nanos.getAsLong());
  }

  Optional<String> last() {
    Lapse lapse = last;
    return lapse == null || nanos.getAsLong() - lapse.at() > TOLD_NANOS
        ? Optional.empty()
        : Optional.of(lapse.what());
  }
}
