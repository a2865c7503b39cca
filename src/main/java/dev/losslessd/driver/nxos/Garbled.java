package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Shown;

/** What a parser says about text that no NX-OS prints. */
final class Garbled {
  private Garbled() {}

  static DeviceException at(String command, String line, String expected) {
    return new DeviceException(
        DeviceException.Kind.GARBLED,
        "'" + command + "' printed '" + Shown.of(line) + "': expected " + expected);
  }
}
