package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Settings that devices must show by the journal's last word, and the check of them. */
final class LastWord {
  private static final Set<Setting> FACTORY = Set.of(Pfc.OFF, new GlobalPause(true, true));

  private final Function<PortId, FakeNic> box;
  private final List<FakeLeaf> leaves;
  private final Set<Key> foreign;
  private final Consumer<String> wrong;

  /** The ends that were announced and leave something on devices, by commit. */
  private final Map<String, String> heard = new ConcurrentHashMap<>();

  /** Commits that were staged and have not begun. */
  private final Set<String> staged = ConcurrentHashMap.newKeySet();

  /** Ports on which a person has left what an undo had not reached; a switch may still go back. */
  private final Set<PortId> loose = ConcurrentHashMap.newKeySet();

  private final Map<String, Map<PortId, Setting>> persons = new ConcurrentHashMap<>();
  private String boot = "boot-1";
  private final Map<PortId, Setting> due = new ConcurrentSkipListMap<>();

  /**
   * @param foreign resources that somebody else wrote: nothing is due there
   */
  LastWord(
      Function<PortId, FakeNic> box,
      List<FakeLeaf> leaves,
      Set<Key> foreign,
      Consumer<String> wrong) {
    this.box = box;
    this.leaves = leaves;
    this.foreign = foreign;
    this.wrong = wrong;
  }

  /** Durable ends that were not announced before the process died, oldest first. */
  List<Commit> found(CommitEngine engine) {
    return List.copyOf(engine.commits()).reversed().stream()
        .filter(end -> end instanceof Commit.Confirmed || end instanceof Commit.Abandoned)
        .filter(end -> !heard.containsKey(end.id()))
        .toList();
  }

  /** Checks that a commit announced as confirmed or abandoned stays so. */
  void onCommit(Commit commit) {
    if (commit instanceof Commit.Staged) {
      staged.add(commit.id());
    } else if (commit.open()) {
      staged.remove(commit.id());
    }
    String end = heard.getOrDefault(commit.id(), commit.state());
    if (!end.equals(commit.state())) {
      wrong.accept(commit.id() + " was " + end + ", and is " + commit.state());
    }
  }

  void confirmed(Commit.Confirmed done) {
    heard.put(done.id(), done.state());
    for (Change change : done.run().plan().changes()) {
      if (change.target() instanceof Target.Port port && !isDriftAnew(done, port.id(), change)) {
        keep(port.id(), change.kind(), change.after());
      }
    }
  }

  /**
   * A repair that a reboot has met in its window: it comes to its end by the clock, and what the
   * NIC lost is found as drift.
   */
  private boolean isDriftAnew(Commit.Confirmed done, PortId port, Change change) {
    Setting is = box.apply(port).value(port, change.kind());
    return done.repair() && isNic(port) && !boot.equals("boot-1") && FACTORY.contains(is);
  }

  private void keep(PortId port, SettingKind kind, Setting value) {
    if (kind == SettingKind.PFC) {
      due.put(port, value);
      loose.remove(port);
    }
  }

  /** A person has given an undo up: what it had not reached stays, or goes by a switch's timer. */
  void abandoned(Commit.Abandoned end) {
    heard.put(end.id(), end.state());
    Set<Key> left = new TreeSet<>();
    end.left().forEach(step -> left.add(new Key(step.target(), step.kind())));
    for (Change change : end.run().plan().changes()) {
      if (change.target() instanceof Target.Port port) {
        if (left.contains(new Key(change.target(), change.kind()))) {
          loose.add(port.id());
        } else {
          keep(port.id(), change.kind(), box.apply(port.id()).value(port.id(), change.kind()));
        }
      }
    }
  }

  /** Ports whose values are not for sure ours. */
  boolean isLoose(CommitEngine engine, PortId port) {
    return loose.contains(port) || lapsed(engine, port);
  }

