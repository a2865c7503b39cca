package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;

/** One setting of a port: which cells of CONFIG_DB it has, what they mean, how it is written. */
interface PortKnob {
  /**
   * @param note for people: what else decides; empty if nothing does
   */
  record Told(Setting setting, String note) {
    Told(Setting setting) {
      this(setting, "");
    }
  }

  SettingKind kind();

  Owned owned(String port);

  /**
   * @throws DeviceException GARBLED or UNSUPPORTED for what cannot be told in the words of the
   *     field
   */
  Told read(ConfigDb db, String port);

  /**
   * Writes into a copy.
   *
   * @throws DeviceException UNSUPPORTED for what this switch cannot do
   */
  void write(ConfigDb draft, String port, Setting wanted);

  /** An error about a cell. */
  static DeviceException garbled(Row row, String field, String value, String expected) {
    return DeviceException.garbled(
        "CONFIG_DB "
            + row.text()
            + " "
            + field
            + " is '"
            + Sanitized.of(value)
            + "': expected "
            + expected);
  }
}
