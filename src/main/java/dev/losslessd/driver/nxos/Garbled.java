package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;

/** What a parser says about text that no NX-OS prints. */
final class Garbled {
  private Garbled() {}

  static DeviceException at(String command, String line, String expected) {
    String shown = line.length() > 120 ? line.substring(0, 120) + "..." : line;
    return new DeviceException(
        DeviceException.Kind.GARBLED,
        "'" + command + "' printed '" + shown.strip() + "': expected " + expected);
  }
}
