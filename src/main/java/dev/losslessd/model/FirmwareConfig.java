package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import dev.losslessd.model.FieldType.Text;
import dev.losslessd.text.Pattern;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Entries of a NIC's non-volatile configuration, which its firmware takes when it is reset. As an
 * intent it names the entries that must hold and leaves the others alone.
 *
 * @param values by the firmware's names; numbers as decimal digits, words as the firmware has them
 */
public record FirmwareConfig(Map<String, String> values) implements NicSetting {
  /** Form of an entry's name: {@code CNP_DSCP_P1}. */
  public static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

  private static final String ENTRY = "an entry like CNP_DSCP_P1: \"48\"";

  /** Form of an entry's value: {@code 48}, {@code True} or {@code PER_PORT}. */
  public static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_]{1,64}");

  static final SettingShape<FirmwareConfig> SHAPE =
      SettingShape.of(
          FirmwareConfig.class,
          "firmware CNP_DSCP_P1=48 USER_PROGRAMMABLE_CC=False",
          FirmwareConfig::new,
          field(
              "values",
              new FieldType.Entries<>(new Text(NAME, ENTRY), new Text(VALUE, ENTRY)),
              config -> new TreeMap<>(config.values),
              "entries of the NIC's non-volatile configuration by their names"));

  public FirmwareConfig {
    values = Collections.unmodifiableMap(new TreeMap<>(values));
    values.forEach((name, value) -> {
      if (!NAME.matcher(name).matches() || !VALUE.matcher(value).matches()) {
        throw new IllegalArgumentException(
            ("firmware entry '%s=%s': expected NAME=VALUE like CNP_DSCP_P1=48 or"
                    + " USER_PROGRAMMABLE_CC=False")
                .formatted(name, value));
      }
    });
  }

  @Override
  public Setting over(Setting observed) {
    if (!(observed instanceof FirmwareConfig there)) {
      throw new IllegalArgumentException("firmware laid over " + observed.kind());
    }
    Map<String, String> merged = new TreeMap<>(there.values);
    merged.putAll(values);
    return new FirmwareConfig(merged);
  }
}
