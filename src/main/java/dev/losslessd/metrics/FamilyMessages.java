package dev.losslessd.metrics;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Turns lines of text format 0.0.4 into delimited {@code MetricFamily} messages, a family at a
 * time. A sample allocates nothing, and a family is held until its last sample came: its length
 * goes first.
 */
final class FamilyMessages extends OutputStream {
  private static final int LONGEST_LINE = 512;
  private static final int HEAD_WORDS = 4;

  /** Fields of {@code io.prometheus.client} messages that are used. */
  private static final int FAMILY_NAME = 1;

  private static final int FAMILY_HELP = 2;
  private static final int FAMILY_TYPE = 3;
  private static final int FAMILY_METRIC = 4;
  private static final int METRIC_LABEL = 1;
  private static final int LABEL_NAME = 1;
  private static final int LABEL_VALUE = 2;
  private static final int VALUE = 1;

  /** Types with their numbers, and the field of a metric that holds the value. */
  private enum Type {
    COUNTER(0, 3),
    GAUGE(1, 2),
    UNTYPED(3, 5),
    HISTOGRAM(4, 7);

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
  private final Message family = new Message();

  /** Metrics of the family, each as a field of it. */
  private final Pieces metrics;

  private final Message metric = new Message();
  private final Message inner = new Message();
  private final HistogramMessage histogram = new HistogramMessage();
  private byte[] line = new byte[LONGEST_LINE];
  private int length;
  private byte[] name = {};
  private Type type = Type.UNTYPED;

  /**
   * @param out receives whole families; it is not closed
   * @param metrics room for those of one family
   */
  FamilyMessages(OutputStream out, Pieces metrics) {
    this.out = out;
    this.metrics = metrics;
    metrics.clear();
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    int end = from + count;
    int at = from;
    while (at < end) {
      int stop = LineBytes.find(bytes, at, end, '\n');
      if (stop < end && length == 0) {
        line(bytes, at, stop);
      } else {
        keep(bytes, at, stop);
        if (stop < end) {
          line(line, 0, length);
          length = 0;
        }
      }
      at = stop + 1;
    }
  }

  private void keep(byte[] bytes, int from, int end) {
    if (line.length - length < end - from) {
      line = Arrays.copyOf(line, Math.max(2 * line.length, length + end - from));
    }
    System.arraycopy(bytes, from, line, length, end - from);
    length += end - from;
  }

  private void line(byte[] bytes, int from, int end) throws IOException {
    if (from < end && bytes[from] == '#') {
      head(new String(bytes, from, end - from, StandardCharsets.UTF_8));
    } else if (from < end) {
      sample(bytes, from, end);
    }
  }

  private void head(String text) throws IOException {
    String[] words = text.split(" ", HEAD_WORDS);
    byte[] of = words[2].getBytes(StandardCharsets.UTF_8);
    String rest = words[HEAD_WORDS - 1];
    if (words[1].equals("HELP")) {
      begin(of);
      byte[] help = rest.getBytes(StandardCharsets.UTF_8);
      byte[] plain = LineBytes.unescaped(help, 0, help.length);
      family.string(FAMILY_HELP, plain, 0, plain.length);
    } else {
      typed(Type.of(rest));
    }
  }

  private void begin(byte[] of) throws IOException {
    end();
    name = of;
    type = Type.UNTYPED;
    family.string(FAMILY_NAME, of, 0, of.length);
  }

  private void typed(Type known) {
    type = known;
    family.varint(FAMILY_TYPE, known.number);
  }

  private void sample(byte[] bytes, int from, int end) throws IOException {
    int nameEnd = LineBytes.nameEnd(bytes, from, end);
    if (type != Type.HISTOGRAM && !Arrays.equals(bytes, from, nameEnd, name, 0, name.length)) {
      begin(Arrays.copyOfRange(bytes, from, nameEnd));
      typed(Type.UNTYPED);
    }
    metric.clear();
    int at = bytes[nameEnd] == '{' ? labels(bytes, nameEnd + 1) : nameEnd;
    if (type != Type.HISTOGRAM) {
      inner.clear();
      inner.number(VALUE, LineBytes.number(bytes, at + 1, end));
      add(inner);
    } else if (histogram.add(bytes, from + name.length, nameEnd, at + 1, end)) {
      add(histogram.take());
    }
  }

  private void add(Message value) {
    metric.message(type.field, value);
    inner.clear();
    inner.message(FAMILY_METRIC, metric);
    inner.addTo(metrics);
  }

  /** Adds the labels, and returns where the space after them is. */
  private int labels(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] != '}') {
      int equals = LineBytes.find(bytes, at, bytes.length, '=');
      int quote = LineBytes.quote(bytes, equals + 2);
      if (type == Type.HISTOGRAM && LineBytes.is(bytes, at, equals, HistogramMessage.BOUND)) {
        histogram.bound(LineBytes.number(bytes, equals + 2, quote));
      } else {
        label(bytes, at, equals, quote);
      }
      at = bytes[quote + 1] == ',' ? quote + 2 : quote + 1;
    }
    return at + 1;
  }

  private void label(byte[] bytes, int from, int equals, int quote) {
    inner.clear();
    inner.string(LABEL_NAME, bytes, from, equals);
    int value = equals + 2;
    if (LineBytes.find(bytes, value, quote, '\\') == quote) {
      inner.string(LABEL_VALUE, bytes, value, quote);
    } else {
      byte[] plain = LineBytes.unescaped(bytes, value, quote);
      inner.string(LABEL_VALUE, plain, 0, plain.length);
    }
    metric.message(METRIC_LABEL, inner);
  }

  /** Writes the last family; one without a sample is not there. */
  void end() throws IOException {
    if (metrics.size() > 0) {
      family.writeDelimited(metrics, inner, out);
    }
    family.clear();
    metrics.clear();
  }
}
