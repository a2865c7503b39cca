package dev.losslessd.driver.junos;

import dev.losslessd.driver.DeviceJson;
import java.util.Optional;

/** Values of Junos' JSON: {@code [{"data": "x"}]}, or {@code "x"} itself. */
final class JunosJson {
  private JunosJson() {}

  /** The first value of a field; empty if it is not there, or has none. */
  static Optional<String> text(DeviceJson row, String field) {
    return row.each(field).stream()
        .findFirst()
        .flatMap(one -> one.isRow() ? one.each("data").stream().findFirst() : Optional.of(one))
        .flatMap(DeviceJson::bare)
        .map(String::strip);
  }
}
