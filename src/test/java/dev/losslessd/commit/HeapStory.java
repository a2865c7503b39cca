package dev.losslessd.commit;

import static dev.losslessd.commit.Moves.LEAF1;
import static dev.losslessd.commit.Moves.START;
import static dev.losslessd.commit.Moves.on;
import static dev.losslessd.commit.Moves.one;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** An engine that works for long in a process of its own, with the heap of the package. */
final class HeapStory {
  private static final Retention FEW =
      new Retention(10, Duration.ofDays(90), 10_000, Duration.ofHours(24));

  private final Rig rig;
  private final Moves moves;
  private final FakeLeaf leaf;

  private HeapStory(Path folder, FakeLeaf leaf) {
    this.leaf = leaf;
    this.rig = new Rig(folder, null, START, List.of(), leaf);
    this.moves = new Moves(rig);
    rig.start();
  }

  /** Runs the story named first, in a folder, with a count; says what it came to. */
  public static void main(String[] words) {
    Path folder = Path.of(words[1]);
    int count = Integer.parseInt(words[2]);
    String said =
        switch (words[0]) {
          case "cancelled" -> new HeapStory(folder, ports64()).cancelled(count);
          case "stuck" -> new HeapStory(folder, Moves.leaf(false)).stuck(count);
          case "start" -> new HeapStory(folder, ports64()).start();
          default -> throw new IllegalArgumentException(words[0]);
        };
    System.out.println(said);
    Runtime.getRuntime().halt(0);
  }

  /** A switch of 64 ports with a timer of its own, as EOS has one. */
  private static FakeLeaf ports64() {
    String[] ports = IntStream.rangeClosed(1, 64).mapToObj(n -> "Eth" + n).toArray(String[]::new);
    return new FakeLeaf("leaf1", () -> START, ports);
  }

  private String cancelled(int count) {
    for (int n = 1; n <= count; n++) {
      var _ = moves.cancel(moves.open(Requests.of(all(n))));
      tidy(n);
    }
    return count + " cancelled, " + rig.commitEngine.commits().size() + " in memory";
  }

  private TreeMap<Key, Setting> all(int n) {
    TreeMap<Key, Setting> all = new TreeMap<>();
    for (Target target : leaf.targets()) {
      if (target instanceof Target.Port) {
        all.put(new Key(target, SettingKind.PFC), on(3 + n % 2));
        TreeMap<Dscp, Priority> map = new TreeMap<>();
        for (int dscp = 0; dscp < 16; dscp++) {
          map.put(new Dscp(dscp * 4), new Priority((dscp + n) % 8));
        }
        all.put(new Key(target, SettingKind.DSCP_MAP), new DscpMap(map));
      }
    }
    return all;
  }

  private String stuck(int count) {
    String id =
        rig.commitEngine.commits().stream()
            .filter(Commit.Stuck.class::isInstance)
            .map(Commit::id)
            .findFirst()
            .orElseGet(this::refused);
    leaf.box.set(Moves.ETH1, SettingKind.PFC, on(3));
    leaf.box.refuses.add(SettingKind.PFC);
    for (int n = 1; n <= count; n++) {
      var _ = rig.commitEngine.retry(id, false, false, "uid:0");
      tidy(n);
    }
    return count + " retries, " + moves.state(id);
  }

  private String refused() {
    String id = moves.open(one(LEAF1, on(3)));
    leaf.box.refuses.add(SettingKind.PFC);
    var _ = moves.cancel(id);
    return id;
  }

  private String start() {
    moves.seconds(5);
    return "started, " + rig.commitEngine.commits().size() + " in memory";
  }

  /** What the fakes remember is not the engine's. */
  private void tidy(int n) {
    rig.told.clear();
    rig.writes.clear();
    rig.guard.calls.clear();
    rig.witness.lines.clear();
    rig.witness.states.clear();
    rig.endedPauses.clear();
    leaf.box.written.clear();
    leaf.calls.clear();
    leaf.lapsed.clear();
    if (n % 20 == 0) {
      rig.commitEngine.prune(FEW);
      rig.pass(Moves.SECOND);
    }
  }
}
