package dev.losslessd.metrics;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A page in the making: bytes, appended to one buffer. A series of counters allocates nothing. */
final class Text {
  private static final int LONGEST_NUMBER = 32;
  private static final long TEN = 10;
  private static final int MICROS_DIGITS = 6;

  private final PageFormat format;
  private final byte[] digits = new byte[LONGEST_NUMBER];
  private byte[] buffer;
  private int size;

  /**
   * @param expected bytes of the page; it may become longer
   */
  Text(PageFormat format, int expected) {
    this.format = format;
    this.buffer = new byte[Math.max(expected, 1024)];
  }

  /**
   * What a family's samples mean; before the first of them. OpenMetrics has no counter whose name
   * does not end in {@code _total}: those of others are told as unknown.
   */
  void family(String name, String type, String help) {
    String called =
        format == PageFormat.OPENMETRICS && type.equals("counter") && name.endsWith("_total")
            ? name.substring(0, name.length() - "_total".length())
            : name;
    boolean nameless = type.equals("untyped") || (type.equals("counter") && called.equals(name));
    String typed = format == PageFormat.OPENMETRICS && nameless ? "unknown" : type;
    raw("# HELP ").raw(called).raw(" ").escaped(help, format == PageFormat.OPENMETRICS);
    raw("\n# TYPE ").raw(called).raw(" ").raw(typed).raw("\n");
  }

  /**
   * @param labels name, value, name, value ...
   */
  void sample(String name, String value, String... labels) {
    prefix(name, labels).raw(value).raw("\n");
  }

  /** A sample up to its value. */
  Text prefix(String name, String... labels) {
    raw(name);
    if (labels.length == 0) {
      return raw(" ");
    }
    raw("{");
    for (int i = 0; i < labels.length; i += 2) {
      raw(i > 0 ? "," : "").raw(labels[i]).raw("=\"").escaped(labels[i + 1], true).raw("\"");
    }
    return raw("} ");
  }

  /**
   * @param prefix of the sample, up to its value
   * @param value unsigned
   * @param micros the value counts microseconds, the page tells seconds
   */
  void series(byte[] prefix, long value, boolean micros) {
    room(prefix.length + LONGEST_NUMBER);
    System.arraycopy(prefix, 0, buffer, size, prefix.length);
    size += prefix.length;
    if (micros) {
      seconds(value);
    } else {
      number(value, 1);
    }
    buffer[size++] = '\n';
  }

  /** Exact: a double would lose the last digits of a counter that ran for months. */
  private void seconds(long micros) {
    long million = 1_000_000;
    number(Long.divideUnsigned(micros, million), 1);
    buffer[size++] = '.';
    number(Long.remainderUnsigned(micros, million), MICROS_DIGITS);
  }

  private void number(long value, int leastDigits) {
    int at = digits.length;
    long rest = value;
    if (rest < 0) {
      digits[--at] = (byte) ('0' + Long.remainderUnsigned(rest, TEN));
      rest = Long.divideUnsigned(rest, TEN);
    }
    while (rest != 0 || digits.length - at < leastDigits) {
      digits[--at] = (byte) ('0' + rest % TEN);
      rest /= TEN;
    }
    int length = digits.length - at;
    System.arraycopy(digits, at, buffer, size, length);
    size += length;
  }

  Text raw(String text) {
    int length = text.length();
    room(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return bytes(text.substring(i).getBytes(StandardCharsets.UTF_8));
      }
      buffer[size++] = (byte) c;
    }
    return this;
  }

  Text bytes(byte[] bytes) {
    room(bytes.length);
    System.arraycopy(bytes, 0, buffer, size, bytes.length);
    size += bytes.length;
    return this;
  }

  private Text escaped(String value, boolean quotes) {
    boolean plain = value.indexOf('\\') < 0 && value.indexOf('\n') < 0;
    if (plain && (!quotes || value.indexOf('"') < 0)) {
      return raw(value);
    }
    String safe = value.replace("\\", "\\\\").replace("\n", "\\n");
    return raw(quotes ? safe.replace("\"", "\\\"") : safe);
  }

  private void room(int more) {
    if (buffer.length - size < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + more));
    }
  }

  int size() {
    return size;
  }

  byte[] bytes() {
    return size == buffer.length ? buffer : Arrays.copyOf(buffer, size);
  }
}
