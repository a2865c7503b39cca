package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Caution;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
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

  private PfcProfiles() {}

  static List<List<String>> ofBox() {
    return List.of(
        SavedConfig.path("qos", KIND, Tree.OURS), SavedConfig.path("qos", KIND, Tree.GLOBAL));
  }

  static List<List<String>> ofPort(String port) {
    return List.of(SavedConfig.path("interface", port, "qos", KIND));
  }

  static Lossless lossless(NvueSnapshot now) {
    return new Lossless(lossless(now, now.config()));
  }

  /** Tells of PFC without memory: what comes after the pause lies in that of lossy traffic. */
  static Optional<Caution> note(NvueSnapshot now, Lossless set) {
    return set.priorities().isEmpty() || TrafficPools.areLossless(now.config())
        ? Optional.empty()
        : Optional.of(
            new Caution(
                "no-lossless-pool",
                NO_MEMORY,
                "lossless is "
                    + set.text()
                    + ", and "
                    + NO_MEMORY
                    + ": what comes after the pause is dropped like any other packet",
                "give it a share: 'nv set qos traffic-pool default-lossless memory-percent N', and"
                    + " of default-lossy what is left of 100; a change of lossless by this agent"
                    + " does it where nobody has set pools"));
  }

  private static PrioritySet lossless(NvueSnapshot now, Node tree) {
    PrioritySet set = members(tree.at("qos", KIND, Tree.pfcProfile(tree)).orElseGet(Node::branch));
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
    Node runs = now.running(port, KIND);
    PrioritySet set = members(runs);
    Node tree = now.config();
    String profile = Tree.profile(tree, KIND, port);
    boolean bound = tree.at("interface", port, "qos", KIND, "profile").isPresent();
    if (set.isEmpty()) {
      if (bound && !members(tree.at("qos", KIND, profile).orElseGet(Node::branch)).isEmpty()) {
        throw DeviceException.lied(
            port + " has PFC profile " + profile + ", and the switch shows no priority of it");
      }
      return Pfc.OFF;
    }
    for (String way : WAYS) {
      if (!state(port, runs, way)) {
        throw DeviceException.unsupported(
            port + " runs PFC one way only: " + way + " is off in profile " + profile);
      }
    }
    return new Pfc(set);
  }

  private static boolean state(String port, Node runs, String way) {
    String word = runs.text(way).orElse("nothing for " + way);
    return Switch.read(word)
        .orElseThrow(() -> NvueSnapshot.garbled(port, KIND, word, "enabled or disabled"));
  }

  static void lossless(Node tree, Lossless wanted, Release release) {
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
      bothWays(tree, profile, release);
    }
  }

  private static void bothWays(Node tree, String profile, Release release) {
    for (String way : WAYS) {
      boolean on = tree.text("qos", KIND, profile, way).flatMap(Switch::read).orElse(false);
      if (!on) {
        tree.set(release.word(true), "qos", KIND, profile, way);
      }
    }
  }

  private static void requireNobody(Node tree, String profile) {
    if (profile.equals(Tree.GLOBAL) && Tree.losslessRoce(tree)) {
      throw DeviceException.refused(
          "lossless none: 'nv set qos roce' makes this whole switch lossless: change its mode"
              + " first");
    }
    List<String> bound = Tree.bound(tree, KIND, profile);
    if (!profile.equals(Tree.GLOBAL) && !bound.isEmpty()) {
      throw DeviceException.refused(
          "lossless none: PFC still runs on " + String.join(", ", bound) + ": switch it off first");
    }
  }

  static void pfc(Node tree, String port, Pfc wanted, NvueSnapshot now) {
    String profile = Tree.pfcProfile(tree);
    if (wanted.lossless().isEmpty()) {
      requireOwn(port, profile);
      tree.remove("interface", port, "qos", KIND);
      SavedConfig.clean(tree, port);
      return;
    }
    PrioritySet set = lossless(now, tree);
    if (!set.equals(wanted.lossless())) {
      throw DeviceException.refused(
          port
              + " pfc "
              + wanted.text()
              + ": this switch has one lossless set for all ports, "
              + set
              + ": change lossless first");
    }
    TrafficPools.require(tree, port + " pfc " + wanted.text());
    if (profile.equals(Tree.GLOBAL)) {
      tree.remove("interface", port, "qos", KIND);
      SavedConfig.clean(tree, port);
    } else {
      tree.set(profile, "interface", port, "qos", KIND, "profile");
    }
  }

  private static void requireOwn(String port, String profile) {
    if (profile.equals(Tree.GLOBAL)) {
      throw DeviceException.refused(
          port
              + " pfc off: it comes from the profile of all ports ("
              + Tree.GLOBAL
              + "), which one port cannot leave");
    }
  }
}
