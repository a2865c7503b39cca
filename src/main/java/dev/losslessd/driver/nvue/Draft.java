package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Change;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The configuration as it shall be after some changes, worked out here before a line is sent.
 *
 * @param tree what is set then
 */
record Draft(NvueSnapshot now, Release release, Node tree) {
  Draft(NvueSnapshot now) {
    this(now, now.release(), now.config().copy());
  }

  /**
   * Adds a change. Words that were there once come back as they were.
   *
   * @throws DeviceException REFUSED or UNSUPPORTED with the reason
   */
  void add(Change change) {
    String port = SettingTable.port(change.target());
    NvueSetting<?> setting =
        NvueSettings.ALL.stream()
            .filter(one -> one.is(change.target(), change.kind()))
            .findFirst()
            .orElseThrow(() -> SettingTable.noSetting(change));
    if (change.wordsAfter().isEmpty()) {
      setting.write(this, port, change.after());
    } else {
      setting.restore(tree, port, change.wordsAfter());
      Mapping.complete(tree);
      Mapping.dropUnused(tree);
      PortSettings.complete(tree, release);
      PortSettings.dropUnused(tree);
    }
  }

  /** Turns a state on by this release's word, unless it is on. */
  void turnOn(String path) {
    if (!tree.text(path).flatMap(Switch::read).orElse(false)) {
      tree.set(release.word(true), path);
    }
  }

  /**
   * Returns the lines that lead to the draft: what goes first, what comes after it; none if it is
   * so already.
   *
   * @throws DeviceException UNSUPPORTED if the ledger has no line for a part of it
   */
  List<Line> lines() {
    Node before = now.config();
    Set<String> lines = new LinkedHashSet<>();
    before
        .lines()
        .forEach((path, value) -> {
          if (!tree.has(path)) {
            unset(path, value.isPresent()).ifPresent(lines::add);
          }
        });
    tree.lines()
        .forEach((path, value) -> {
          boolean there = value.isEmpty() ? before.has(path) : before.value(path).equals(value);
          if (!there) {
            lines.add("nv set " + tree.words(path));
          }
        });
    return lines.stream().map(line -> NvueLedger.LEDGER.line(now.profiles.outward(line))).toList();
  }

  /** Returns the shortest line that the ledger has; a branch that held nothing needs none. */
  private Optional<String> unset(String path, boolean isLeaf) {
    List<String> names = List.of(path.split(" "));
    Optional<String> shortest =
        IntStream.rangeClosed(1, names.size())
            .mapToObj(n -> String.join(" ", names.subList(0, n)))
            .filter(part -> !tree.has(part))
            .map(part -> "nv unset " + part)
            .filter(line -> NvueLedger.LEDGER.find(line).isPresent())
            .findFirst();
    if (isLeaf && shortest.isEmpty()) {
      throw DeviceException.unsupported("line 'nv unset " + path + "' is not in the ledger");
    }
    return shortest;
  }
}
