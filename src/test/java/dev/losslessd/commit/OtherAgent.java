package dev.losslessd.commit;

import dev.losslessd.driver.ForeignMark;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/**
 * The agent of another host, which writes the same leaves and leaves its mark there. Values that it
 * has read back are its own: this host's agent must not change them until they are gone, or a
 * person says so.
 */
final class OtherAgent {
  private static final Setting SETS = new Pfc(PrioritySet.of(7));

  private final Consumer<String> wrong;
  private final Map<PortId, Setting> written = new ConcurrentSkipListMap<>();
  private final Map<PortId, FakeLeaf> marked = new ConcurrentSkipListMap<>();
  private final Map<PortId, Setting> own = new ConcurrentSkipListMap<>();

  OtherAgent(Consumer<String> wrong) {
    this.wrong = wrong;
  }

  /**
   * Commits a change; this also keeps this host's held commit for good, as any commit does on
   * Junos.
   *
   * @param agrees it wants what is there already
   */
  void act(FakeLeaf leaf, PortId port, boolean agrees) {
    leaf.commit(() -> {
      if (!agrees) {
        leaf.box.set(port, SettingKind.PFC, SETS);
      }
      Key key = Episode.pfc(port);
      leaf.marks.add(
          ForeignMark.on(key.target(), key.kind(), "gpu02", "profile losslessd-gpu02-" + port));
      marked.put(port, leaf);
      written.put(port, leaf.box.value(port, SettingKind.PFC));
    });
  }

  /**
   * Reads values back while this host's agent does not run; those that it finds again are its own.
   */
  void readBack() {
    written.forEach((port, value) -> {
      if (shown(port).equals(value)) {
        own.put(port, value);
      }
    });
    written.clear();
  }

  /** A person has written over it. */
  void lose(PortId port) {
    own.remove(port);
    written.remove(port);
  }

  void check(String when) {
    own.forEach((port, value) -> {
      Setting is = shown(port);
      if (!is.equals(value)) {
        wrong.accept(
            port + " shows " + is.text() + " " + when + ", another agent has " + value.text());
      }
    });
  }

  /** Its host is retired. */
  void leave() {
    marked.values().forEach(leaf -> leaf.marks.clear());
    marked.clear();
    own.clear();
    written.clear();
  }

  private Setting shown(PortId port) {
    FakeLeaf leaf = Objects.requireNonNull(marked.get(port));
    var _ = leaf.values(); // its timer may have run out
    return leaf.box.value(port, SettingKind.PFC);
  }
}
