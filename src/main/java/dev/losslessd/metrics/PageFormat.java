package dev.losslessd.metrics;

/** The two text formats that Prometheus asks for. */
public enum PageFormat {
  /** Prometheus text format 0.0.4. */
  PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),
  /** OpenMetrics 1.0.0: counter families are named without {@code _total}, and the page ends. */
  OPENMETRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

  private final String contentType;

  PageFormat(String contentType) {
    this.contentType = contentType;
  }

  public String contentType() {
    return contentType;
  }

  /** Format that a request's Accept header asks for; plain Prometheus text by default. */
  public static PageFormat accepted(String accept) {
    return accept.contains("application/openmetrics-text") ? OPENMETRICS : PROMETHEUS;
  }
}
