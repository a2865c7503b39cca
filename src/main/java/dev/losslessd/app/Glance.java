package dev.losslessd.app;

import dev.losslessd.model.Nic;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.DcbState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One cheap read per NIC, each second: has its DCB state moved? Finds what the kernel sends no
 * notice of. For one caller at a time.
 */
final class Glance {
  /** At most 2 % of the time: a read holds the RTNL lock. */
  private static final long REST = 50;

  private final DcbClient dcb;
  private final Map<String, DcbState> before = new HashMap<>();
  private final Set<String> refuse = new HashSet<>();
  private long restUntil;

  Glance(DcbClient dcb) {
    this.dcb = dcb;
  }

  /**
   * Whether a state differs from the one of the glance before.
   *
   * @param nanos a monotonic time
   */
  boolean moved(List<Nic> nics, long nanos) {
    if (restUntil != 0 && nanos - restUntil < 0) {
      return false;
    }
    boolean moved = false;
    for (Nic nic : nics) {
      moved |= moved(nic.port().name());
    }
    restUntil = nanos + (System.nanoTime() - nanos) * REST;
    return moved;
  }

  private boolean moved(String ifname) {
    if (refuse.contains(ifname)) {
      return false;
    }
    try {
      DcbState now = dcb.read(ifname);
      DcbState last = before.put(ifname, now);
      return last != null && !last.equals(now);
    } catch (TransportException e) {
      if (e.kind() == TransportException.Kind.REFUSED) {
        refuse.add(ifname);
      }
      return false;
    }
  }

  /** NICs came or went: a name may be another's now. */
  void forget() {
    before.clear();
    refuse.clear();
  }
}
