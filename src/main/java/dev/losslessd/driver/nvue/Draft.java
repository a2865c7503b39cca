package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Change;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.List;

/** The configuration as it shall be after some changes, worked out here before a line is sent. */
final class Draft {
  private final NvueSnapshot now;
  private final Release release;
  private final Node before;
  private final Node tree;

  Draft(NvueSnapshot now) {
    this.now = now;
    this.release = now.release();
    this.before = now.config();
    this.tree = before.copy();
  }

  /**
   * Returns the paths at which the configuration holds a knob.
   *
   * @param port empty for the whole switch
   */
  static List<List<String>> paths(String port, SettingKind kind) {
    return port.isEmpty()
        ? switch (kind) {
          case LOSSLESS -> PfcProfiles.ofBox();
          case ETS -> Scheduling.paths();
          case ECN -> Marking.paths();
          case DSCP_MAP -> Mapping.ofBox();
          case PFC_WATCHDOG -> WatchdogTimes.paths();
          default -> List.of();
        }
        : switch (kind) {
          case PFC -> PfcProfiles.ofPort(port);
          case TRUST -> Mapping.ofPort(port);
          case GLOBAL_PAUSE -> PortKnobs.ofPause(port);
          case PFC_WATCHDOG -> PortKnobs.ofWatchdog(port);
          case MTU -> PortKnobs.ofMtu(port);
          default -> List.of();
        };
  }

  /** How a knob is set, so that it can come back as it was. */
  static String words(Node tree, String port, SettingKind kind) {
    String words = SavedConfig.of(tree, paths(port, kind));
    return kind == SettingKind.LOSSLESS ? TrafficPools.words(words, tree) : words;
  }

  /**
   * Adds a change. Words that were there once come back as they were.
   *
   * @throws DeviceException REFUSED or UNSUPPORTED with the reason
   */
  void add(Change change) {
    List<List<String>> paths = paths(SettingTable.port(change.target()), change.kind());
    if (paths.isEmpty()) {
      throw noKnob(change.after(), change.target().text());
    }
    if (!change.wordsAfter().isEmpty()) {
      String words =
          change.kind() == SettingKind.LOSSLESS
              ? TrafficPools.restore(tree, change.wordsAfter())
              : change.wordsAfter();
      SavedConfig.restore(tree, paths, words);
      Mapping.complete(tree);
      Mapping.dropUnused(tree);
      PortKnobs.complete(tree, release);
      PortKnobs.dropUnused(tree);
    } else {
      switch (change.target()) {
        case Target.Device box -> box(change.after(), box);
        case Target.Port port -> port(change.after(), port.id().name());
      }
    }
  }

  private void box(Setting wanted, Target.Device box) {
    switch (wanted) {
      case Lossless lossless -> PfcProfiles.lossless(tree, lossless, release);
      case Ets ets -> Scheduling.ets(tree, ets, now);
      case Ecn ecn -> Marking.ecn(tree, ecn, now, release);
      case DscpMap map -> Mapping.dscpMap(tree, map, now);
      case PfcWatchdog watchdog -> WatchdogTimes.write(tree, watchdog);
      default -> throw noKnob(wanted, box.text());
    }
  }

  private void port(Setting wanted, String port) {
    switch (wanted) {
      case Pfc pfc -> PfcProfiles.pfc(tree, port, pfc, now);
      case Trust trust -> Mapping.trust(tree, port, trust, now);
      case GlobalPause pause -> PortKnobs.pause(tree, port, pause, release);
      case PfcWatchdog watchdog -> PortKnobs.watchdog(tree, port, watchdog, release);
      case Mtu mtu -> PortKnobs.mtu(tree, port, mtu);
      default -> throw noKnob(wanted, port);
    }
  }

  private static DeviceException noKnob(Setting wanted, String where) {
    return DeviceException.unsupported(where + " has no knob " + wanted.kind().word());
  }

  /** Returns the lines that lead to the draft; empty if it is so already. */
  List<Line> lines() {
    return Lines.between(before, tree, now.profiles());
  }

  /** The configuration as it shall be. */
  Node tree() {
    return tree;
  }
}
