package dev.losslessd.driver.nxos;

import dev.losslessd.text.Pattern;

/** Port names: tables cut {@code Ethernet1/7} to {@code Eth1/7}. */
final class Ports {
  private static final Pattern PHYSICAL = Pattern.compile("Ethernet\\d+/\\d+(/\\d+)?");

  private static final Pattern INTERNAL = Pattern.compile("ii\\d+/\\d+(/\\d+)?");

  private Ports() {}

  /** The long name, which configuration and ifName have. */
  static String whole(String name) {
    return Pattern.matches("Eth\\d.*", name) ? "Ethernet" + name.substring(3) : name;
  }

  /** Ports between the modules of one switch, which nothing is plugged into. */
  static boolean isInternal(String name) {
    return INTERNAL.matcher(name).matches();
  }

  /** Front panel ports, broken out ones too; no subinterfaces, VLANs or bundles. */
  static boolean isPhysical(String name) {
    return PHYSICAL.matcher(name).matches();
  }
}
