package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Queries of other exporters' dashboards, run on a Prometheus that scrapes this daemon under their
 * names. The queries come from lists here, and from their dashboards where these lie beside this
 * project.
 */
final class ForeignPanels {
  private static final Path LISTS = Path.of("src/test/resources/profiles");
  private static final Path DASHBOARDS = Path.of("../shared/dashboards");
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
    dashboards(prometheus, absent, table, empty);
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

  /** {@code PROFILE-*.json}; a panel of what is said to be absent is left out by name. */
  private static void dashboards(
      RealPrometheus prometheus, List<String> absent, List<String> table, List<String> empty)
      throws IOException {
    if (!Files.isDirectory(DASHBOARDS)) {
      table.add("skipped: no dashboards at " + DASHBOARDS);
      return;
    }
    try (Stream<Path> files = Files.list(DASHBOARDS)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        String profile = String.valueOf(file.getFileName()).split("-", 2)[0];
        for (JsonNode target : JsonMapper.shared().readTree(file.toFile()).findValues("expr")) {
          String expression = filled(target.asString(), profile);
          boolean known =
              absent.stream().anyMatch(one -> expression.contains(one.split(":", 2)[0]));
          if (known) {
            table.add("skipped: " + expression);
          } else {
            ask(prometheus, file + ": " + expression, expression, table, empty);
          }
        }
      }
    }
  }

  private static String filled(String expression, String profile) {
    return expression
        .replaceAll("\\$(?:interval|__rate_interval|__interval)", "20s")
        .replaceAll("\\[(?:[0-9]+[smh])\\]", "[20s]")
        .replaceAll("job=~?\"\\$job\"", "job=\"" + profile + "\"")
        .replace("$topn", "10")
        .replaceAll("\\$\\{?[a-z_]+\\}?", ".*");
  }
}
