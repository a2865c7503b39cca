package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.house.GoldenFile;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alert rules, by Prometheus' own tool, and their pages. */
@SystemGroup
class AlertsTest {
  private static final Path RULES = Path.of("config/alerts.yaml");
  private static final Path TESTS = Path.of("src/test/resources/alerts");
  private static final Path RUNBOOKS = Path.of("src/docs/runbooks");

  private static final Path PAGE = Path.of("src/docs/reference/alerts.md");

  private static final String HEAD =
      "| alert | severity | trouble | fires after |\n| --- | --- | --- | --- |\n";

  private static final String ALONE = "(LosslessdDown critical|LosslessdFrozen).*";
  private static final List<String> AGENTS = List.of("gpu01", "gpu02", "gpu03");

  @TempDir private Path folder;

  @BeforeEach
  void copyRules() throws IOException {
    Files.copy(RULES, folder.resolve("alerts.yaml"));
  }

  @Test
  void everyAlertFiresOnItsTroubleAndNotBeforeItsTime() throws Exception {
    assertThat(promtool("check", "rules", "alerts.yaml")).contains("SUCCESS");
    check(troubles());
    assertThat(rules().stream().map(rule -> rule.name() + " " + rule.severity()))
        .as("rules that a scenario makes fire")
        .isSubsetOf(troubles().stream().map(one -> one.name().replaceFirst(":.*", "")).toList());
    for (AlertScenario one : troubles()) {
      List<Integer> times = one.times();
      assertThat(times.getLast() - times.getFirst()).as(one.name()).isEqualTo(30);
    }
  }

  @Test
  void threePollersOfOneLeafGiveTheSameAlertsAsOne() throws Exception {
    check(troubles().stream().map(one -> one.polledBy(AGENTS)).toList());
  }

  @Test
  void nothingThatIsHealthyFires() throws Exception {
    check(healthy());
  }

  @Test
  void nothingThatIsHealthyFiresWithThreePollers() throws Exception {
    check(healthy().stream().map(one -> one.polledBy(AGENTS)).toList());
  }

  /** The first is all that is told while nothing happens; the others differ from it. */
  private static List<AlertScenario> healthy() throws IOException {
    List<AlertScenario> all = AlertScenario.in(TESTS.resolve("healthy.yaml"));
    return all.stream().map(one -> one.over(all.getFirst())).toList();
  }

  @Test
  void nothingThatIsSilencedByMaintenanceFiresWherePeopleWork() throws Exception {
    List<AlertScenario> worked = new ArrayList<>();
    for (AlertScenario one : troubles()) {
      String series = one.series().toString();
      if (one.name().matches("(Roce|LosslessdUndoOutstanding).*")) {
        places(one.name(), series).forEach(place -> worked.add(one.inMaintenance(place).silent()));
      }
    }
    check(worked);
  }

  /** The device, and the port where it is about one; of a contract both ends. */
  private static List<String> places(String alert, String series) {
    List<String> places = new ArrayList<>();
    for (String device : List.of("gpu01", "leaf1")) {
      boolean end = alert.startsWith("RoceContractBroken");
      if (end || series.contains("device=\"" + device + "\"")) {
        places.add("device=\"" + device + "\",port=\"\"");
      }
      if (end || series.contains("device=\"" + device + "\",port=")) {
        String port = device.equals("leaf1") ? "Ethernet1/7" : "ens1f0np0";
        places.add("device=\"" + device + "\",port=\"" + port + "\"");
      }
    }
    return places;
  }

  @Test
  void theTableOfTimesIsWhatTheScenariosSay() throws IOException {
    GoldenFile.part(PAGE, HEAD, "\n\n", table(troubles()));
  }

