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
 * @param forwarding whether the far end announces that it bridges or routes
 */
public record Neighbour(
    PortId localPort,
    String localName,
    String remoteSystem,
    String remotePort,
    Forwarding forwarding) {
  /** Whether a system announces that it bridges or routes. */
  public enum Forwarding {
    /** A capability of LLDP is enabled that forwards: bridge or router. */
    YES,
    /** None of those is enabled. */
    NO,
    /** The system announces no capabilities, or the switch does not report them. */
    UNKNOWN;

    /**
     * Returns what lldpRemSysCapEnabled of LLDP-MIB says. Agents show no bit for a system that
     * announces none: lldpd has one octet always, {@code agent_v_chassis} in its agent.c.
     *
     * @param bits of LldpSystemCapabilitiesMap, the first in the highest bit; empty if unknown
     */
    public static Forwarding of(byte[] bits) {
      int any = 0;
      for (byte octet : bits) {
        any |= octet;
      }
      return any == 0 ? UNKNOWN : (bits[0] & (BRIDGE | ROUTER)) == 0 ? NO : YES;
    }

    /** Returns what the codes of a table say; lldpd's are {@code B} and {@code R}. */
    public static Forwarding of(boolean forwards) {
      return forwards ? YES : NO;
    }

    /** Bit 2 of LldpSystemCapabilitiesMap. */
    private static final int BRIDGE = 0x20;

    /** Bit 4 of it. */
    private static final int ROUTER = 0x08;
  }

  /** A neighbour of which no capabilities are known, at a port with two names. */
  public Neighbour(PortId localPort, String localName, String remoteSystem, String remotePort) {
    this(localPort, localName, remoteSystem, remotePort, Forwarding.UNKNOWN);
  }

  /** A neighbour of which no capabilities are known, at a port that has only one name. */
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
        localPort, name.equals(localPort.name()) ? "" : name, remoteSystem, remotePort, forwarding);
  }

  /** Returns a copy with what its capabilities say. */
  public Neighbour forwarding(Forwarding told) {
    return new Neighbour(localPort, localName, remoteSystem, remotePort, told);
  }
}
