package dev.losslessd.metrics;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Prometheus pages and their parts as text. */
final class Pages {
  private Pages() {}

  static String text(Page page, PageRequest request) {
    return new String(bytes(page, request), StandardCharsets.UTF_8);
  }

  static byte[] bytes(Page page, PageRequest request) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    page.write(request, bytes);
    return bytes.toByteArray();
  }

  /** One meter of the daemon's own, which ends a page as OpenMetrics wants it. */
  static byte[] own(PageFormat format) {
    if (format == PageFormat.PROTOBUF) {
      return new byte[0];
    }
    String end = format == PageFormat.OPENMETRICS ? "# EOF\n" : "";
    return ("own_meter 1\n" + end).getBytes(StandardCharsets.UTF_8);
  }

  static String written(Consumer<Text> by) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Text text = new Text(PageFormat.PROMETHEUS, bytes);
    by.accept(text);
    text.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
