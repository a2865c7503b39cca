package dev.losslessd.driver;

import dev.losslessd.text.Pattern;

/**
 * Ports of an embedded switch that stand for a function of a guest: what is set on one is not set
 * on the cable. They are known by the names that the kernel gives them
 * (devlink_port_phys_port_name_get, net/devlink/port.c): {@code pf0vf1}, {@code pf0sf88}, with a
 * controller in front on a card with processors of its own ({@code c1pf0}). The uplink is {@code
 * p0}, and keeps its DCB operations in switchdev mode. A switch id tells nothing: mlx5 shows one
 * for each e-switch manager and ice for each port, in legacy mode too.
 */
final class Representors {
  private static final Pattern NAME = Pattern.compile("(c\\d+)?pf\\d+((vf|sf)\\d+)?|sf\\d+");

  private Representors() {}

  /**
   * @param physPortName of sysfs
   */
  static boolean isOne(String physPortName) {
    return NAME.matcher(physPortName).matches();
  }
}
