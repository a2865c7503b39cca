package dev.losslessd.metrics;

import dev.losslessd.model.Signal;
import io.prometheus.metrics.expositionformats.generated.com_google_protobuf_4_35_0.Metrics.Histogram;
import io.prometheus.metrics.expositionformats.generated.com_google_protobuf_4_35_0.Metrics.LabelPair;
import io.prometheus.metrics.expositionformats.generated.com_google_protobuf_4_35_0.Metrics.Metric;
import io.prometheus.metrics.expositionformats.generated.com_google_protobuf_4_35_0.Metrics.MetricFamily;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Names of families, and pages in protobuf read by the generated classes of the client. */
final class Families {
  private Families() {}

  /**
   * The sources of the metrics, then the names that follow from signals; each name is in quotes.
   */
  static String served() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.list(Path.of("src/main/java/dev/losslessd/metrics"))) {
      for (Path file : files.toList()) {
        text.append(Files.readString(file));
      }
    }
    for (Signal signal : Signal.values()) {
      if (signal != Signal.OTHER) {
        text.append('"').append(Catalogue.of(signal).name()).append('"');
      }
    }
    return text.toString();
  }

  /** Lines of text with the same content, values as doubles. */
  static List<String> lines(byte[] page) throws IOException {
    List<String> lines = new ArrayList<>();
    InputStream in = new ByteArrayInputStream(page);
    for (MetricFamily one = next(in); one != null; one = next(in)) {
      lines.add("# HELP " + one.getName() + " " + one.getHelp());
      lines.add("# TYPE " + one.getName() + " " + one.getType().name().toLowerCase(Locale.ROOT));
      for (Metric metric : one.getMetricList()) {
        add(lines, one, metric);
      }
    }
    return lines;
  }

  /** How many durations the native histograms have in their buckets, by family. */
  static Map<String, Integer> natives(byte[] page) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    InputStream in = new ByteArrayInputStream(page);
    for (MetricFamily one = next(in); one != null; one = next(in)) {
      for (Metric metric : one.getMetricList()) {
        if (metric.getHistogram().getPositiveSpanCount() > 0) {
          counts.merge(one.getName(), counted(metric.getHistogram()), Integer::sum);
        }
      }
    }
    return counts;
  }

  /** Buckets tell the difference to the one before. */
  private static int counted(Histogram histogram) {
    int all = 0;
    int bucket = 0;
    for (long delta : histogram.getPositiveDeltaList()) {
      bucket += (int) delta;
      all += bucket;
    }
    return all;
  }

  private static MetricFamily next(InputStream in) throws IOException {
    return MetricFamily.parseDelimitedFrom(in);
  }

  private static void add(List<String> lines, MetricFamily family, Metric metric) {
    switch (family.getType()) {
      case COUNTER -> lines.add(line(family.getName(), metric, metric.getCounter().getValue()));
      case GAUGE -> lines.add(line(family.getName(), metric, metric.getGauge().getValue()));
      case UNTYPED -> lines.add(line(family.getName(), metric, metric.getUntyped().getValue()));
      case HISTOGRAM -> histogram(lines, family.getName(), metric);
      default -> throw new AssertionError(family);
    }
  }

  private static void histogram(List<String> lines, String name, Metric metric) {
    Histogram histogram = metric.getHistogram();
    histogram
        .getBucketList()
        .forEach(bucket ->
            lines.add(
                line(
                    name + "_bucket",
                    metric,
                    (double) bucket.getCumulativeCount(),
                    "le",
                    bound(bucket.getUpperBound()))));
    lines.add(line(name + "_sum", metric, histogram.getSampleSum()));
    lines.add(line(name + "_count", metric, (double) histogram.getSampleCount()));
  }

  private static String bound(double upper) {
    return Double.isInfinite(upper) ? "+Inf" : Double.toString(upper);
  }

  private static String line(String name, Metric metric, double value, String... more) {
    List<String> labels = new ArrayList<>();
    for (LabelPair pair : metric.getLabelList()) {
      labels.addAll(List.of(pair.getName(), pair.getValue()));
    }
    labels.addAll(List.of(more));
    byte[] prefix = Text.prefixOf(name, labels.toArray(String[]::new));
    return new String(prefix, StandardCharsets.UTF_8) + value;
  }

  /** Lines of a page of text, values as doubles. */
  static List<String> lines(String text) {
    return text.lines().map(Families::line).toList();
  }

  private static String line(String text) {
    if (text.startsWith("#")) {
      return text;
    }
    int space = text.lastIndexOf(' ') + 1;
    String value = text.substring(space).replace("Inf", "Infinity");
    return text.substring(0, space) + Double.parseDouble(value);
  }
}
