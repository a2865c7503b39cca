package dev.losslessd.metrics;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A page in the making: bytes, that leave by one small buffer. A series of counters allocates
 * nothing, and a page of megabytes is in memory at no time: one that did not fit into the young
 * generation would cost a collection of the whole heap every few scrapes.
 */
class Text {
  private static final int BUFFER = 1 << 14;
  private static final int LONGEST_NUMBER = 32;
  private static final long TEN = 10;
  private static final int MICROS_DIGITS = 6;

  private final PageFormat format;
  private final OutputStream out;
  private final byte[] digits = new byte[LONGEST_NUMBER];
  private final byte[] buffer = new byte[BUFFER];
  private int size;
  private String name = "";

  /**
   * @param out where the page goes; whoever made it closes it
   */
  Text(PageFormat format, OutputStream out) {
    this.format = format;
    this.out = out;
  }

  PageFormat format() {
    return format;
  }

  /** The bytes of a sample up to its value. */
  static byte[] prefixOf(String name, String... labels) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new Text(PageFormat.PROMETHEUS, bytes).prefix(name, labels).flush();
    return bytes.toByteArray();
  }

  /**
   * What a family's samples mean; before the first of them. OpenMetrics has no counter whose name
   * does not end in {@code _total}: those of others are told as unknown.
   */
  void family(String name, String type, String help) {
    this.name = name;
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
   * A sample of the family that was begun last.
   *
   * @param labels name, value, name, value ...
   */
  void sample(Object value, String... labels) {
    line("", value.toString(), labels);
  }

  private void line(String suffix, String value, String... labels) {
    prefix(name + suffix, labels).raw(value).raw("\n");
  }

  /**
   * Samples of a classic histogram.
   *
   * @param bounds of the buckets, without the infinite one
   * @param atMost values up to each bound
   * @param count of all values
   */
  void histogram(List<Double> bounds, List<Long> atMost, long count, double sum, String... labels) {
    String[] ofBucket = Arrays.copyOf(labels, labels.length + 2);
    ofBucket[labels.length] = "le";
    for (int n = 0; n <= bounds.size(); n++) {
      boolean last = n == bounds.size();
      ofBucket[labels.length + 1] = last ? "+Inf" : tenths(bounds.get(n));
      line("_bucket", Long.toString(last ? count : atMost.get(n)), ofBucket);
    }
    line("_sum", tenths(sum), labels);
    line("_count", Long.toString(count), labels);
  }

  static String tenths(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /** A sample up to its value. */
  private Text prefix(String name, String... labels) {
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
   * @param prefixes where the sample up to its value is, between {@code from} and {@code end}
   * @param value unsigned
   * @param micros the value counts microseconds, the page tells seconds
   */
  void series(byte[] prefixes, int from, int end, long value, boolean micros) {
    put(prefixes, from, end);
    room(2 * LONGEST_NUMBER);
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
    while (rest > Integer.MAX_VALUE) {
      long tenth = rest / TEN;
      digits[--at] = (byte) ('0' + (int) (rest - tenth * TEN));
      rest = tenth;
    }
    int small = (int) rest; // whose division is much faster
    while (small != 0 || digits.length - at < leastDigits) {
      int tenth = small / 10;
      digits[--at] = (byte) ('0' + small - tenth * 10);
      small = tenth;
    }
    int length = digits.length - at;
    System.arraycopy(digits, at, buffer, size, length);
    size += length;
  }

  private Text raw(String text) {
    int length = text.length();
    if (length > BUFFER) {
      return put(text.getBytes(StandardCharsets.UTF_8));
    }
    room(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return put(text.substring(i).getBytes(StandardCharsets.UTF_8));
      }
      buffer[size++] = (byte) c;
    }
    return this;
  }

  /** Families that were written before, in the format of this page. */
  void bytes(byte[] families) {
    put(families);
  }

  private Text put(byte[] bytes) {
    return put(bytes, 0, bytes.length);
  }

  private Text put(byte[] bytes, int from, int end) {
    int length = end - from;
    if (length > BUFFER) {
      flush();
      write(bytes, from, length);
      return this;
    }
    room(length);
    System.arraycopy(bytes, from, buffer, size, length);
    size += length;
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
    if (BUFFER - size < more) {
      flush();
    }
  }

  /** Flushes bytes that are still in the buffer. */
  void flush() {
    write(buffer, 0, size);
    size = 0;
  }

  final void write(byte[] bytes, int from, int length) {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
