package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PfcWatchdog;
import java.util.List;

/** Link pause, PFC watchdog and MTU of a port. */
final class PortSettings {
  private static final String PAUSE = "link-pause";
  private static final String WATCHDOG = "pfc-watchdog";

  /** {@code nv set interface X link mtu}, by its help. */
  private static final int SMALLEST = 552;

  private static final int LARGEST = 9216;

  private PortSettings() {}

  /** Returns the link pause that runs on a port, for each direction. */
  static GlobalPause pause(NvueSnapshot now, String port) {
    Running runs = now.running(port, PAUSE);
    return new GlobalPause(runs.isOn("rx"), runs.isOn("tx"));
  }

  /**
   * Binds a port to this agent's profile for each way, which goes with the last port bound to it.
   */
  static void pause(Draft draft, String port, GlobalPause wanted) {
    Node tree = draft.tree();
    if (wanted.equals(GlobalPause.OFF)) {
      if (!tree.has("interface", port, "qos", PAUSE) && tree.has("qos", PAUSE, Tree.GLOBAL)) {
        throw Tree.ofAllPorts(port + " global-pause off: it comes from");
      }
      Tree.unbind(tree, PAUSE, port);
    } else {
      String way = wanted.text().equals("on") ? "both" : wanted.text();
      tree.set(Tree.OURS + "-" + way, "interface", port, "qos", PAUSE, "profile");
    }
    complete(tree, draft.release());
    dropUnused(tree);
  }

  /** Restores this agent's profiles that ports are bound to, if they went with the last port. */
  static void complete(Node tree, Release release) {
    for (String way : List.of("rx", "tx", "both")) {
      String profile = Tree.OURS + "-" + way;
      if (!Tree.bound(tree, PAUSE, profile).isEmpty() && !tree.has("qos", PAUSE, profile)) {
        for (String each : way.equals("both") ? List.of("rx", "tx") : List.of(way)) {
          tree.set(release.word(true), "qos", PAUSE, profile, each);
        }
      }
    }
  }

  static void dropUnused(Node tree) {
    for (String profile : List.copyOf(tree.names("qos", PAUSE))) {
      if (profile.startsWith(Tree.OURS + "-") && Tree.bound(tree, PAUSE, profile).isEmpty()) {
        tree.remove("qos", PAUSE, profile);
      }
    }
  }

  /** Returns the watchdog that runs on a port; off where nothing is set and nothing is shown. */
  static PfcWatchdog watchdog(NvueSnapshot now, String port) {
    boolean set = now.config().has("interface", port, "qos", WATCHDOG);
    Running runs = now.running(port, WATCHDOG);
    return new PfcWatchdog((set || runs.text("state").isPresent()) && runs.isOn("state"));
  }

  static void watchdog(Draft draft, String port, PfcWatchdog wanted) {
    Node tree = draft.tree();
    if (wanted.on()) {
      requirePause(tree, port);
      tree.set(draft.release().word(true), "interface", port, "qos", WATCHDOG, "state");
    } else {
      Tree.unbind(tree, WATCHDOG, port);
    }
  }

  /** NVUE reference: a watchdog can be on where PFC or link pause is, and nowhere else. */
  private static void requirePause(Node tree, String port) {
    boolean own =
        tree.has("interface", port, "qos", "pfc") || tree.has("interface", port, "qos", PAUSE);
    boolean ofAll =
        tree.has("qos", "pfc", Tree.GLOBAL)
            || tree.has("qos", PAUSE, Tree.GLOBAL)
            || Tree.losslessRoce(tree);
    if (!own && !ofAll) {
      throw DeviceException.refused(
          port + " pfc-watchdog: the port pauses nothing: set pfc of the port first");
    }
  }

  /** Returns the MTU of a port's link, in bytes. */
  static Mtu mtu(NvueSnapshot now, String port) {
    String text = now.link(port, "mtu").orElse("nothing");
    return Mtu.parse(text)
        .orElseThrow(
            () -> ParseErrors.at(NvueSnapshot.INTERFACES, port + " link mtu " + text, "bytes"));
  }

  static void requireRange(Mtu wanted) {
    if (wanted.bytes() < SMALLEST || wanted.bytes() > LARGEST) {
      throw DeviceException.unsupported(
          "mtu " + wanted.bytes() + " is outside " + SMALLEST + ".." + LARGEST);
    }
  }

  static void mtu(Draft draft, String port, Mtu wanted) {
    requireRange(wanted);
    draft.tree().set("" + wanted.bytes(), "interface", port, "link", "mtu");
  }
}
