package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Observation;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * NIC ports that can have PFC, of servers that this agent sets over SSH. The last answer holds
 * while a server is silent, so that its leaf's intent does not flap.
 */
final class ServerNics {
  private Set<DeviceId> servers;
  private Set<PortId> ports = Set.of();

  ServerNics(Set<DeviceId> servers) {
    this.servers = Set.copyOf(servers);
  }

  /** Takes over the servers of another config; ports of one that left are gone. */
  synchronized void follow(Set<DeviceId> now) {
    servers = Set.copyOf(now);
    ports =
        ports.stream()
            .filter(port -> servers.contains(port.device()))
            .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Takes what a server has reported after it was read.
   *
   * @param seen what its targets told last
   * @return whether its ports are other ones than before
   */
  synchronized boolean hear(DeviceId server, Map<Target, Observation> seen) {
    if (!servers.contains(server)) {
      return false;
    }
    Set<PortId> now = new TreeSet<>(ports);
    seen.forEach((target, told) -> {
      if (target instanceof Target.Port port) {
        switch (told.observed().reading(SettingKind.PFC)) {
          case Reading.Value _ -> now.add(port.id());
          case Reading.Staged _ -> now.add(port.id());
          case Reading.Unsupported _ -> now.remove(port.id());
          case Reading.Unread _ -> {} // nothing new is known of it
        }
      }
    });
    boolean news = !now.equals(ports);
    ports = Set.copyOf(now);
    return news;
  }

  synchronized Set<PortId> ports() {
    return ports;
  }
}
