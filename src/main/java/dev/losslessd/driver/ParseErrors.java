package dev.losslessd.driver;

import dev.losslessd.text.PrintableText;

/** Errors of parsers about text that no such device prints. */
public final class ParseErrors {
  private ParseErrors() {}

  /**
   * @param line what was printed
   * @param expected in its place
   */
  public static DeviceException at(String command, String line, String expected) {
    return DeviceException.garbled(
        "'" + command + "' printed '" + PrintableText.brief(line) + "': expected " + expected);
  }

  /**
   * @param wrong whether the device printed something else than what is expected
   * @throws DeviceException GARBLED if so, as {@link #at}
   */
  public static void throwIf(boolean wrong, String command, String line, String expected) {
    if (wrong) {
      throw at(command, line, expected);
    }
  }
}
