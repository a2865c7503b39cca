package dev.losslessd.driver;

import java.util.List;
import java.util.Optional;

/** Serials of boxes in JSON that switches print. */
public final class Serials {
  private Serials() {}

  /**
   * A whole document; one without a word in it was cut.
   *
   * @throws DeviceException GARBLED
   */
  public static DeviceJson document(String command, String text) {
    ParseErrors.throwIf(text.isBlank(), command, text, "a document");
    return DeviceJson.parse(command, text);
  }

  /** The value of one field; none where it is not there. */
  public static List<String> field(String command, String text, String field) {
    return list(document(command, text).textIfThere(field));
  }

  public static List<String> list(Optional<String> serial) {
    return serial.map(List::of).orElse(List.of());
  }
}
