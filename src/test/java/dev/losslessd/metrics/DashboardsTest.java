package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The dashboards by themselves; whether their panels find data is for a real Prometheus. */
class DashboardsTest {
  private static final Pattern SERIES = Pattern.compile("\\b((?:roce|losslessd)_[a-z_]+)\\b");

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
    StringBuilder served = new StringBuilder();
    for (String file : List.of("Catalogue", "NativeFacts", "Page", "OwnMeters")) {
      served.append(
          Files.readString(Path.of("src/main/java/dev/losslessd/metrics/" + file + ".java")));
    }
    for (Dashboards.Query query : Dashboards.queries("1m")) {
      Matcher name = SERIES.matcher(query.expression());
      while (name.find()) {
        String ours =
            name.group(1).startsWith("losslessd_")
                ? name.group(1).replaceFirst("_total$", "").replace('_', '.')
                : name.group(1);
        assertThat(served.toString()).as(query.toString()).contains("\"" + ours + "\"");
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
    Process promtool =
        new ProcessBuilder("/usr/bin/promtool", "check", "rules", file.toString())
            .redirectErrorStream(true)
            .start();
    String text = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(promtool.waitFor()).as(text).isZero();
    assertThat(number).isGreaterThan(60);
  }
}
