package dev.losslessd.model;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Map;

/**
 * A word that the config gives to a device, such as its rail or its row.
 *
 * @param name letters, digits and _, as Prometheus has them
 */
public record DeviceLabel(String name, String value) {
  private static final Pattern FORM =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=(\\P{Cntrl}{1,256})");

  /**
   * Parses {@code rail=0} into its name and value.
   *
   * @throws IllegalArgumentException naming the text
   */
  public static DeviceLabel parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + text + "': expected a label like rail=0");
    }
    return new DeviceLabel(form.group(1), form.group(2));
  }

  /** Whether a device with these labels has this one; the value may be a {@link Glob}. */
  public boolean isAmong(Map<String, String> labels) {
    String has = labels.get(name);
    return has != null && new Glob(value).fits(has);
  }

  @Override
  public String toString() {
    return name + "=" + value;
  }
}
