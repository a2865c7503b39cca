package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The dashboards by themselves; whether their panels find data is for a real Prometheus. */
@SystemGroup
class DashboardsTest {
  private static final Pattern SERIES = Pattern.compile("\\b((?:roce|losslessd)_[a-z_]+)\\b");

  private static final Pattern QUOTED = Pattern.compile("\"((?:roce|losslessd)_[a-z_]+)\"");

  private static final YAMLMapper YAML = new YAMLMapper();

  private static final Pattern SELECTED =
      Pattern.compile("\\b((?:roce|losslessd|jvm|process)_[a-z_]+|up)(\\{[^}]*})");

  /** Rates and states that are bad from some value on. */
  private static final Pattern BAD =
      Pattern.compile(
          "pause_seconds|discards|errors|stalled|out_of|ignored|timeouts|shutdowns|resets|failures|link_down|target_up|last_success|contract.*"
              + " == |findings|drift|undo|late|port_active|ports_expected|overrides_hidden|deadline"
              + "|snmp_request|ssh_command|netlink_call|scrape_duration");

  @TempDir private Path folder;

  @Test
  void noPanelIsWithoutDescriptionUnitAndTheDataSourceThatTheReaderChose() {
    for (Path file : Dashboards.files()) {
      JsonNode board = Dashboards.read(file);
      assertThat(board.path("description").asString()).as(file.toString()).isNotBlank();
      assertThat(board.path("templating").path("list").get(0).path("type").asString())
          .isEqualTo("datasource");
      for (JsonNode panel : board.path("panels")) {
        if (!panel.path("type").asString().equals("row")) {
          String name = file + " " + panel.path("title").asString();
          assertThat(panel.path("description").asString()).as(name).endsWith(".");
          assertThat(panel.at("/fieldConfig/defaults/unit").asString()).as(name).isNotBlank();
          assertThat(panel.path("targets").size()).as(name).isPositive();
          for (JsonNode target : panel.path("targets")) {
            assertThat(target.at("/datasource/uid").asString()).as(name).isEqualTo("${datasource}");
          }
        }
      }
    }
  }

  @Test
  void everyBoardIsNarrowedByClusterJobAndRail() {
    for (Path file : Dashboards.files()) {
      JsonNode board = Dashboards.read(file);
      assertThat(board.path("refresh").asString()).as(file.toString()).isEqualTo("30s");
      assertThat(board.path("templating").path("list").findValuesAsString("name"))
          .as(file.toString())
          .contains("cluster", "job", "rail")
          .containsAnyOf("host", "switch", "device");
      everyVariableIsAsked(file, board);
      for (String expression : board.findValuesAsString("expr")) {
        Matcher selector = SELECTED.matcher(expression);
        while (selector.find()) {
          assertThat(selector.group())
              .as(file + ": " + expression)
              .matches(".*\\{(cluster=~\"\\$cluster\",job=~\"\\$job\"|label_rail).*");
        }
        assertThat(selector.replaceAll("")).as("without a selector").doesNotContain("roce_");
      }
    }
  }

  /** One that no query asks would narrow nothing. */
  private static void everyVariableIsAsked(Path file, JsonNode board) {
    String asked = String.join("\n", board.findValuesAsString("expr"));
    for (JsonNode variable : board.path("templating").path("list")) {
      if (variable.path("type").asString().equals("query")) {
        String name = variable.path("name").asString();
        assertThat(asked).as(file + " $" + name).contains("$" + name);
        assertThat(variable.path("definition").asString())
            .as(file + " $" + name)
            .isEqualTo(variable.at("/query/query").asString());
      }
    }
  }

  @Test
  void everyFamilyOnTheStateOfTheDaemonIsOnABoard() throws Exception {
    String asked =
        Dashboards.queries("1m").stream()
            .map(Dashboards.Query::expression)
            .collect(Collectors.joining("\n"));
    Set<String> families = new TreeSet<>();
    for (String file : List.of("ManagementFacts", "FindingText", "StateFacts", "CallMeters")) {
      Matcher name = QUOTED.matcher(Files.readString(source(file)));
      while (name.find()) {
        families.add(name.group(1));
      }
    }

    assertThat(families).hasSizeGreaterThan(14);
    assertThat(families)
        .allSatisfy(name -> assertThat(asked).containsPattern(name + "(_bucket)?\\{"));
  }