  /** Checks that commits with common targets do not overlap. */
  void begun(CommitEngine engine, Commit.Applying begun) {
    Set<Target> targets = Claims.of(begun.run().plan().changes());
    for (Commit other : engine.commits()) {
      if (other.open()
          && !other.id().equals(begun.id())
          && !Collections.disjoint(targets, Claims.of(other.run().plan().changes()))) {
        wrong.accept(begun.id() + " begins where " + other.id() + " is " + other.state());
      }
    }
  }

  /**
   * Somebody writes to what a commit has written and read back: its undo leaves that alone, where
   * it writes itself. What is the commit's own value, as after a rollback to what somebody once
   * set, shows nobody's hand.
   */
  void overwritten(CommitEngine engine, PortId port, Setting value) {
    boolean byTimer = leaves.stream().anyMatch(leaf -> leaf.id.equals(port.device()) && leaf.holds);
    for (Commit commit : engine.commits()) {
      boolean ours =
          commit.run().plan().changes().stream()
              .anyMatch(to -> to.target().equals(Target.port(port)) && to.after().equals(value));
      if (commit instanceof Commit.AwaitingConfirm && !byTimer && !ours) {
        persons.computeIfAbsent(commit.id(), _ -> new ConcurrentSkipListMap<>()).put(port, value);
      }
    }
  }

  /** A person says that it may go. */
  void mayGo() {
    persons.clear();
  }

  private void requireLeft(Commit.RolledBack back, boolean rebooted) {
    persons
        .getOrDefault(back.id(), Map.of())
        .forEach((port, value) -> {
          Setting is = box.apply(port).value(port, SettingKind.PFC);
          boolean ours = Claims.of(back.run().plan().changes()).contains(Target.port(port));
          if (ours && !is.equals(value) && !(rebooted && isNic(port))) {
            wrong.accept(
                back.id() + " has taken back " + port + ", where somebody set " + value.text());
          }
        });
  }

  /** While a switch saves, nothing that is not confirmed may be on it. */
  void saving(CommitEngine engine, FakeLeaf leaf) {
    for (Commit commit : engine.commits()) {
      boolean there =
          commit.run().plan().changes().stream()
              .anyMatch(change -> change.target().device().equals(leaf.id));
      if (commit.open() && there && !(commit instanceof Commit.Applying)) {
        wrong.accept(leaf.id + " is saved while " + commit.id() + " is " + commit.state());
      }
    }
  }

  /** After a reboot the NICs of the host are factory new. */
  void started(String bootId) {
    if (!bootId.equals(boot)) {
      boot = bootId;
      due.keySet().removeIf(LastWord::isNic);
    }
  }

  /** Said only where it is so. */
  void rolledBack(CommitEngine engine, Commit.RolledBack back, boolean rebooted) {
    if (staged.remove(back.id())) {
      return; // never begun, and planned for devices as they were then
    }
    requireLeft(back, rebooted);
    Map<Key, Setting> before = new TreeMap<>();
    for (Change change : back.run().plan().changes()) {
      before.putIfAbsent(new Key(change.target(), change.kind()), change.before());
    }
    before.keySet().removeAll(foreign);
    before.keySet().removeIf(key -> isClaimed(engine, back.id(), key.target()));
    before.forEach((key, value) -> {
      if (key.target() instanceof Target.Port port) {
        Setting is = box.apply(port.id()).value(port.id(), key.kind());
        // one that a reboot made new, and that the undo had not touched, differs for nobody's fault
        boolean fresh = rebooted && isNic(port.id()) && FACTORY.contains(is);
        if (!is.equals(value) && !fresh) {
          wrong.accept(back.id() + " is rolled back, and " + key + " shows " + is.text());
        }
        if (!isHeldForAnother(port.id(), back.id())) {
          keep(port.id(), key.kind(), is);
        }
      }
    });
    for (FakeLeaf leaf : leaves) {
      if (leaf.heldFor().equals(Optional.of(back.id()))) {
        wrong.accept(back.id() + " is rolled back, and " + leaf.id + " still holds it");
      }
    }
  }

