package dev.losslessd.cli;

import java.util.List;
import java.util.Locale;

/** Counters as people read them. A counter without a number says why, and never 0. */
final class CounterView {
  private CounterView() {}

  static void print(Screen screen, List<Doc> ports) {
    if (ports.isEmpty()) {
      screen.line("No counters yet.");
    }
    boolean first = true;
    for (Doc port : ports) {
      if (!first) {
        screen.line("");
      }
      first = false;
      screen.line(port.at("port").shown() + " at " + port.at("at").time());
      screen.table(table(port.at("values").items()), "  no counters");
    }
  }

  private static Table table(List<Doc> values) {
    Table table = new Table("COUNTER", "SIGNAL", "DIR", "PRIO", "VALUE").alignRight(4);
    for (Doc value : values) {
      String missing = value.at("missing").text();
      table.row(
          value.at("name").shown(),
          words(value.at("signal")),
          words(value.at("direction")),
          value.at("priority").shown(),
          missing.isEmpty() ? value.at("raw").shown() : words(value.at("missing")));
    }
    return table;
  }

  private static String words(Doc name) {
    return name.shown().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
