package dev.losslessd.driver.eos;

import dev.losslessd.driver.Serials;
import java.util.List;

/** {@code show version | json}, of which the serial of the chassis counts. */
final class Inventory {
  static final String COMMAND = "show version | json";

  private Inventory() {}

  static List<String> serials(String text) {
    return Serials.field(COMMAND, text, "serialNumber");
  }
}
