package dev.losslessd.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Queries that the files in {@code dashboards} send to Prometheus. */
public final class Dashboards {
  /**
   * One query of one panel, with the variables as Grafana fills them in.
   *
   * @param expression PromQL
   * @param instant a table of now, not a line over time
   */
  public record Query(
      String dashboard, String panel, String expression, String unit, boolean instant) {}

  private Dashboards() {}

  /** Every JSON file in {@code dashboards}, sorted. */
  public static List<Path> files() {
    try (Stream<Path> files = Files.list(Path.of("dashboards"))) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static JsonNode read(Path file) {
    return JsonMapper.shared().readTree(file.toFile());
  }

  /**
   * Every query of every panel, of all that the job {@code losslessd} scrapes.
   *
   * @param rateInterval what Grafana's {@code $__rate_interval} would be: {@code 20s}
   */
  public static List<Query> queries(String rateInterval) {
    List<Query> queries = new ArrayList<>();
    for (Path file : files()) {
      for (JsonNode panel : read(file).path("panels")) {
        for (JsonNode target : panel.path("targets")) {
          queries.add(
              new Query(
                  String.valueOf(file.getFileName()).replace(".json", ""),
                  panel.path("title").asString(),
                  target
                      .path("expr")
                      .asString()
                      .replace("$__rate_interval", rateInterval)
                      .replace("$job", "losslessd")
                      .replaceAll("\\$(cluster|rail|device|host|switch|port)\\b", ".*"),
                  panel.path("fieldConfig").path("defaults").path("unit").asString(),
                  target.path("instant").asBoolean(false)));
        }
      }
    }
    return queries;
  }
}
