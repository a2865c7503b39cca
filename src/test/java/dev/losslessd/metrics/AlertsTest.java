package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alert rules, by Prometheus' own tool, and their pages. */
class AlertsTest {
  private static final Path RULES = Path.of("config/alerts.yaml");
  private static final Path TESTS = Path.of("src/test/resources/alerts");
  private static final Path RUNBOOKS = Path.of("src/docs/runbooks");

  @TempDir private Path folder;

  @Test
  void everyAlertFiresWhenItShouldAndIsSilentOtherwise() throws Exception {
    Files.copy(RULES, folder.resolve("alerts.yaml"));
    for (String name : List.of("fires.yaml", "quiet.yaml", "maintenance.yaml")) {
      Files.copy(TESTS.resolve(name), folder.resolve(name));
    }

    assertThat(promtool("check", "rules", "alerts.yaml")).contains("SUCCESS");
    assertThat(promtool("test", "rules", "fires.yaml", "quiet.yaml", "maintenance.yaml"))
        .doesNotContain("FAILED");
    assertThat(found("alertname=\"(\\w+)\"", TESTS.resolve("fires.yaml")))
        .as("alerts that a test makes fire")
        .containsAll(alerts());
  }

  @Test
  void everyAlertHasItsPageAndEveryPageItsAlert() throws Exception {
    try (Stream<Path> pages = Files.list(RUNBOOKS)) {
      Set<String> names =
          pages
              .map(page -> String.valueOf(page.getFileName()).replace(".md", ""))
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(names).isEqualTo(alerts());
    }
  }

  @Test
  void noAlertIsOnASeriesThatWeDoNotServe() throws Exception {
    String page = sources();
    for (String name : found("\\b((?:roce|losslessd)_[a-z_]+)\\b", RULES)) {
      assertThat(page).as(name).contains(served(name));
    }
  }

  /** Micrometer writes losslessd_tasks_late for {@code losslessd.tasks.late}. */
  private static String served(String name) {
    boolean own = name.startsWith("losslessd_");
    return "\"" + (own ? name.replaceFirst("_total$", "").replace('_', '.') : name) + "\"";
  }

  private static String sources() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String file :
        List.of(
            "Catalogue", "NativeFacts", "ManagementFacts", "FindingText", "Page", "OwnMeters")) {
      text.append(
          Files.readString(Path.of("src/main/java/dev/losslessd/metrics/" + file + ".java")));
    }
    return text.toString();
  }

  private static Set<String> alerts() throws IOException {
    return found("alert: (\\w+)", RULES);
  }

  private static Set<String> found(String pattern, Path file) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(file))
        .results()
        .filter(result -> result.group(1) != null)
        .map((MatchResult result) -> result.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private String promtool(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }
}
