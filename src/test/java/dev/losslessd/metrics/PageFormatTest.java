package dev.losslessd.metrics;

import static dev.losslessd.metrics.PageFormat.OPENMETRICS;
import static dev.losslessd.metrics.PageFormat.PROMETHEUS;
import static dev.losslessd.metrics.PageFormat.PROTOBUF;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Accept headers as Prometheus sends them, and as others may. */
class PageFormatTest {
  private static final String DELIMITED =
      "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

  @Test
  void prometheusWithNativeHistogramsGetsProtobuf() {
    accepted(
        PROTOBUF,
        DELIMITED
            + ",application/openmetrics-text;version=1.0.0;q=0.8,"
            + "application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,"
            + "*/*;q=0.1");
    accepted(
        PROTOBUF,
        DELIMITED
            + ";q=0.7,application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
            + "application/openmetrics-text;version=0.0.1;q=0.5,"
            + "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
            + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2");
  }

  @Test
  void prometheusWithoutThemGetsOpenMetrics() {
    accepted(
        OPENMETRICS,
        "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1"
            + ";q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1");
    accepted(
        OPENMETRICS,
        "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
            + "application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;q=0.3,"
            + DELIMITED
            + ";q=0.2,*/*;q=0.1");
  }

  @Test
  void theHigherQualityWinsWhateverTheOrder() {
    accepted(PROMETHEUS, "application/openmetrics-text;q=0.3, text/plain;q=0.9");
    accepted(PROMETHEUS, "application/openmetrics-text;q=0, */*;q=0.1");
    accepted(OPENMETRICS, "TEXT/PLAIN; q=0.2 , Application/OpenMetrics-Text; Q=0.25");
    accepted(OPENMETRICS, "application/openmetrics-text, text/plain");
    accepted(PROMETHEUS, "text/plain, application/openmetrics-text");
  }

  @Test
  void whatIsNotKnownIsPlainText() {
    accepted(PROMETHEUS, "");
    accepted(PROMETHEUS, "*/*");
    accepted(PROMETHEUS, "text/html,application/json;q=0.9,;;q=,=");
    accepted(PROMETHEUS, "application/openmetrics-text;version=2.0.0");
    accepted(PROMETHEUS, "application/openmetrics-text;q=abc");
    accepted(PROMETHEUS, "application/vnd.google.protobuf");
    accepted(
        PROMETHEUS,
        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=text");
  }

  private static void accepted(PageFormat format, String header) {
    assertThat(PageFormat.accepted(header)).as(header).isEqualTo(format);
  }
}
