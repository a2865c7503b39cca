package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.Pattern;

/** Names of ports: {@code Eth1/1} in what it prints, {@code ethernet 1/1} in what it is asked. */
final class Ports {
  private static final Pattern PORT = Pattern.compile("Eth\\d{1,2}/\\d{1,3}(?:/\\d{1,2})?");

  private Ports() {}

  /** Front panel ports, broken out ones too; no bundles and no management. */
  static boolean isPort(String name) {
    return PORT.matcher(name).matches();
  }

  /**
   * Returns the number in a port's name: {@code 1/1} of {@code Eth1/1}.
   *
   * @throws DeviceException GONE if there cannot be such a port
   */
  static String number(String name) {
    if (!isPort(name)) {
      throw DeviceException.gone(name + ": expected a port such as Eth1/1 or Eth1/1/2");
    }
    return name.substring("Eth".length());
  }
}
