package dev.losslessd.driver;

import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import java.util.List;
import java.util.Map;

/** A conversation with a switch. */
public interface SwitchSession extends Session {
  /**
   * Returns who is at the far end of each cable, as the switch heard by LLDP; empty without SNMP.
   *
   * @throws DeviceException if the switch does not answer
   */
  List<Neighbour> neighbours();

  /**
   * Ports that are members of a bundle where their QoS is set, with the bundle's name: an own line
   * of such a port has no effect, or none that a source tells. Empty on systems that set it on
   * members.
   *
   * @throws DeviceException if the switch does not answer
   */
  default Map<PortId, String> members() {
    return Map.of();
  }

  /**
   * NIC ports of a server as its own shell tells them; none of a switch.
   *
   * @throws DeviceException if the server does not answer
   */
  default List<Nic> nics() {
    return List.of();
  }

  /**
   * Reader of counters that only the command line tells, of all these ports at once: drops and ECN
   * marks by queue, what the PFC watchdog did. Slow, for a period of a minute. A port that the
   * switch does not tell of has no sweep.
   */
  DeviceSweeper queues();
}
