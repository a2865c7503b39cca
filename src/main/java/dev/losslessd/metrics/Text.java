package dev.losslessd.metrics;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Prometheus text format 0.0.4, written line by line. */
final class Text {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(64 * 1024);
  private final StringBuilder line = new StringBuilder(256);

  void family(String name, String type, String help) {
    line.append("# HELP ").append(name).append(' ').append(help.replace("\\", "\\\\")).append('\n');
    line.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    flush();
  }

  /**
   * @param labels name, value, name, value ...
   */
  void sample(String name, String value, String... labels) {
    line.append(name).append('{');
    for (int i = 0; i < labels.length; i += 2) {
      if (i > 0) {
        line.append(',');
      }
      line.append(labels[i]).append("=\"");
      escape(labels[i + 1]);
      line.append('"');
    }
    line.append("} ").append(value).append('\n');
    flush();
  }

  void raw(String text) {
    line.append(text);
    flush();
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  private void escape(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> line.append("\\\\");
        case '"' -> line.append("\\\"");
        case '\n' -> line.append("\\n");
        default -> line.append(c);
      }
    }
  }

  private void flush() {
    out.writeBytes(line.toString().getBytes(StandardCharsets.UTF_8));
    line.setLength(0);
  }
}
