package dev.losslessd.inventory;

import dev.losslessd.model.Nic;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.DcbClient;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Reads the DCB state of all NICs cheaply, each second, to detect changes. It finds those for which
 * the kernel sends no notice. Not safe for threads.
 */
final class DcbChangeDetector {
  /** At most 2 % of the time: a read holds the RTNL lock. */
  private static final long REST = 50;

  private final DcbClient dcb;
  private final LongSupplier ticks;
  private final Map<String, ByteBuffer> before = new HashMap<>();
  private final Set<String> refuse = new HashSet<>();
  private long restUntil;

  DcbChangeDetector(DcbClient dcb, LongSupplier ticks) {
    this.dcb = dcb;
    this.ticks = ticks;
  }

  /** Whether a state differs from the one of the glance before. */
  boolean moved(List<Nic> nics) {
    long nanos = ticks.getAsLong();
    List<String> asked =
        nics.stream()
            .map(nic -> nic.port().name())
            .filter(name -> !refuse.contains(name) && !name.contains("/")) // without a netdev
            .toList();
    if (asked.isEmpty() || (restUntil != 0 && nanos - restUntil < 0)) {
      return false;
    }
    try {
      return differ(asked);
    } catch (TransportException e) {
      return false; // the settings' own reads tell
    } finally {
      restUntil = nanos + (ticks.getAsLong() - nanos) * REST;
    }
  }

  private boolean differ(List<String> asked) {
    boolean[] moved = {false};
    dcb.glance(asked)
        .forEach((name, state) -> {
          if (state.isEmpty()) {
            refuse.add(name);
            return;
          }
          ByteBuffer last = before.put(name, state.get());
          moved[0] |= last != null && !last.equals(state.get());
        });
    return moved[0];
  }

  /** NICs came or went: a name may be another's now. */
  void forget() {
    before.clear();
    refuse.clear();
  }
}
