package dev.losslessd.cli;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Counters for people: the device's own name beside the page's, or why it has none. A counter
 * without a number says why, and never 0.
 */
final class CounterView {
  /** Labels that are the same for all counters of a port. */
  private static final Set<String> OF_PORT = Set.of("device", "port", "end");

  private CounterView() {}

  static void print(Screen screen, List<JsonValue> ports) {
    if (ports.isEmpty()) {
      screen.line("No counters yet.");
    }
    boolean first = true;
    for (JsonValue port : ports) {
      if (!first) {
        screen.line("");
      }
      first = false;
      screen.line(
          port.at("port").shown()
              + (port.at("source").isNothing() ? "" : " " + port.at("source").text())
              + " at "
              + screen.past(port.at("at"))
              + slow(port));
      screen.table(table(port.at("values").items()), "  " + none(port.at("leftOut")));
    }
  }

  /** A counter without a number is never told as one that is 0. */
  private static String none(JsonValue leftOut) {
    long zero = leftOut.at("zero").number().orElse(0);
    long missing = leftOut.at("missing").number().orElse(0);
    if (zero == 0) {
      return missing == 0 ? "no counters" : Count.of(missing, "counter") + " without a number";
    }
    return Count.of(zero, "counter")
        + (zero == 1 ? " is 0" : " are 0")
        + (missing == 0 ? "" : ", and " + missing + " without a number");
  }

  /** Between the reads of a slowed reader numbers stand still, and the port need not. */
  private static String slow(JsonValue port) {
    return port.at("everySeconds").isNothing()
        ? ""
        : ", read every %s s instead of every %s s"
            .formatted(port.at("everySeconds").shown(), port.at("askedSeconds").shown());
  }

  private static Table table(List<JsonValue> values) {
    boolean rated = values.stream().anyMatch(value -> !value.at("perSecond").isNothing());
    Table table =
        (rated
                ? new Table("COUNTER", "SOURCE", "VALUE", "PER SECOND", "METRIC").alignRight(3)
                : new Table("COUNTER", "SOURCE", "VALUE", "METRIC"))
            .alignRight(2)
            .wrap(rated ? 4 : 3)
            .least(1, rated ? 4 : 3);
    for (JsonValue value : values) {
      String missing = value.at("missing").text();
      List<String> row = new ArrayList<>();
      row.add(value.at("name").shown());
      row.add(value.at("source").shown());
      row.add(missing.isEmpty() ? value.at("raw").shown() : words(value.at("missing")));
      if (rated) {
        row.add(perSecond(value.at("perSecond")));
      }
      row.add(metric(value));
      table.row(row.toArray(String[]::new));
    }
    return table;
  }

  private static String perSecond(JsonValue rate) {
    return rate.raw() instanceof BigDecimal number ? number.toPlainString() : "-";
  }

  private static String metric(JsonValue value) {
    String why = value.at("notMapped").text();
    return why.isEmpty()
        ? value.at("metric").shown() + labels(value) + unit(value)
        : "(" + why + ")";
  }

  private static String labels(JsonValue value) {
    String labels =
        value.at("labels").fields().entrySet().stream()
            .filter(label -> !OF_PORT.contains(label.getKey()))
            .map(label -> label.getKey() + "=\"" + label.getValue().text() + "\"")
            .collect(Collectors.joining(","));
    return labels.isEmpty() ? "" : "{" + labels + "}";
  }

  /** Note on the counter's own unit, where the page shows another. */
  private static String unit(JsonValue value) {
    String unit = value.at("unit").text();
    return unit.isEmpty() || unit.equals("count") || unit.equals("bytes") ? "" : ", from " + unit;
  }

  private static String words(JsonValue name) {
    return name.shown().toLowerCase(Locale.ROOT).replace('_', ' ').replace('-', ' ');
  }
}
