package dev.losslessd.metrics;

import dev.losslessd.text.Pattern;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The formats of a page that Prometheus asks for. */
public enum PageFormat {
  /** Prometheus text format 0.0.4. */
  PROMETHEUS("text", "text/plain; version=0.0.4; charset=utf-8"),
  /** OpenMetrics 1.0.0: counter families are named without {@code _total}, and the page ends. */
  OPENMETRICS("openmetrics", "application/openmetrics-text; version=1.0.0; charset=utf-8"),
  /** Delimited messages, the only format with native histograms. */
  PROTOBUF(
      "protobuf",
      "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily;"
          + " encoding=delimited");

  private final String word;
  private final String contentType;

  PageFormat(String word, String contentType) {
    this.word = word;
    this.contentType = contentType;
  }

  public String contentType() {
    return contentType;
  }

  /** As in the daemon's own meters: {@code openmetrics}. */
  public String word() {
    return word;
  }

  /**
   * Format that a request's Accept header likes best, by {@code q}; of equals, the first. Plain
   * Prometheus text where it names none that is known, and for {@code *}{@code /*}.
   */
  public static PageFormat accepted(String accept) {
    PageFormat best = PROMETHEUS;
    double most = 0;
    for (MediaRange range : MediaRange.all(accept.toLowerCase(Locale.ROOT))) {
      PageFormat format = of(range);
      if (format != null && range.quality() > most) {
        best = format;
        most = range.quality();
      }
    }
    return best;
  }

  private static @Nullable PageFormat of(MediaRange range) {
    return switch (range.type()) {
      case "text/plain", "text/*", "*/*" -> PROMETHEUS;
      case "application/openmetrics-text" ->
          Pattern.matches("1\\.0\\.0|0\\.0\\.1", range.parameter("version", "1.0.0"))
              ? OPENMETRICS
              : null;
      case "application/vnd.google.protobuf" -> isDelimited(range) ? PROTOBUF : null;
      default -> null;
    };
  }

  private static boolean isDelimited(MediaRange range) {
    return range.parameter("proto", "").equals("io.prometheus.client.metricfamily")
        && range.parameter("encoding", "").equals("delimited");
  }
}