  /** The timer of a commit that a person has abandoned goes on, and takes back what it wrote. */
  private boolean isHeldForAnother(PortId port, String id) {
    return leaves.stream()
        .filter(leaf -> leaf.id.equals(port.device()))
        .anyMatch(leaf -> leaf.heldFor().filter(other -> !other.equals(id)).isPresent());
  }

  /** Whether the next commit writes there before this one's end is told. */
  private static boolean isClaimed(CommitEngine engine, String id, Target target) {
    return engine.commits().stream()
        .filter(one -> one.open() && !one.id().equals(id))
        .anyMatch(one -> Claims.of(one.run().plan().changes()).contains(target));
  }

  private static boolean isNic(PortId port) {
    return port.device().name().equals("gpu01");
  }

  /** All faults are over. */
  void check(CommitEngine engine, List<PortId> ports) {
    for (Commit commit : engine.commits()) {
      if (commit.unfinished()) {
        wrong.accept(
            commit.id() + " is " + commit.state() + " when all faults are over: " + commit.left());
      }
    }
    leaves.forEach(leaf -> requireSaved(leaf, engine));
    for (PortId port : ports) {
      Setting is = box.apply(port).value(port, SettingKind.PFC);
      Setting expected = due.getOrDefault(port, Pfc.OFF);
      if (!foreign.contains(Episode.pfc(port)) && !is.equals(expected) && !isLoose(engine, port)) {
        wrong.accept(
            port + " shows " + is.text() + ", the journal's last word is " + expected.text());
      }
    }
  }

  /** A leaf that would come up with something else than it runs has to be saved. */
  void owed(CommitEngine engine) {
    for (FakeLeaf leaf : leaves) {
      boolean others = foreign.stream().anyMatch(key -> key.target().device().equals(leaf.id));
      boolean unsaved = !leaf.unsaved(leaf.values().keySet()).isNothing();
      if (unsaved
          && !others
          && leaf.lapsed.isEmpty()
          && !engine.saves().unsaved().contains(leaf.id)) {
        wrong.accept(leaf.id + " runs what is not saved, and no save is owed");
      }
    }
  }

  /** The journal alone says the same as the process that wrote it. */
  void same(CommitEngine before, CommitEngine after, Notes witness) {
    require("overrides", before.intent().rest(), after.intent().rest());
    require("revision", before.latest(), after.latest());
    if (witness.lines.stream().noneMatch(line -> line.endsWith("is not in the journal"))) {
      require("owed saves", true, after.saves().unsaved().containsAll(before.saves().unsaved()));
    }
    for (Commit commit : before.commits()) {
      if (!witness.lines.contains(commit.id() + " is not in the journal")) {
        String state = after.commit(commit.id()).map(Commit::state).orElse("unknown");
        require(commit.id(), commit.state(), state);
      }
    }
  }

  private void require(String what, Object before, Object after) {
    if (!before.equals(after)) {
      wrong.accept(what + ": the process had " + before + ", the journal has " + after);
    }
  }

  private void requireSaved(FakeLeaf leaf, CommitEngine engine) {
    boolean open = engine.commits().stream().anyMatch(Commit::open);
    if (!open && !leaf.unsaved(leaf.values().keySet()).isNothing()) {
      wrong.accept(leaf.id + " is saved last of all, and comes up with something else");
    }
  }

  /**
   * Returns true if a confirmed commit lapsed by its switch's own timer: that is drift, and
   * reported as such.
   */
  private boolean lapsed(CommitEngine engine, PortId port) {
    return leaves.stream()
        .filter(leaf -> leaf.id.equals(port.device()))
        .flatMap(leaf -> leaf.lapsed.stream())
        .anyMatch(id -> engine.commit(id).orElse(null) instanceof Commit.Confirmed);
  }
}
