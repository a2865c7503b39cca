package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import java.util.Set;

/**
 * Product and release, as {@code show version} prints them.
 *
 * @param product {@code Onyx}, or {@code MLNX-OS} of older releases
 * @param release for example {@code 3.8.2306}
 */
record Identity(String product, String release) {
  static final String COMMAND = "show version | json-print";

  private static final Set<String> OURS = Set.of("Onyx", "MLNX-OS");

  /**
   * @throws DeviceException UNSUPPORTED if this is another system
   */
  static Identity parse(String text) {
    DeviceJson json = DeviceJson.parse(COMMAND, text);
    String product = json.text("Product name");
    if (!OURS.contains(product)) {
      throw DeviceException.unsupported(
          json.garbled("Product name", "Onyx or MLNX-OS: is 'os: onyx' right?").getMessage());
    }
    return new Identity(product, json.text("Product release"));
  }
}
