package dev.losslessd.driver;

/** Errors of parsers about text that no such device prints. */
public final class ParseErrors {
  private ParseErrors() {}

  /**
   * @param line what was printed
   * @param expected in its place
   */
  public static DeviceException at(String command, String line, String expected) {
    return DeviceException.garbled(
        "'" + command + "' printed '" + Sanitized.of(line) + "': expected " + expected);
  }
}
