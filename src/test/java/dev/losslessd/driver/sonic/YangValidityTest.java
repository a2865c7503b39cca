package dev.losslessd.driver.sonic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
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
@SystemGroup
class YangValidityTest {
  private static final int MOST_FAULTS = 5;

  private static final Map<String, Map<String, ObjectNode>> BLIND = new HashMap<>();

  @TempDir Path folder;

  @BeforeAll
  static void needsYanglint() {
    assumeTrue(
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(one -> Files.isExecutable(Path.of(one, "yanglint"))),
        "no yanglint here (libyang2-tools)");
  }

  /** Hundreds of databases, which the classes after this one in the same process need no more. */
  @AfterAll
  static void forget() {
    BLIND.clear();
  }

  /** Each release in the campaign or when named; else the oldest, one between, and the newest. */
  static List<Arguments> cases() throws IOException {
    List<Path> releases = SonicData.releases();
    if (!Boolean.getBoolean("yang") && System.getProperty("sonic.releases") == null) {
      releases =
          List.of(releases.getFirst(), releases.get(releases.size() / 2), releases.getLast());
    }
    return RealUpdaterTest.cases(releases);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("cases")
  void whatEachPatchLeavesIsValid(Path models, SonicData.Database database) throws Exception {
    ObjectNode db = database.tables();
    assumeTrue(faults(models, Map.of("start", db)).isEmpty(), "not a database of this release");

    Map<String, ObjectNode> ends = ends(models, database);
    boolean held = SonicData.isHeld(models.getFileName().toString(), db);
    assertThat(ends).hasSizeGreaterThan(held ? 0 : 10);
    assertThat(faults(models, ends)).isEmpty();
  }

  @Test
  void anEmptyListOfPrioritiesIsFoundWhereTheModelRefusesIt() throws Exception {
    for (Path models : SonicData.releases()) {
      ObjectNode db = SonicData.databases().getFirst().tables().deepCopy();
      db.path("PORT_QOS_MAP").properties().stream()
          .filter(row -> row.getKey().startsWith("Ethernet"))
          .limit(1)
          .forEach(row -> ((ObjectNode) row.getValue()).put("pfc_enable", ""));
      String release = models.getFileName().toString();
      assertThat(faults(models, Map.of("empty", db)))
          .as(release)
          .hasSize(release.compareTo("202411") <= 0 ? 1 : 0);
    }
  }

  /**
   * The databases by the trials that leave them. A driver that never asks for the release does the
   * same on all of them.
   */
  private Map<String, ObjectNode> ends(Path models, SonicData.Database database) throws Exception {
    boolean history = SonicData.keepsHistory(models);
    String key = database + (history ? " with history" : "");
    Map<String, ObjectNode> known = BLIND.get(key);
    if (known != null) {
      return known;
    }
    Map<String, ObjectNode> ends = new LinkedHashMap<>();
    Updater updater = new Rfc6902();
    try (ConfigDbSwitch box =
        new ConfigDbSwitch(folder.resolve("fabric"), models.getFileName().toString(), updater)) {
      Set<ObjectNode> seen = new HashSet<>();
      TrialRun run =
          new TrialRun(
              box,
              updater,
              (name, end) -> {
                if (seen.add(end)) {
                  ends.put(name, end);
                }
              });
      ObjectNode db = database.tables();
      Trial.all(db, SonicData.ports(db).getFirst()).forEach(run::run);
      run.leave(Trial.revisions(db, SonicData.ports(db).getFirst()));
      assertThat(run.faults()).filteredOn(fault -> fault.contains("leaves [")).isEmpty();
      if (!box.wasAskedForItsRelease()) {
        BLIND.put(key, ends);
      }
    }
    return ends;
  }

  /** One look at all of them, and another without the one that it stopped at. */
  private List<String> faults(Path models, Map<String, ObjectNode> ends) throws Exception {
    YangXml xml = new YangXml(YangModels.read(models));
    Map<Path, String> files = new LinkedHashMap<>();
    for (Map.Entry<String, ObjectNode> end : ends.entrySet()) {
      Path file = folder.resolve("end" + files.size() + ".xml");
      Files.writeString(file, xml.text(end.getValue()));
      files.put(file, end.getKey());
    }
    List<String> faults = new ArrayList<>();
    String said = yanglint(models, files.keySet());
    while (!said.isEmpty() && faults.size() < MOST_FAULTS) {
      String last = said;
      Optional<Path> at = files.keySet().stream().filter(f -> last.contains("\"" + f)).findFirst();
      if (at.isEmpty()) {
        return List.of(said);
      }
      faults.add(files.remove(at.get()) + ": " + said);
      said = files.isEmpty() ? "" : yanglint(models, files.keySet());
    }
    return faults;
  }

  /** Errors of yanglint on the files; empty if they are valid. */
  private static String yanglint(Path models, Collection<Path> files) throws Exception {
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
