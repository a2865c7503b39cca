package dev.losslessd.app;

import dev.losslessd.model.Nic;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.DcbClient;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the DCB state of all NICs cheaply, each second, to detect changes. It finds those for which
 * the kernel sends no notice. Not safe for threads.
 */
final class DcbChangeDetector {
  /** At most 2 % of the time: a read holds the RTNL lock. */
  private static final long REST = 50;

  private final DcbClient dcb;
  private final Map<String, ByteBuffer> before = new HashMap<>();
  private final Set<String> refuse = new HashSet<>();
  private long restUntil;

  DcbChangeDetector(DcbClient dcb) {
    this.dcb = dcb;
  }

  /**
   * Whether a state differs from the one of the glance before.
   *
   * @param nanos a monotonic time
   */
  boolean moved(List<Nic> nics, long nanos) {
    List<String> asked =
        nics.stream()
            .map(nic -> nic.port().name())
            .filter(name -> !refuse.contains(name) && !name.contains("/")) // without a netdev
            .toList();
    if (asked.isEmpty() || (restUntil != 0 && nanos - restUntil < 0)) {
      return false;
    }
    try {
      return moved(asked);
    } catch (TransportException e) {
      return false; // the settings' own reads tell
    } finally {
      restUntil = nanos + (System.nanoTime() - nanos) * REST;
    }
  }

  private boolean moved(List<String> asked) {
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
