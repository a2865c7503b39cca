package dev.losslessd.fabric.nxos;

/**
 * What a host says by LLDP: its port by MAC address, and by name in the description, as lldpd does.
 *
 * @param mac {@code b8:3f:d2:0a:1b:20}
 */
record Neighbour(String host, String port, String mac, String address) {
  /** {@code b83f.d20a.1b20}, as NX-OS prints it. */
  String dottedMac() {
    return dotted(mac);
  }

  static String dotted(String mac) {
    String hex = mac.replace(":", "");
    return hex.substring(0, 4) + "." + hex.substring(4, 8) + "." + hex.substring(8);
  }
}
