package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.ParseErrors;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Rows of a table by long port name. A row that is not understood is the error of its own port; a
 * port without a row has been cut off.
 *
 * @param rows that are understood, of ports without another row
 * @param odd why the row of a port is not understood
 * @param failure why there is no table at all; empty where there is one
 */
record PortRows<T>(
    String command,
    Map<String, T> rows,
    Map<String, DeviceException> odd,
    Optional<DeviceException> failure) {
  /**
   * The table, or why the switch has none: an error of the settings that need it, and no others.
   */
  static <T> PortRows<T> read(String command, Supplier<PortRows<T>> table) {
    return Failures.answered(
        table, e -> new PortRows<>(command, Map.of(), Map.of(), Optional.of(e)));
  }

  /**
   * @throws DeviceException GARBLED for a port whose row is missing or not understood
   */
  T row(String port) {
    failure.ifPresent(e -> {
      throw e;
    });
    DeviceException why = odd.get(port);
    if (why != null) {
      throw why;
    }
    T row = rows.get(port);
    if (row == null) {
      throw ParseErrors.at(command, port, "a row for this port");
    }
    return row;
  }
}
