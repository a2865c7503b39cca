package dev.losslessd.fabric.switchbase;

/**
 * What a host or switch says by LLDP: its port by MAC address, and by name in the description, as
 * lldpd does; or by name in both.
 *
 * @param mac {@code b8:3f:d2:0a:1b:20}
 * @param byName whether the port id is the name
 * @param speaks whether it says anything at all
 */
public record Neighbour(
    String host, String port, String mac, String address, boolean byName, boolean speaks) {
  /** LldpPortIdSubtype of LLDP-MIB for a MAC address. */
  private static final int MAC_ADDRESS = 3;

  private static final int INTERFACE_NAME = 5;

  Neighbour(String host, String port, String mac, String address) {
    this(host, port, mac, address, false, true);
  }

  /** Returns a neighbour without LLDP, such as a standard vSwitch. */
  static Neighbour silent(String host, String port, String mac) {
    return new Neighbour(host, port, mac, "0.0.0.0", false, false);
  }

  /** Returns a neighbour on the same cable that gives another system name. */
  Neighbour called(String system) {
    return new Neighbour(system, port, mac, address, byName, true);
  }

  /**
   * Returns a neighbour on the same cable with this system name, and with this port name as its
   * port id.
   */
  Neighbour called(String system, String name) {
    return new Neighbour(system, name, mac, address, true, true);
  }

  public int portIdType() {
    return byName ? INTERFACE_NAME : MAC_ADDRESS;
  }

  /** Port id as NX-OS prints it. */
  public String portId() {
    return byName ? port : dottedMac();
  }

  /** MAC address as NX-OS prints it: {@code b83f.d20a.1b20}. */
  public String dottedMac() {
    return dotted(mac);
  }

  public static String dotted(String mac) {
    String hex = mac.replace(":", "");
    return hex.substring(0, 4) + "." + hex.substring(4, 8) + "." + hex.substring(8);
  }
}
