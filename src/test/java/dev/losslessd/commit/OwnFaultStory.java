package dev.losslessd.commit;

import static dev.losslessd.commit.Moves.ETH1;
import static dev.losslessd.commit.Moves.LEAF1;
import static dev.losslessd.commit.Moves.NIC1;
import static dev.losslessd.commit.Moves.NIC2;
import static dev.losslessd.commit.Moves.START;
import static dev.losslessd.commit.Moves.on;
import static dev.losslessd.commit.Moves.one;
import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;

import dev.losslessd.commit.OwnFaults.Kind;
import dev.losslessd.commit.OwnFaults.Place;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import dev.losslessd.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** One way of a commit through the engine, with a fault of our own at one point of it. */
final class OwnFaultStory {
  /** Ways that commits go. */
  enum Way {
    CONFIRM,
    CANCEL,
    DEADLINE,
    BREACH,
    SILENT,
    WAVES,
    REPAIR,
    STAGED,
    RESTART,
    EXTEND
  }

  private static final Duration TICK = Duration.ofSeconds(5);
  private static final Rollout TWO =
      new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(30), false);

  private final FakeLeaf leaf = Moves.leaf(true);
  private final Path folder;
  private Rig rig;
  private Moves moves;
  private final List<String> wrong = new ArrayList<>();

  OwnFaultStory(Path folder) {
    this.folder = folder;
    this.rig = new Rig(folder, null, START, List.of(), leaf);
    this.moves = new Moves(rig);
  }

  /** Whether the fault was thrown at all. */
  boolean met() {
    return !rig.faults.thrown.isEmpty();
  }

  /** Violations at the end of the way. */
  List<String> run(Way way, Place place, Kind kind, int calls) {
    try {
      prepare(way);
      rig.faults.once(place, kind, calls);
      go(way);
      end();
      check(way == Way.REPAIR);
      if (met()) {
        isFree();
      }
    } finally {
      rig.close();
    }
    return wrong;
  }

  /** What happens before the fault, so that it meets the part of the way that it is about. */
  private void prepare(Way way) {
    if (way == Way.REPAIR) {
      moves.keep(NIC1, on(3));
      rig.nic.set(ENS1, SettingKind.PFC, Pfc.OFF);
    } else if (way == Way.STAGED) {
      rig.busy.add(ENS1);
    } else if (way == Way.RESTART) {
      var _ = moves.open(both());
      restart();
    }
  }

  private static Request both() {
    return Requests.of(new TreeMap<Key, Setting>(Map.of(NIC1, on(3), LEAF1, on(3))));
  }

  private void go(Way way) {
    switch (way) {
      case CONFIRM -> {
        submit(both());
        moves.seconds(3);
        decide(true);
      }
      case CANCEL -> {
        submit(both());
        moves.seconds(3);
        decide(false);
      }
      case DEADLINE -> submit(both());
      case BREACH -> {
        submit(both());
        moves.seconds(3);
        rig.guard.breach = "drops";
        moves.seconds(5);
        rig.guard.breach = null;
      }
      case SILENT -> {
        submit(both());
        leaf.silent = true;
        decide(false);
        moves.seconds(30);
        leaf.silent = false;
      }
      case WAVES -> {
        TreeMap<Key, Setting> two = new TreeMap<>(Map.of(NIC1, on(3), NIC2, on(3)));
        submit(Requests.of(two).inWaves(Optional.of(TWO)));
        moves.seconds(70);
        decide(true);
      }
      case REPAIR -> {
        submit(Request.repair(Set.of(NIC1), "drift", Set.of()));
        moves.seconds(40);
      }
      case STAGED -> {
        submit(one(NIC1, on(3)).whenIdle(true));
        moves.seconds(3);
        rig.busy.clear();
        moves.seconds(20);
        decide(true);
      }
      case RESTART -> {
        attempt(() -> rig.start());
        moves.seconds(3);
        decide(true);
      }
      case EXTEND -> {
        submit(both());
        moves.seconds(100);
        open()
            .forEach(id ->
                attempt(() -> {
                  var _ = rig.commitEngine.extend(id, Duration.ofSeconds(700), "uid:0");
                }));
        moves.pass(Duration.ofSeconds(650), TICK);
        decide(true);
      }
    }
    moves.seconds(10);
  }

  private void submit(Request request) {
    attempt(() -> {
      var _ = rig.commitEngine.submit(request);
    });
  }

  private List<String> open() {
    return rig.commitEngine.commits().stream().filter(Commit::open).map(Commit::id).toList();
  }

  private void decide(boolean yes) {
    for (String id : open()) {
      attempt(() -> {
        var _ =
            yes
                ? rig.commitEngine.confirm(id, "uid:0")
                : rig.commitEngine.cancel(id, "no", "uid:0");
      });
    }
  }

  /** A client may be refused, or see the fault. */
  private void attempt(Runnable call) {
    try {
      call.run();
    } catch (CommitException | DeviceException | StoreException e) {
      // refused: it decides no more
    } catch (RuntimeException | AssertionError e) {
      if (!OwnFaults.isOwn(e)) {
        throw e;
      }
    }
    rig.quiet();
  }

  private void restart() {
    Rig before = rig;
    before.close();
    rig = new Rig(folder, before.nic, before.now, List.of(), leaf);
    rig.follow(before);
    moves = new Moves(rig);
  }

  /** The fault is over, and time passes: longer than any window, and any timer of a switch. */
  private void end() {
    rig.faults.end();
    rig.busy.clear();
    moves.seconds(70);
    moves.pass(Duration.ofSeconds(1500), TICK);
  }

  /**
   * @param drifts whether the NIC had drifted; a repair that was rolled back leaves that as it was
   */
  private void check(boolean drifts) {
    List<Commit> all = rig.commitEngine.commits(Integer.MAX_VALUE, 100, one -> one);
    for (Commit one : all) {
      if (one.unfinished()) {
        wrong.add(one.id() + " is " + one.state() + " when all is over");
      }
    }
    TreeMap<Key, Setting> due = new TreeMap<>(Map.of(NIC1, Pfc.OFF, NIC2, Pfc.OFF));
    due.put(LEAF1, Pfc.OFF);
    for (Commit one : all.reversed()) {
      if (one instanceof Commit.Confirmed done) {
        due.putAll(pfcs(done));
      }
    }
    due.forEach((key, value) -> {
      if (key.target() instanceof Target.Port port) {
        Setting is = port.id().equals(ETH1) ? Moves.pfc(leaf, ETH1) : moves.pfc(port.id());
        boolean found = drifts && port.id().equals(ENS1) && is.equals(Pfc.OFF);
        if (!is.equals(value) && !found) {
          wrong.add(key + " shows " + is.text() + ", expected " + value.text());
        }
      }
    });
    int asked = rig.guard.calls.size();
    moves.seconds(5);
    if (rig.guard.calls.size() > asked) {
      wrong.add("a guard is asked after its commit was decided");
    }
  }

  private static Map<Key, Setting> pfcs(Commit done) {
    Map<Key, Setting> all = new TreeMap<>();
    for (Change change : done.run().plan().changes()) {
      if (change.kind() == SettingKind.PFC) {
        all.put(new Key(change.target(), change.kind()), change.after());
      }
    }
    return all;
  }

  /** Targets of what has ended are free for the next commit. */
  private void isFree() {
    TreeMap<Key, Setting> all = new TreeMap<>(Map.of(NIC1, on(4), NIC2, on(4), LEAF1, on(4)));
    try {
      String id = moves.open(Requests.of(all));
      moves.confirm(id);
      if (!moves.state(id).equals("confirmed")
          || !moves.pfc(ENS2).equals(on(4))
          || !Moves.pfc(leaf, ETH1).equals(on(4))) {
        wrong.add("the next commit is " + moves.state(id));
      }
    } catch (CommitException e) {
      wrong.add("the next commit is refused: " + e.getMessage());
    }
  }
}
