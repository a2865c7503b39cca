package dev.losslessd.driver;

import dev.losslessd.model.PortId;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One LLDP neighbour of a switch port.
 *
 * @param localPort the switch's port
 * @param localName what the switch calls that port towards its neighbours, where that is another
 *     name: SONiC's alias, {@code etp1}, {@code Eth1(Port1)}; else empty
 * @param remoteSystem the far end's system name; its chassis id where it tells no name
 * @param remotePort the far end's port id: a name, or a MAC address as {@code 0c:42:a1:00:00:01}
 */
public record Neighbour(
    PortId localPort, String localName, String remoteSystem, String remotePort) {
  /** A neighbour at a port that has only one name. */
  public Neighbour(PortId localPort, String remoteSystem, String remotePort) {
    this(localPort, "", remoteSystem, remotePort);
  }

  /**
   * Returns the neighbour by its name, else by its chassis. One that tells neither itself nor its
   * port is none that could be found again.
   *
   * @param name empty or {@link LldpMib#NO_NAME} without one
   */
  public static Optional<Neighbour> of(
      PortId localPort, String name, Supplier<String> chassis, String remotePort) {
    String system = name.isEmpty() || name.equals(LldpMib.NO_NAME) ? chassis.get() : name;
    return system.isEmpty() || remotePort.isEmpty()
        ? Optional.empty()
        : Optional.of(new Neighbour(localPort, system, remotePort));
  }

  /** Returns a copy with the port's other name; left empty if it equals the first. */
  public Neighbour called(String name) {
    return new Neighbour(
        localPort, name.equals(localPort.name()) ? "" : name, remoteSystem, remotePort);
  }
}
