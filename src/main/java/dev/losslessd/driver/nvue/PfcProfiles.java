package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Caution;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import java.util.List;
import java.util.Optional;

/**
 * PFC profiles and the ports that are bound to them. The lossless set of the switch is that of the
 * profile of all ports if it has one, by hand or by {@code nv set qos roce}; else that of this
 * agent's profile.
 */
final class PfcProfiles {
  /** The note where priorities shall not drop and no memory is set aside for them. */
  static final String NO_MEMORY = "no memory of the switch is for lossless traffic";

  private static final String KIND = "pfc";
  private static final String MEMBERS = "switch-priority";
  private static final List<String> WAYS = List.of("rx", "tx");

  static final List<String> PATHS = List.of("qos pfc " + Tree.OURS, "qos pfc " + Tree.GLOBAL);

  private PfcProfiles() {}

  /** Reads the lossless set of the switch, or of a port with a profile of its own. */
  static Reading.Value lossless(NvueSnapshot now, String port) {
    Node tree = now.config();
    PrioritySet all =
        port.isEmpty() ? lossless(now, tree) : ofProfile(tree, Tree.profile(tree, KIND, port));
    Lossless set = new Lossless(all);
    return new Reading.Value(set, "", note(now, set));
  }

  /** Tells of PFC without memory: what comes after the pause lies in that of lossy traffic. */
  private static Optional<Caution> note(NvueSnapshot now, Lossless set) {
    return set.priorities().isEmpty() || TrafficPools.areLossless(now.config())
        ? Optional.empty()
        : Optional.of(
            new Caution(
                FindingRule.NO_LOSSLESS_POOL,
                NO_MEMORY,
                "lossless is %s, and %s: what comes after the pause is dropped like any other packet"
                    .formatted(set.text(), NO_MEMORY)));
  }

  /**
   * Whether a port has a profile of its own with another lossless set than the switch. Where the
   * profiles differ the switch has none, and each port has its own, be it that of no profile.
   */
  static boolean isOwn(NvueSnapshot now, String port) {
    Node tree = now.config();
    return Failures.readable(
        () -> {
          PrioritySet all = lossless(now, tree);
          return Tree.ownProfile(tree, KIND, port)
              .filter(own -> !ofProfile(tree, own).equals(all))
              .isPresent();
        },
        true);
  }

  private static PrioritySet ofProfile(Node tree, String profile) {
    return members(tree.at("qos", KIND, profile).orElseGet(Node::new));
  }

  private static PrioritySet lossless(NvueSnapshot now, Node tree) {
    PrioritySet set = ofProfile(tree, Tree.pfcProfile(tree));
    return set.isEmpty() && Tree.losslessRoce(tree) ? members(now.global(KIND)) : set;
  }

  /** The priorities of a profile, or of what is shown of one. */
  private static PrioritySet members(Node profile) {
    PrioritySet set = PrioritySet.NONE;
    for (String name : profile.names(MEMBERS)) {
      if (!Tree.isPriority(name)) {
        throw ParseErrors.at("nv show qos pfc", profile.toString(), "switch priorities 0..7");
      }
      set = set.with(Priority.of(Integer.parseInt(name)));
    }
    return set;
  }

  /** Returns the PFC that runs on a port. What is bound and does not run is an error, never off. */
  static Pfc pfc(NvueSnapshot now, String port) {
    Running runs = now.running(port, KIND);
    PrioritySet set = members(runs.shown());
    Node tree = now.config();
    String profile = Tree.profile(tree, KIND, port);
    boolean bound = Tree.ownProfile(tree, KIND, port).isPresent();
    if (set.isEmpty()) {
      if (bound && !ofProfile(tree, profile).isEmpty()) {
        throw DeviceException.lied(
            port + " has PFC profile " + profile + ", and the switch shows no priority of it");
      }
      return Pfc.OFF;
    }
    for (String way : WAYS) {
      if (!runs.isOn(way)) {
        throw DeviceException.unsupported(
            port + " runs PFC one way only: " + way + " is off in profile " + profile);
      }
    }
    return new Pfc(set);
  }

  static void lossless(Draft draft, Lossless wanted) {
    Node tree = draft.tree();
    // a profile of others is never edited: one of ours takes its place
    String profile = Tree.pfcProfile(tree).equals(Tree.GLOBAL) ? Tree.GLOBAL : Tree.OURS;
    if (wanted.priorities().isEmpty()) {
      requireNobody(tree, Tree.pfcProfile(tree));
    } else {
      TrafficPools.give(tree, "lossless " + wanted.text());
    }
    if (wanted.priorities().isEmpty() && profile.equals(Tree.OURS)) {
      tree.remove("qos", KIND, profile);
      return;
    }
    for (int n = 0; n < Priority.COUNT; n++) {
      if (wanted.priorities().contains(Priority.of(n))) {
        tree.add("qos", KIND, profile, MEMBERS, "" + n);
      } else {
        tree.remove("qos", KIND, profile, MEMBERS, "" + n);
      }
    }
    if (profile.equals(Tree.OURS)) {
      WAYS.forEach(way -> draft.turnOn("qos pfc " + profile + " " + way));
    }
  }

  private static void requireNobody(Node tree, String profile) {
    if (profile.equals(Tree.GLOBAL) && Tree.losslessRoce(tree)) {
      throw DeviceException.refused(
          "lossless none: 'nv set qos roce' makes this whole switch lossless: change its mode"
              + " first");
    }
    List<String> bound =
        tree.names("interface").stream()
            .filter(port -> Tree.ownProfile(tree, KIND, port).isPresent())
            .toList();
    if (!profile.equals(Tree.GLOBAL) && !bound.isEmpty()) {
      throw DeviceException.refused(
          "lossless none: PFC still runs on " + String.join(", ", bound) + ": switch it off first");
    }
  }

  static void pfc(Draft draft, String port, Pfc wanted) {
    Node tree = draft.tree();
    String profile = Tree.pfcProfile(tree);
    if (wanted.lossless().isEmpty()) {
      if (profile.equals(Tree.GLOBAL)) {
        throw Tree.ofAllPorts(port + " pfc off: it comes from");
      }
      Tree.unbind(tree, KIND, port);
      return;
    }
    PrioritySet set = lossless(draft.now(), tree);
    if (!set.equals(wanted.lossless())) {
      throw DeviceException.refused(
          "%s pfc %s: this switch has one lossless set for all ports, %s: change lossless first"
              .formatted(port, wanted.text(), set));
    }
    TrafficPools.require(tree, port + " pfc " + wanted.text());
    if (profile.equals(Tree.GLOBAL)) {
      Tree.unbind(tree, KIND, port);
    } else {
      tree.set(profile, "interface", port, "qos", KIND, "profile");
    }
  }
}
