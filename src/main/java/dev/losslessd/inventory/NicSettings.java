package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.TransportException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Settings that the NICs of this host have, as last seen. Safe for threads. */
final class NicSettings {
  private final HostAccess access;
  private final Map<PortId, Set<SettingKind>> seen = new ConcurrentHashMap<>();

  NicSettings(HostAccess access) {
    this.access = access;
  }

  /** Looks at files alone; while those of the port do not answer, what was seen last holds. */
  Set<SettingKind> of(Nic nic) {
    HostAccess own = access.of(nic.port());
    try {
      Set<SettingKind> now = own.files().together(() -> Drivers.of(nic).settings(nic, own));
      seen.put(nic.port(), now);
      return now;
    } catch (TransportException e) {
      if (e.kind() != TransportException.Kind.TIMEOUT) {
        throw e;
      }
      return seen.getOrDefault(nic.port(), Set.of());
    }
  }

  /** With the settings that it has: some come with a kernel module, as that of rdma_cm. */
  String nature(Nic nic) {
    try {
      return name(nic) + " " + new TreeSet<>(of(nic));
    } catch (TransportException | DeviceException e) {
      return name(nic); // it goes just now
    }
  }

  static String name(Nic nic) {
    boolean other = !nic.rdmaDevice().isEmpty() && !nic.isRoce();
    return nic.port().name()
        + (" " + nic.rdmaDevice() + " " + nic.role())
        + (other ? ", speaks " + nic.protocol().text() : "");
  }
}
