package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.metrics.Dashboards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Queries of the boards, asked of one agent and of three that poll the same devices: both answers
 * have the same series and, but for the moments of the scrapes, the same values.
 */
final class ManyAgents {
  private static final Path RESULTS = Path.of("target/dashboards/agents.txt");

  /** What an agent tells of itself alone: as many of these as agents. */
  private static final Pattern OWN = Pattern.compile("\\b(?:losslessd|jvm|process)_|\\bup\\{");

  private static final Pattern DEVICES = Pattern.compile("\\broce_");

  private ManyAgents() {}

  static void check(RealPrometheus prometheus) throws IOException {
    List<String> table = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (Dashboards.Query query : Dashboards.queries("20s")) {
      if (own(query.expression())) {
        continue;
      }
      // one moment for both: what changes between two questions would be a difference
      double moment = System.currentTimeMillis() / 1000.0;
      Map<String, Double> one = values(prometheus.query(query.expression(), moment));
      Map<String, Double> three =
          values(
              prometheus.query(
                  query.expression().replace("job=~\"losslessd\"", "job=~\"three\""), moment));
      String line = query.dashboard() + " / " + query.panel() + ": " + one + " | " + three;
      table.add(line);
      if (!same(query, one, three)) {
        wrong.add(line);
      }
    }
    Files.write(RESULTS, table);
    assertThat(wrong).as("other figures with three agents than with one").isEmpty();
    assertThat(table).hasSizeGreaterThan(50);
  }

  private static boolean own(String expression) {
    return OWN.matcher(expression).find() && !DEVICES.matcher(expression).find();
  }

  /** Names are compared but at the end of a full topk, where either of two equals may be told. */
  private static boolean same(
      Dashboards.Query query, Map<String, Double> one, Map<String, Double> three) {
    if (one.size() != three.size()) {
      return false;
    }
    if (one.keySet().equals(three.keySet())) {
      Iterator<Double> theirs = three.values().iterator();
      return one.values().stream().allMatch(value -> near(value, theirs.next()));
    }
    return query.expression().startsWith("topk(")
        && one.size() >= 10
        && near(Collections.min(one.values()), Collections.min(three.values()));
  }

  /** The largest of three that looked at other moments: three times as much is never near. */
  private static boolean near(double one, double three) {
    return one == three
        || (Double.isNaN(one) && Double.isNaN(three))
        || Math.abs(one - three) <= 0.6 * Math.max(Math.abs(one), Math.abs(three));
  }

  private static Map<String, Double> values(JsonNode result) {
    Map<String, Double> values = new TreeMap<>();
    for (JsonNode series : result) {
      TreeMap<String, String> labels = new TreeMap<>();
      series
          .path("metric")
          .properties()
          .forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
      labels.remove("job");
      String value = series.path("value").get(1).asString().replace("Inf", "Infinity");
      values.put(labels.toString(), Double.parseDouble(value));
    }
    return values;
  }
}
