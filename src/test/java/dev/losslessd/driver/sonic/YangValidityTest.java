package dev.losslessd.driver.sonic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * The databases that every setting of the driver, its inverse, a whole policy and its rollback
 * leave, patch by patch, judged by yanglint with the models of each release. Order and moves are
 * {@link RealUpdaterTest}'s.
 */
class YangValidityTest {
  @TempDir Path folder;

  @BeforeAll
  static void needsYanglint() {
    assumeTrue(
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(one -> Files.isExecutable(Path.of(one, "yanglint"))),
        "no yanglint here (libyang2-tools)");
  }

  static List<Arguments> cases() throws IOException {
    return RealUpdaterTest.cases();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("cases")
  void whatEachPatchLeavesIsValid(Path models, SonicData.Database database) throws Exception {
    ObjectNode db = database.tables();
    assumeTrue(faults(models, Map.of("start", db)).isEmpty(), "not a database of this release");

    Map<String, ObjectNode> ends = new LinkedHashMap<>();
    Updater updater = new Rfc6902();
    String release = models.getFileName().toString();
    try (ConfigDbSwitch box =
        new ConfigDbSwitch(release, SonicData.keepsHistory(models), updater)) {
      TrialRun run =
          new TrialRun(
              box,
              updater,
              (name, end) -> {
                if (!ends.containsValue(end)) {
                  ends.put(name, end);
                }
              });
      SonicData.trials(db).forEach(run::run);
    }

    assertThat(ends).hasSizeGreaterThan(10);
    assertThat(faults(models, ends)).isEmpty();
  }

  @Test
  void anEmptyListOfPrioritiesIsFoundWhereTheModelRefusesIt() throws Exception {
    Map<String, Boolean> refused = new LinkedHashMap<>();
    for (Path models : SonicData.releases()) {
      ObjectNode db = SonicData.databases().getFirst().tables().deepCopy();
      db.path("PORT_QOS_MAP").properties().stream()
          .filter(row -> row.getKey().startsWith("Ethernet"))
          .limit(1)
          .forEach(row -> ((ObjectNode) row.getValue()).put("pfc_enable", ""));
      refused.put(models.getFileName().toString(), !faults(models, Map.of("empty", db)).isEmpty());
    }
    assertThat(refused).containsEntry("202205", true).containsEntry("HEAD", false);
  }

  /** One look at all of them; only where it finds something, each by itself. */
  private List<String> faults(Path models, Map<String, ObjectNode> ends) throws Exception {
    YangXml xml = new YangXml(YangModels.read(models));
    Map<Path, String> files = new LinkedHashMap<>();
    for (Map.Entry<String, ObjectNode> end : ends.entrySet()) {
      Path file = folder.resolve("end" + files.size() + ".xml");
      Files.writeString(file, xml.text(end.getValue()));
      files.put(file, end.getKey());
    }
    List<String> faults = new ArrayList<>();
    if (!yanglint(models, List.copyOf(files.keySet())).isEmpty()) {
      for (Map.Entry<Path, String> file : files.entrySet()) {
        String said = yanglint(models, List.of(file.getKey()));
        if (!said.isEmpty()) {
          faults.add(file.getValue() + ": " + said);
        }
      }
    }
    return faults;
  }

  /** What it says against the files; nothing if they are valid. */
  private static String yanglint(Path models, List<Path> files) throws Exception {
    List<String> line = new ArrayList<>(List.of("yanglint", "-Q", "-e", "-t", "config", "-p"));
    line.add(models.toString());
    try (Stream<Path> all = Files.list(models)) {
      all.filter(one -> one.toString().endsWith(".yang"))
          .sorted()
          .map(Path::toString)
          .forEach(line::add);
    }
    files.forEach(file -> line.add(file.toString()));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    return process.waitFor() == 0 ? "" : said.isEmpty() ? "refused" : said;
  }
}
