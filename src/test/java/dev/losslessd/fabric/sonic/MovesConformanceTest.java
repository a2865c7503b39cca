package dev.losslessd.fabric.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.fabric.switchbase.CliError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Patches that SONiC's own updater has judged and split; they stand beside the repository. */
class MovesConformanceTest {
  private static final Path DATA = Path.of("../shared/data/switch/sonic");
  private static final JsonMapper JSON = JsonMapper.shared();

  @ParameterizedTest
  @ValueSource(strings = {"202205", "202405", "202411", "202505", "HEAD"})
  void theFakeAnswersEachRecordedPatchWithTheRecordedVerdictAndMoves(String name)
      throws IOException {
    Path recorded = DATA.resolve("moves").resolve(name + ".json");
    assumeTrue(Files.isRegularFile(recorded), "no recordings beside this repository: " + recorded);
    Release release = Release.of(name);
    Map<String, Tables> after = new HashMap<>();
    int judged = 0;
    for (JsonNode one : ordered(JSON.readTree(Files.readString(recorded)))) {
      String what = name + " " + one.get("database").asString() + " " + one.get("name").asString();
      Tables start = start(one, after);
      Answer answer = answer(start, one.get("patch"), release);
      assertThat(answer.why().isEmpty())
          .as("%s: %s", what, answer.why())
          .isEqualTo(one.get("accepted").asBoolean());
      assertThat(answer.moves()).as(what).isEqualTo(moves(one.get("moves")));
      after.put(one.get("database").asString() + one.get("name").asString(), answer.end());
      judged++;
    }
    assertThat(judged).isGreaterThan(12);
  }

  /** The way there before the way back. */
  private static List<JsonNode> ordered(JsonNode all) {
    List<JsonNode> nodes = new ArrayList<>();
    all.forEach(nodes::add);
    nodes.sort((a, b) -> Boolean.compare(isBack(a), isBack(b)));
    return nodes;
  }

  private static boolean isBack(JsonNode one) {
    return one.get("name").asString().endsWith(".back");
  }

  private static Tables start(JsonNode one, Map<String, Tables> after) throws IOException {
    String database = one.get("database").asString();
    String before = database + one.get("name").asString().replaceFirst("\\.back$", "");
    if (isBack(one)) {
      Tables end = after.get(before);
      assertThat(end).as(before).isNotNull();
      return Objects.requireNonNull(end);
    }
    JsonNode file =
        JSON.readTree(Files.readString(DATA.resolve("config_db").resolve(database + ".json")));
    Tables db = new Tables();
    file.properties()
        .forEach(table ->
            table
                .getValue()
                .properties()
                .forEach(row ->
                    row.getValue()
                        .properties()
                        .forEach(cell ->
                            db.row(table.getKey(), row.getKey())
                                .put(cell.getKey(), cell.getValue().asString("")))));
    // written by sonic-db-cli before a patch that names it
    db.put("WRED_PROFILE", "losslessd-400000-1600000-20", "ecn", "ecn_all");
    return db;
  }

  /**
   * @param end what is there afterwards; of a refused patch what it would have made
   */
  private record Answer(String why, List<Set<Map<String, Object>>> moves, Tables end) {}

  private static Answer answer(Tables start, JsonNode patch, Release release) throws IOException {
    List<?> operations = JSON.treeToValue(patch, List.class);
    Tables wanted = start;
    try {
      wanted = Patcher.apply(start, operations, Release.HEAD, _ -> false);
      Yang.check(start, release);
      Tables target = Patcher.apply(start, operations, release, _ -> false);
      return new Answer(
          "",
          PatchSorter.sort(start, target, release).stream()
              .<Set<Map<String, Object>>>map(
                  move -> new HashSet<>(move.ops().stream().map(Move.Op::json).toList()))
              .toList(),
          target);
    } catch (CliError e) {
      return new Answer(e.text(), List.of(), wanted);
    }
  }

  /** Moves without the order of operations that are written at one time. */
  private static List<Set<Map<String, Object>>> moves(JsonNode recorded) {
    List<Set<Map<String, Object>>> all = new ArrayList<>();
    for (JsonNode move : recorded) {
      Set<Map<String, Object>> ops = new HashSet<>();
      move.forEach(op -> {
        Map<String, Object> map = new HashMap<>();
        op.properties()
            .forEach(field ->
                map.put(
                    field.getKey(),
                    field.getValue().isString()
                        ? field.getValue().asString()
                        : JSON.treeToValue(field.getValue(), Map.class)));
        ops.add(map);
      });
      all.add(ops);
    }
    return all;
  }
}
