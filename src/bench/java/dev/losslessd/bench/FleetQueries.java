package dev.losslessd.bench;

import dev.losslessd.metrics.Dashboards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What boards and rules read. */
final class FleetQueries {
  /** Rule files; the second one is there only where recording rules pay. */
  static final List<Path> RULES =
      Stream.of("config/alerts.yaml", "config/rules.yaml")
          .map(Path::of)
          .filter(Files::exists)
          .toList();

  /** Four times the 30 s between two samples, as Grafana makes it. */
  static final String RATE_INTERVAL = "2m";

  private static final Pattern FAMILY =
      Pattern.compile("\\b(?:roce|losslessd|jvm|process)_[a-z_]+\\b(?!:)");

  private FleetQueries() {}

  /** Names of all families that an expression of them has. */
  static Set<String> families() throws IOException {
    List<String> texts = new ArrayList<>();
    Dashboards.queries(RATE_INTERVAL).forEach(query -> texts.add(query.expression()));
    for (Path file : RULES) {
      for (String line : Files.readAllLines(file)) {
        // what people read in comments and annotations is no expression
        if (!line.matches("\\s*(#|summary:|description:|runbook).*")) {
          texts.add(line);
        }
      }
    }
    Set<String> families = new TreeSet<>();
    for (String text : texts) {
      Matcher family = FAMILY.matcher(text);
      while (family.find()) {
        families.add(family.group());
      }
    }
    return families;
  }
}
