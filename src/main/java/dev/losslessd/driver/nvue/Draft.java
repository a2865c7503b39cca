package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Change;
import java.util.List;

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
            .orElseThrow(() ->
                DeviceException.unsupported(
                    change.target().text() + " has no setting " + change.kind().word()));
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

  /** Returns the lines that lead to the draft; empty if it is so already. */
  List<Line> lines() {
    return Lines.between(now.config(), tree, now.profiles());
  }
}
