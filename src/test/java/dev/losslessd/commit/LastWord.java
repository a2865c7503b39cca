package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** What devices must show by the last word of the journal, and whether they do. */
final class LastWord {
  private final Function<PortId, FakeNic> box;
  private final List<FakeLeaf> leaves;
  private final Set<Key> foreign;
  private final Consumer<String> wrong;
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

  void confirmed(Commit.Confirmed done) {
    for (Change change : done.run().plan().changes()) {
      if (change.target() instanceof Target.Port port) {
        keep(port.id(), change.kind(), change.after());
      }
    }
  }

  private void keep(PortId port, SettingKind kind, Setting value) {
    if (kind == SettingKind.PFC) {
      due.put(port, value);
    }
  }

  /** The NICs of the host are factory new. */
  void rebooted() {
    due.keySet().removeIf(LastWord::isNic);
  }

  /** Said only where it is so. */
  void rolledBack(Commit.RolledBack back, boolean rebooted) {
    Map<Key, Setting> before = new TreeMap<>();
    for (Change change : back.run().plan().changes()) {
      before.putIfAbsent(new Key(change.target(), change.kind()), change.before());
    }
    before.keySet().removeAll(foreign);
    before.forEach((key, value) -> {
      if (key.target() instanceof Target.Port port) {
        Setting is = box.apply(port.id()).value(port.id(), key.kind());
        // one that a reboot made new, and that the undo had not touched, differs for nobody's fault
        boolean fresh = rebooted && isNic(port.id()) && is.equals(Pfc.OFF);
        if (!is.equals(value) && !fresh) {
          wrong.accept(back.id() + " is rolled back, and " + key + " shows " + is.text());
        }
        keep(port.id(), key.kind(), is);
      }
    });
    for (FakeLeaf leaf : leaves) {
      if (leaf.heldFor().equals(Optional.of(back.id()))) {
        wrong.accept(back.id() + " is rolled back, and " + leaf.id + " still holds it");
      }
    }
  }

  private static boolean isNic(PortId port) {
    return port.device().name().equals("gpu01");
  }

  /** All faults are over. */
  void check(Transactions engine, List<PortId> ports) {
    for (Commit commit : engine.commits()) {
      if (commit.open()) {
        wrong.accept(
            commit.id() + " is " + commit.state() + " when all faults are over: " + commit.left());
      }
    }
    for (PortId port : ports) {
      Setting is = box.apply(port).value(port, SettingKind.PFC);
      Setting expected = due.getOrDefault(port, Pfc.OFF);
      if (!foreign.contains(Episode.pfc(port)) && !is.equals(expected) && !lapsed(engine, port)) {
        wrong.accept(
            port + " shows " + is.text() + ", the journal's last word is " + expected.text());
      }
    }
  }

  /** Confirmed, and silent for longer than its own timer ran: that is drift, and told as such. */
  private boolean lapsed(Transactions engine, PortId port) {
    return leaves.stream()
        .filter(leaf -> leaf.id.equals(port.device()))
        .flatMap(leaf -> leaf.lapsed.stream())
        .anyMatch(id -> engine.commit(id).orElse(null) instanceof Commit.Confirmed);
  }
}
