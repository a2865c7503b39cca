package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Queries as other exporters' dashboards ask them, run on a Prometheus that scrapes this daemon
 * under their names. The dashboards themselves: {@link ForeignBoardsTest}.
 */
final class ForeignPanels {
  private static final Path LISTS = Path.of("src/test/resources/profiles");
  private static final Path RESULTS = Path.of("target/dashboards/foreign.txt");

  private ForeignPanels() {}

  static void check(RealPrometheus prometheus) throws IOException {
    Map<String, List<String>> asked = new TreeMap<>();
    List<String> absent = new ArrayList<>();
    for (String profile : List.of("rdma_exporter", "node_exporter", "seed")) {
      for (String line : Files.readAllLines(LISTS.resolve(profile + ".txt"))) {
        if (line.startsWith("absent ")) {
          absent.add(line.substring("absent ".length()));
        } else if (!line.isBlank() && !line.startsWith("#")) {
          asked.computeIfAbsent(profile, _ -> new ArrayList<>()).add(line);
        }
      }
    }
    List<String> table = new ArrayList<>();
    List<String> empty = new ArrayList<>();
    asked.forEach((profile, lines) ->
        lines.forEach(line -> ask(prometheus, profile + ": " + line, line, table, empty)));
    for (String one : absent) {
      String name = one.split(":", 2)[0];
      assertThat(prometheus.query(name)).as(name + " is there, and said to be absent").isEmpty();
    }
    Files.write(RESULTS, table);
    assertThat(empty).as("expressions that find nothing").isEmpty();
  }

  private static void ask(
      RealPrometheus prometheus,
      String name,
      String expression,
      List<String> table,
      List<String> empty) {
    int found = prometheus.query(expression).size();
    table.add(found + " series: " + name);
    if (found == 0) {
      empty.add(name);
    }
  }
}
