package dev.losslessd.app;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** A panel's lines as SVG: what a query really returned, to be looked at. */
final class Drawing {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 340;
  private static final int LEFT = 84;
  private static final int TOP = 40;
  private static final int BOTTOM = 92;
  private static final int MOST = 8;
  private static final List<String> COLOURS =
      List.of(
          "#3b7dd8", "#e0752d", "#4fa34f", "#b03a8c", "#c4162a", "#6f7bbf", "#8f6b32", "#2aa198");

  private Drawing() {}

  /**
   * @param unit of Grafana: {@code bps}, {@code percentunit} and so on
   * @param series of a range query
   */
  static String of(String title, String unit, JsonNode series) {
    double most = 0;
    double first = Double.MAX_VALUE;
    double last = 0;
    for (JsonNode one : series) {
      most = Math.max(most, most(one));
      for (JsonNode point : one.path("values")) {
        first = Math.min(first, point.get(0).asDouble());
        last = Math.max(last, point.get(0).asDouble());
      }
    }
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n<text x=\"12\" y=\"24\" font-size=\"16\" fill=\"#222222\">%s</text>%n"
            .formatted(WIDTH, HEIGHT, escaped(title)));
    axis(svg, most, unit, last - first);
    List<JsonNode> all = new ArrayList<>();
    series.forEach(all::add);
    all.sort(Comparator.comparingDouble(Drawing::most).reversed());
    for (int n = 0; n < Math.min(MOST, all.size()); n++) {
      line(svg, all.get(n), n, first, last, most);
    }
    return svg.append("</svg>\n").toString();
  }

  private static void axis(StringBuilder svg, double most, String unit, double seconds) {
    for (int n = 0; n <= 4; n++) {
      double y = HEIGHT - BOTTOM - n / 4.0 * (HEIGHT - TOP - BOTTOM);
      svg.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>%n"
                  + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#666666\">%s</text>%n",
              LEFT,
              WIDTH - 12,
              y,
              y,
              LEFT - 6,
              y + 4,
              escaped(amount(most * n / 4, unit))));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" fill=\"#666666\">%.0f s ago</text>%n"
                + "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#666666\">now</text>%n",
            LEFT,
            HEIGHT - BOTTOM + 16,
            seconds,
            WIDTH - 12,
            HEIGHT - BOTTOM + 16));
  }

  private static void line(
      StringBuilder svg, JsonNode series, int number, double first, double last, double most) {
    StringBuilder points = new StringBuilder();
    for (JsonNode point : series.path("values")) {
      double x =
          LEFT
              + (point.get(0).asDouble() - first) / Math.max(1, last - first) * (WIDTH - LEFT - 12);
      double y = HEIGHT - BOTTOM - value(point) / (most > 0 ? most : 1) * (HEIGHT - TOP - BOTTOM);
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
    }
    String colour = COLOURS.get(number);
    svg.append(
        "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"%s\"/>%n<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>%n"
            .formatted(
                colour,
                points.toString().strip(),
                LEFT + number % 2 * 330,
                HEIGHT - 58 + number / 2 * 16,
                colour,
                escaped(name(series.path("metric")))));
  }

  private static double most(JsonNode series) {
    double most = 0;
    for (JsonNode point : series.path("values")) {
      most = Math.max(most, value(point));
    }
    return most;
  }

  private static double value(JsonNode point) {
    double value = Double.parseDouble(point.get(1).asString().replace("+Inf", "Infinity"));
    return Double.isFinite(value) ? value : 0;
  }

  private static String name(JsonNode labels) {
    TreeMap<String, String> sorted = new TreeMap<>();
    labels.properties().forEach(one -> sorted.put(one.getKey(), one.getValue().asString()));
    for (String noise : List.of("__name__", "instance", "job", "end")) {
      sorted.remove(noise);
    }
    return String.join(" ", sorted.values());
  }

  private static String amount(double value, String unit) {
    return switch (unit) {
      case "percentunit" -> String.format(Locale.ROOT, "%.2f %%", value * 100);
      case "bps" -> String.format(Locale.ROOT, "%.1f Gb/s", value / 1e9);
      case "pps" -> String.format(Locale.ROOT, "%.0f p/s", value);
      case "bytes" -> String.format(Locale.ROOT, "%.0f MiB", value / 1048576);
      case "s" -> String.format(Locale.ROOT, "%.4g s", value);
      default -> String.format(Locale.ROOT, "%.4g", value);
    };
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