  @Test
  void grafanaIsProvisionedWithTheBoardsWhereTheReadmePutsThem() throws Exception {
    Path folder = Path.of("dashboards/provisioning");
    JsonNode provider =
        YAML.readTree(folder.resolve("dashboards/losslessd.yaml").toFile()).at("/providers/0");
    JsonNode source =
        YAML.readTree(folder.resolve("datasources/losslessd.yaml").toFile()).at("/datasources/0");
    JsonNode prometheus = YAML.readTree(Path.of("config/prometheus.yaml").toFile());

    String boards = provider.at("/options/path").asString();
    assertThat(provider.path("type").asString()).isEqualTo("file");
    assertThat(Files.readString(Path.of("dashboards/README.md")))
        .contains("cp dashboards/*.json " + boards + "/", "install -d " + boards);
    assertThat(source.path("type").asString()).isEqualTo("prometheus");
    assertThat(source.at("/jsonData/timeInterval").asString())
        .as("$__rate_interval is four of these")
        .isEqualTo(prometheus.at("/global/scrape_interval").asString());
  }

  @Test
  void noQueryDrawsALineForEachOf2000Ports() {
    panels((name, panel) -> {
      for (JsonNode target : panel.path("targets")) {
        boolean each =
            panel.path("type").asString().equals("table")
                || target
                    .path("legendFormat")
                    .asString()
                    .matches(".*\\{\\{(device|a|instance)}}.*");
        if (each) {
          assertThat(target.path("expr").asString()).as(name).matches("(?:top|bottom)k\\(.*");
        }
      }
    });
  }

  @Test
  void whatCanBeBadHasAThresholdOrAColour() {
    panels((name, panel) -> {
      String asked = String.join(" ", panel.findValuesAsString("expr"));
      boolean marked =
          panel.at("/fieldConfig/defaults/thresholds/steps").size() > 1
              || !panel.at("/fieldConfig/overrides").isEmpty()
              || panel.path("type").asString().equals("table");
      assertThat(marked || !BAD.matcher(asked).find()).as(name).isTrue();
    });
  }

  @Test
  void whatIsUnknownIsToldAsUnknown() {
    panels((name, panel) -> {
      JsonNode defaults = panel.at("/fieldConfig/defaults");
      if (defaults.at("/color/mode").asString().equals("thresholds")) {
        assertThat(defaults.path("noValue").asString()).as(name).isEqualTo("unknown");
        assertThat(defaults.path("mappings").findValuesAsString("match"))
            .as(name)
            .contains("null+nan");
      }
      for (String expression : panel.findValuesAsString("expr")) {
        assertThat(expression).as(name).doesNotContain("vector(");
      }
    });
  }