  /** Trouble begins at ten minutes; a scenario ends when its alert fires. */
  private static String table(List<AlertScenario> all) {
    StringBuilder text = new StringBuilder();
    for (AlertScenario one : all) {
      String[] words = one.name().split(": ", 2);
      Duration after = Duration.ofSeconds(one.times().getLast() - 600L);
      text.append("| ").append(words[0].replace(" ", " | ")).append(" | ").append(words[1]);
      text.append(" | ").append(after.toString().substring(2).toLowerCase(Locale.ROOT));
      text.append(" |\n");
    }
    return text.toString().strip();
  }

  @Test
  void everyRuleSaysHowBadWhoseAndWhereToLookInRoundedFigures() throws IOException {
    for (Rule rule : rules()) {
      assertThat(rule.text()).as(rule.name()).contains("team: ");
      assertThat(rule.text()).contains("runbook: src/docs/runbooks/" + rule.name() + ".md\n");
      assertThat(rule.text())
          .containsPattern("runbook_url: https://\\S+/" + rule.name() + "\\.md\n");
      assertThat(rule.text())
          .as("rounded")
          .doesNotContain("$value }}\"")
          .doesNotContain("{{ $value }}");
    }
  }

  @Test
  void alertmanagerTakesTheExample() throws Exception {
    assumeTrue(onPath("amtool"), "amtool is missing: Debian's prometheus-alertmanager");
    Path example = Path.of("config/alertmanager.yaml").toAbsolutePath();

    assertThat(run("amtool", "check-config", example.toString())).contains("SUCCESS");
  }

  @Test
  void prometheusTakesTheExample() throws Exception {
    Files.copy(Path.of("config/prometheus.yaml"), folder.resolve("prometheus.yaml"));

    assertThat(promtool("check", "config", "prometheus.yaml")).contains("SUCCESS");
  }

  @Test
  void everyAlertHasItsPageAndEveryPageItsAlert() throws Exception {
    try (Stream<Path> pages = Files.list(RUNBOOKS)) {
      Set<String> names =
          pages
              .map(page -> String.valueOf(page.getFileName()).replace(".md", ""))
              .filter(name -> !name.equals("README"))
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(names).isEqualTo(alerts());
    }
  }

  @Test
  void noAlertIsOnASeriesThatWeDoNotServe() throws Exception {
    String page = Families.served();
    for (String name : found("\\b((?:roce|losslessd)_[a-z_]+)\\b", RULES)) {
      assertThat(isServed(page, name)).as(name).isTrue();
    }
  }

  /**
   * Micrometer writes losslessd_tasks_late for {@code losslessd.tasks.late}; a page's own is as is.
   */
  private static boolean isServed(String page, String name) {
    String meter = name.replaceFirst("_total$", "").replace('_', '.');
    return Stream.of(name, meter).anyMatch(one -> page.contains('"' + one + '"'));
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

  /** No agent at all is nothing that others can be beside; an hour makes all of them long. */
  private void check(List<AlertScenario> all) throws Exception {
    List<AlertScenario> beside = new ArrayList<>(all);
    List<AlertScenario> files = new ArrayList<>();
    beside.removeIf(one -> one.name().matches(ALONE) && files.add(one));
    files.add(AlertScenario.together(beside));
    Files.writeString(folder.resolve("scenarios.yaml"), AlertScenario.file(files));
    assertThat(promtool("test", "rules", "scenarios.yaml")).doesNotContain("FAILED");
  }

  private static List<AlertScenario> troubles() throws IOException {
    return AlertScenario.in(TESTS.resolve("fires.yaml"));
  }

  /** One rule, as its lines. */
  private record Rule(String name, String severity, String text) {}

  private static List<Rule> rules() throws IOException {
    return Stream.of(Files.readString(RULES).split("- alert: "))
        .skip(1)
        .map(text -> new Rule(text.lines().findFirst().orElseThrow(), severity(text), text))
        .toList();
  }

  private static String severity(String text) {
    Matcher found = Pattern.compile("severity: (\\w+)").matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return found.group(1);
  }

  private static boolean onPath(String tool) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, tool)));
  }

  private String promtool(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(words));
    return run(command.toArray(String[]::new));
  }

  private String run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }
}
