package dev.losslessd.driver.nvue;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Optional;

/**
 * A size as NVUE prints it: {@code 150000}, {@code 40000 B} exact, {@code 153.00 KB} cut to the
 * digits that are shown.
 *
 * @param least the smallest number of bytes that prints like this
 * @param most the largest
 */
record Bytes(long least, long most) {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,15})(?:\\.(\\d{1,6}))?\\s*(?:([KMGT])i?B|B|Bytes|bytes)?");
  private static final String UNITS = "KMGT";
  private static final int STEP = 1024;

  /** Empty if it is no size. */
  static Optional<Bytes> parse(String text) {
    Matcher m = FORM.matcher(text.strip());
    if (!m.matches()) {
      return Optional.empty();
    }
    if (m.group(3) == null) {
      return m.group(2) == null ? Optional.of(exact(Long.parseLong(m.group(1)))) : Optional.empty();
    }
    double unit = Math.pow(STEP, UNITS.indexOf(m.group(3)) + 1);
    String digits = m.group(2) == null ? "" : m.group(2);
    double shown = Double.parseDouble(m.group(1) + "." + digits + "0");
    double half = 0.5 / Math.pow(10, digits.length());
    return Optional.of(
        new Bytes(
            (long) Math.ceil(Math.max(0, shown - half) * unit),
            (long) Math.floor((shown + half) * unit)));
  }

  static Bytes exact(long bytes) {
    return new Bytes(bytes, bytes);
  }

  boolean isExact() {
    return least == most;
  }

  boolean mayBe(long bytes) {
    return least <= bytes && bytes <= most;
  }
}
