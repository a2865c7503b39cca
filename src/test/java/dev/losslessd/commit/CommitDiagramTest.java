package dev.losslessd.commit;

import static dev.losslessd.commit.Moves.LEAF1;
import static dev.losslessd.commit.Moves.NIC1;
import static dev.losslessd.commit.Moves.NIC2;
import static dev.losslessd.commit.Moves.START;
import static dev.losslessd.commit.Moves.on;
import static dev.losslessd.commit.Moves.one;
import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.WaveSize;
import dev.losslessd.store.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The states of a commit in {@code src/docs/explanation/engine.md}, drawn from the sealed types and
 * from what the journal of each story says. A state, a verdict or a record of a commit that no
 * story meets fails here. {@code -Dwrite.diagram=true} writes the page.
 */
class CommitDiagramTest {
  private static final Path PAGE = Path.of("src/docs/explanation/engine.md");
  private static final String OPENING = "```mermaid\n";
  private static final String END = "[*]";

  /** Class names of states, by the words that callers see. */
  private final Map<String, String> words = new TreeMap<>();

  /** Records by the states that they lead from and to, as the diagram has them. */
  private final Map<String, TreeSet<String>> edges = new TreeMap<>();

  private final TreeSet<String> records = new TreeSet<>();
  private final TreeSet<String> ends = new TreeSet<>();

  @TempDir private Path folder;
  private int stories;

  @Test
  void theDiagramIsWhatCommitsDo() throws IOException {
    tellAll();

    assertThat(words.keySet()).isEqualTo(names(Stream.of(Commit.class.getPermittedSubclasses())));
    assertThat(ends).isEqualTo(names(Stream.of(Commit.Ended.class.getPermittedSubclasses())));
    assertThat(records)
        .isEqualTo(
            names(
                Arrays.stream(Entry.class.getPermittedSubclasses())
                    .filter(CommitDiagramTest::isOfOneCommit)));
    String page = Files.readString(PAGE);
    int from = page.indexOf(OPENING) + OPENING.length();
    int to = page.indexOf("```", from);
    if (Boolean.getBoolean("write.diagram")) {
      Files.writeString(PAGE, page.substring(0, from) + diagram() + page.substring(to));
      return;
    }
    assertThat(page.substring(from, to)).isEqualTo(diagram());
  }

  private static boolean isOfOneCommit(Class<?> entry) {
    return Arrays.stream(entry.getRecordComponents())
        .anyMatch(part -> part.getName().equals("commit"));
  }

  private static TreeSet<String> names(Stream<Class<?>> types) {
    return types.map(Class::getSimpleName).collect(Collectors.toCollection(TreeSet::new));
  }

  private String diagram() {
    StringBuilder text = new StringBuilder("stateDiagram-v2\n");
    words.forEach((name, word) -> text.append("  state \"%s\" as %s%n".formatted(word, name)));
    edges.forEach((edge, by) -> text.append("  %s : %s%n".formatted(edge, String.join(", ", by))));
    return text.toString();
  }

  private void tellAll() {
    tell(moves -> moves.keep(LEAF1, on(3)));
    tell(moves -> {
      String id = moves.open(one(LEAF1, on(3)));
      var _ = moves.rig.commitEngine.extend(id, Duration.ofSeconds(900), "uid:0");
      var _ = moves.cancel(id);
    });
    tell(moves -> {
      moves.rig.nic.refuses.add(SettingKind.PFC);
      var _ = moves.open(one(NIC1, on(3)));
    });
    tell(CommitDiagramTest::waves);
    tell(CommitDiagramTest::stuck);
    tell(moves -> {
      String id = moves.open(one(LEAF1, on(3)));
      leaf(moves).silent = true;
      var _ = moves.cancel(id);
      var _ = moves.rig.commitEngine.abandon(id, "uid:0", "scrapped");
    });
    tell(moves -> {
      moves.rig.busy.add(ENS1);
      var _ = moves.cancel(moves.open(one(NIC1, on(3)).whenIdle(true)));
      var _ = moves.open(one(NIC1, on(4)).whenIdle(true));
      moves.rig.busy.clear();
      moves.seconds(15);
    });
  }

  private static void waves(Moves moves) {
    TreeMap<Key, Setting> two = new TreeMap<>(Map.of(NIC1, on(3), NIC2, on(3)));
    Rollout rollout =
        new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(30), true);
    var _ = moves.open(Requests.of(two).inWaves(Optional.of(rollout)));
    moves.seconds(100);
  }

  private static void stuck(Moves moves) {
    var _ = moves.rig.commitEngine.retry(stuck(moves, 3), false, false, "uid:0");
    var _ = moves.rig.commitEngine.abandon(stuck(moves, 4), "uid:0", "scrapped");
  }

  /** The NIC refuses while it is rolled back, and obeys afterwards. */
  private static String stuck(Moves moves, int priority) {
    String id = moves.open(one(NIC1, on(priority)));
    moves.rig.nic.refuses.add(SettingKind.PFC);
    var _ = moves.cancel(id);
    moves.rig.nic.refuses.clear();
    return id;
  }

  private static FakeLeaf leaf(Moves moves) {
    return moves.rig.leaves.values().iterator().next();
  }

  private void tell(Consumer<Moves> story) {
    FakeLeaf leaf = Moves.leaf(true);
    try (Rig rig = new Rig(story(), null, START, List.of(), leaf)) {
      story.accept(new Moves(rig));
      Map<String, CommitRecord> commits = new HashMap<>();
      rig.journal.replay(entry -> take(entry, commits));
    }
  }

  private Path story() {
    try {
      return Files.createDirectory(folder.resolve("story" + stories++));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(Entry entry, Map<String, CommitRecord> commits) {
    if (entry.commit().isEmpty()) {
      return;
    }
    Optional<CommitRecord> before = Optional.ofNullable(commits.get(entry.commit()));
    CommitRecord after =
        switch (entry) {
          case Entry.Staged staged -> CommitRecord.of(staged);
          case Entry.Begun begun -> CommitRecord.of(begun, before, Map.of());
          default -> before.orElseThrow().after(entry, false);
        };
    commits.put(entry.commit(), after);
    String record = entry.getClass().getSimpleName();
    String state = name(after);
    records.add(record);
    words.put(state, after.state().state());
    draw(before.map(CommitDiagramTest::name).orElse(END), state, record);
    if (after.ended().isPresent()) {
      ends.add(state);
      draw(state, END, "end");
    }
  }

  private static String name(CommitRecord record) {
    return record.state().getClass().getSimpleName();
  }

  private void draw(String from, String to, String by) {
    edges.computeIfAbsent(from + " --> " + to, _ -> new TreeSet<>()).add(by);
  }
}
