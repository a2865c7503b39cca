package dev.losslessd.metrics;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A page of delimited {@code io.prometheus.client.MetricFamily} messages. A family is in memory
 * until its last sample came, as its length goes first.
 */
final class Messages extends Text {
  /** Longest value of a sample, and the lengths before it. */
  private static final int ROOM = 32;

  private static final int FIXED_64 = 1;
  private static final int DELIMITED = 2;

  /** Fields of the messages that are used. */
  private static final int FAMILY_NAME = 1;

  private static final int FAMILY_HELP = 2;
  private static final int FAMILY_TYPE = 3;
  private static final int FAMILY_METRIC = 4;
  private static final int METRIC_LABEL = 1;
  private static final int METRIC_HISTOGRAM = 7;

  /** Type of a family, with the field of a metric that has the value. */
  private enum Type {
    COUNTER(0, 3),
    GAUGE(1, 2),
    UNTYPED(3, 5),
    HISTOGRAM(4, METRIC_HISTOGRAM);

    final int number;
    final int field;

    Type(int number, int field) {
      this.number = number;
      this.field = field;
    }

    static Type of(String word) {
      return switch (word) {
        case "counter" -> COUNTER;
        case "gauge" -> GAUGE;
        case "histogram" -> HISTOGRAM;
        default -> UNTYPED;
      };
    }
  }

  private final OutputStream out;
  private final ByteArrayOutputStream family;
  private final ByteBuffer scratch = ByteBuffer.allocate(ROOM).order(ByteOrder.LITTLE_ENDIAN);
  private Type type = Type.UNTYPED;
  private int head;

  /**
   * @param out where the page goes; whoever made it closes it
   * @param family room for one family
   */
  Messages(OutputStream out, ByteArrayOutputStream family) {
    super(PageFormat.PROTOBUF, out);
    this.out = out;
    this.family = family;
    family.reset();
  }

  /** The labels of a sample: name, value, name, value ... */
  static byte[] labels(String... labels) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < labels.length; i += 2) {
      ByteArrayOutputStream pair = new ByteArrayOutputStream();
      delimited(pair, 1, utf8(labels[i]));
      delimited(pair, 2, utf8(labels[i + 1]));
      delimited(all, METRIC_LABEL, pair.toByteArray());
    }
    return all.toByteArray();
  }

  @Override
  void family(String name, String type, String help) {
    flush();
    this.type = Type.of(type);
    delimited(family, FAMILY_NAME, utf8(name));
    delimited(family, FAMILY_HELP, utf8(help));
    varint(family, FAMILY_TYPE << 3);
    varint(family, this.type.number);
    head = family.size();
  }

  @Override
  void sample(Object value, String... labels) {
    byte[] prefix = labels(labels);
    metric(prefix, 0, prefix.length, Double.parseDouble(value.toString()));
  }

  @Override
  void series(byte[] prefixes, int from, int end, long value, boolean micros) {
    double number = value >= 0 ? value : (value >>> 1 | value & 1) * 2.0;
    metric(prefixes, from, end, micros ? number / 1e6 : number);
  }

  private void metric(byte[] labels, int from, int end, double value) {
    scratch.clear();
    scratch.put((byte) (type.field << 3 | DELIMITED)).put((byte) (1 + Double.BYTES));
    scratch.put((byte) (1 << 3 | FIXED_64)).putDouble(value);
    varint(family, FAMILY_METRIC << 3 | DELIMITED);
    varint(family, end - from + scratch.position());
    family.write(labels, from, end - from);
    family.write(scratch.array(), 0, scratch.position());
  }

  @Override
  void histogram(List<Double> bounds, List<Long> atMost, long count, double sum, String... labels) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    count(all, 1, count);
    number(all, 2, sum);
    for (int n = 0; n <= bounds.size(); n++) {
      ByteArrayOutputStream bucket = new ByteArrayOutputStream();
      count(bucket, 1, n < bounds.size() ? atMost.get(n) : count);
      number(bucket, 2, n < bounds.size() ? bounds.get(n) : Double.POSITIVE_INFINITY);
      delimited(all, 3, bucket.toByteArray());
    }
    ByteArrayOutputStream metric = new ByteArrayOutputStream();
    metric.writeBytes(labels(labels));
    delimited(metric, METRIC_HISTOGRAM, all.toByteArray());
    delimited(family, FAMILY_METRIC, metric.toByteArray());
  }

  @Override
  void bytes(byte[] families) {
    flush();
    write(families, 0, families.length);
  }

  /** Writes the last family; one without a sample is not there. */
  @Override
  void flush() {
    if (family.size() > head) {
      ByteArrayOutputStream length = new ByteArrayOutputStream();
      varint(length, family.size());
      try {
        length.writeTo(out);
        family.writeTo(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    family.reset();
    head = 0;
  }

  private void count(ByteArrayOutputStream to, int field, long value) {
    varint(to, field << 3);
    varint(to, value);
  }

  private void number(ByteArrayOutputStream to, int field, double value) {
    varint(to, field << 3 | FIXED_64);
    scratch.clear().putDouble(value);
    to.write(scratch.array(), 0, Double.BYTES);
  }

  private static void delimited(ByteArrayOutputStream to, int field, byte[] bytes) {
    varint(to, field << 3 | DELIMITED);
    varint(to, bytes.length);
    to.writeBytes(bytes);
  }

  private static void varint(ByteArrayOutputStream to, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      to.write((int) (rest | 0x80));
      rest >>>= 7;
    }
    to.write((int) rest);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
