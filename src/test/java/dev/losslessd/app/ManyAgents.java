package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.metrics.Dashboards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Queries of the boards, asked of three agents that poll the same devices, and of each of them
 * alone: both have the same series. Scrapes look at other moments of a burst, so that each value
 * lies between the least and the largest of the three alone, where a sum would be thrice as much.
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
      // one moment for all: what changes between two questions would be a difference
      double moment = System.currentTimeMillis() / 1000.0;
      Map<String, DoubleSummaryStatistics> alone = new TreeMap<>();
      for (String agent : RealPrometheus.AGENTS) {
        String only = "job=~\"three\",instance=\"" + agent + "\"";
        values(prometheus.query(of(query, only), moment))
            .forEach((name, value) ->
                alone.computeIfAbsent(name, _ -> new DoubleSummaryStatistics()).accept(value));
      }
      Map<String, Double> three = values(prometheus.query(of(query, "job=~\"three\""), moment));
      String line = query.dashboard() + " / " + query.panel() + ": " + three + " | " + alone;
      table.add(line);
      if (!same(query, alone, three)) {
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

  private static String of(Dashboards.Query query, String agents) {
    return query.expression().replace("job=~\"losslessd\"", agents);
  }

  /** Names are compared but in a full topk, where either of two equals may be told. */
  private static boolean same(
      Dashboards.Query query,
      Map<String, DoubleSummaryStatistics> alone,
      Map<String, Double> three) {
    if (isAge(query.expression())) {
      return !three.isEmpty() && alone.keySet().containsAll(three.keySet());
    }
    if (query.expression().startsWith("topk(") && three.size() >= 10) {
      return three.size() == 10 && near(Collections.max(three.values()), largest(alone));
    }
    Iterator<DoubleSummaryStatistics> each = alone.values().iterator();
    return alone.keySet().equals(three.keySet())
        && three.values().stream().allMatch(value -> near(value, each.next()));
  }

  /** An age is that of the latest page, and the three are scraped one after the other. */
  private static boolean isAge(String expression) {
    return expression.contains("time() - max");
  }

  private static DoubleSummaryStatistics largest(Map<String, DoubleSummaryStatistics> alone) {
    return Collections.max(
        alone.values(), Comparator.comparingDouble(DoubleSummaryStatistics::getMax));
  }

  private static boolean near(double value, DoubleSummaryStatistics alone) {
    return (Double.isNaN(value) && Double.isNaN(alone.getSum()))
        || (value >= alone.getMin() * 0.6 && value <= alone.getMax() * 1.6);
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