  @Test
  void aRailHidesOtherRailsAndKeepsWhatHasNone() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/promtool")), "promtool is missing");
    String ports = expression("fabric-overview", "Ports read");
    String test =
        """
        tests:
        - interval: 1m
          input_series:
          - { series: 'roce_target_up{job="losslessd",instance="a",device="gpu01",port="p1"}', values: 1 }
          - { series: 'roce_target_up{job="losslessd",instance="a",device="gpu01",port="p2"}', values: 1 }
          - { series: 'roce_port_labels{job="losslessd",instance="a",device="gpu01",port="p1",label_rail="r1"}', values: 1 }
          - { series: 'roce_port_labels{job="losslessd",instance="a",device="gpu01",port="p2",label_rail="r2"}', values: 1 }
          - { series: 'roce_target_up{job="losslessd",instance="a",poller="a",device="leaf1"}', values: 1 }
          - { series: 'roce_target_up{job="losslessd",instance="b",poller="b",device="leaf1"}', values: 0 }
          - { series: 'roce_target_up{job="losslessd",instance="b",poller="b",device="leaf2"}', values: 1 }
          - { series: 'roce_device_labels{job="losslessd",device="leaf1",label_rail="r1"}', values: 1 }
          - { series: 'roce_device_labels{job="losslessd",device="leaf2",label_rail="r2"}', values: 1 }
          promql_expr_test:
          - { eval_time: 0, expr: '%s', exp_samples: [ { value: 4 } ] }
          - { eval_time: 0, expr: '%s', exp_samples: [ { value: 2 } ] }
        - interval: 1m
          input_series:
          - { series: 'roce_target_up{job="losslessd",instance="a",device="gpu01"}', values: 1 }
          promql_expr_test:
          - { eval_time: 0, expr: '%s', exp_samples: [ { value: 1 } ] }
        """
            .formatted(
                ports,
                ports.replace("label_rail!~\".*\"", "label_rail!~\"r1\""),
                ports.replace("label_rail!~\".*\"", "label_rail!~\"r1\""));
    promtool("test", "rules", Files.writeString(folder.resolve("rail.yaml"), test).toString());
  }

  private static Path source(String type) {
    return Path.of("src/main/java/dev/losslessd/metrics/" + type + ".java");
  }

  private static String expression(String board, String panel) {
    return Dashboards.queries("1m").stream()
        .filter(query -> query.dashboard().equals(board) && query.panel().equals(panel))
        .map(Dashboards.Query::expression)
        .findFirst()
        .orElseThrow();
  }

  private static void promtool(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("/usr/bin/promtool"));
    command.addAll(List.of(words));
    Process promtool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(promtool.waitFor()).as(text).isZero();
  }

  private static void panels(BiConsumer<String, JsonNode> each) {
    for (Path file : Dashboards.files()) {
      for (JsonNode panel : Dashboards.read(file).path("panels")) {
        each.accept(file + " " + panel.path("title").asString(), panel);
      }
    }
  }

  @Test
  void panelsDoNotOverlapAndNamesAreUnique() {
    Set<String> uids = new HashSet<>();
    for (Path file : Dashboards.files()) {
      JsonNode board = Dashboards.read(file);
      assertThat(uids.add(board.path("uid").asString())).as("uid of " + file).isTrue();
      Set<Integer> ids = new HashSet<>();
      Set<String> cells = new HashSet<>();
      for (JsonNode panel : board.path("panels")) {
        assertThat(ids.add(panel.path("id").asInt())).as("id in " + file).isTrue();
        JsonNode place = panel.path("gridPos");
        for (int x = 0; x < place.path("w").asInt(); x++) {
          for (int y = 0; y < place.path("h").asInt(); y++) {
            int column = place.path("x").asInt() + x;
            assertThat(column).isLessThan(24);
            assertThat(cells.add(column + "/" + (place.path("y").asInt() + y)))
                .as(file + " " + panel.path("title").asString())
                .isTrue();
          }
        }
      }
    }
  }

  @Test
  void everyExpressionIsOfSeriesThatWeServe() throws Exception {
    String served = Families.served();
    for (Dashboards.Query query : Dashboards.queries("1m")) {
      Matcher name = SERIES.matcher(query.expression());
      while (name.find()) {
        // Micrometer writes losslessd_tasks_late for losslessd.tasks.late
        String family = name.group(1).replaceFirst("_bucket$", "");
        String meter = family.replaceFirst("_total$", "").replace('_', '.');
        assertThat(served)
            .as(query.toString())
            .containsAnyOf("\"" + family + "\"", "\"" + meter + "\"");
      }
    }
  }

  @Test
  void everyExpressionIsPromQl() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/promtool")), "promtool is missing");
    StringBuilder rules = new StringBuilder("groups:\n- name: panels\n  rules:\n");
    int number = 0;
    for (Dashboards.Query query : Dashboards.queries("1m")) {
      rules
          .append("  - record: panel:" + number++)
          .append("\n    expr: '" + query.expression().replace("'", "''") + "'\n");
    }
    Path file = Files.writeString(folder.resolve("rules.yaml"), rules.toString());
    promtool("check", "rules", file.toString());
    assertThat(number).isGreaterThan(60);
  }
}
