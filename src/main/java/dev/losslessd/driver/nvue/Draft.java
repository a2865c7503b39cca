package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
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

  Draft(NvueSnapshot now, Release release) {
    this.now = now;
    this.release = release;
    this.before = now.config();
    this.tree = before.copy();
  }

  /** Returns the paths at which the configuration holds a knob. */
  static List<List<String>> paths(Target target, SettingKind kind) {
    return switch (target) {
      case Target.Device box ->
          switch (kind) {
            case LOSSLESS -> PfcProfiles.ofBox();
            case ETS -> Scheduling.paths();
            case ECN -> Marking.paths();
            case DSCP_MAP -> Mapping.ofBox();
            case PFC_WATCHDOG -> WatchdogTimes.paths();
            default -> List.of();
          };
      case Target.Port port ->
          switch (kind) {
            case PFC -> PfcProfiles.ofPort(port.id().name());
            case TRUST -> Mapping.ofPort(port.id().name());
            case GLOBAL_PAUSE -> PortKnobs.ofPause(port.id().name());
            case PFC_WATCHDOG -> PortKnobs.ofWatchdog(port.id().name());
            case MTU -> PortKnobs.ofMtu(port.id().name());
            default -> List.of();
          };
    };
  }

  /** How a knob is set, so that it can come back as it was; empty for one that is not set here. */
  static String words(Node tree, Target target, SettingKind kind) {
    List<List<String>> paths = paths(target, kind);
    if (paths.isEmpty()) {
      return "";
    }
    String words = SavedConfig.of(tree, paths);
    return kind == SettingKind.LOSSLESS ? TrafficPools.words(words, tree) : words;
  }

  /**
   * Adds a change. Words that were there once come back as they were.
   *
   * @throws DeviceException REFUSED or UNSUPPORTED with the reason
   */
  void add(Change change) {
    List<List<String>> paths = paths(change.target(), change.kind());
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
    return new DeviceException(
        DeviceException.Kind.UNSUPPORTED, where + " has no knob " + wanted.kind().word());
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
