package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Trust;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Classification of received packets. A profile that trusts DSCP maps all 64 of them, eight to a
 * priority, but for those that it names (Cumulus Linux guide, Quality of Service). The map of the
 * switch is that of the profile of all ports if that trusts DSCP, else that of this agent's
 * profile.
 */
final class Mapping {
  private static final String KIND = "mapping";
  private static final String TO = "switch-priority";
  private static final int DSCPS = 64;
  private static final int EACH = 8;

  /** The port looks at the DSCP. */
  private static final List<String> BY_DSCP = List.of("l3", "both", "dscp", "pcp,dscp");

  private static final List<String> BY_PCP = List.of("l2", "pcp");

  static final List<String> PATHS =
      List.of("qos mapping " + Tree.OURS + " dscp", "qos mapping " + Tree.GLOBAL + " dscp");

  private Mapping() {}

  /**
   * Returns the header field that a port classifies by now.
   *
   * @throws DeviceException UNSUPPORTED where an access list classifies
   */
  static Trust trust(NvueSnapshot now, String port) {
    Acls.requireNone(now.config(), port);
    return field(now, port);
  }

  private static Trust field(NvueSnapshot now, String port) {
    String word = now.running(port, KIND).text("trust").orElse("nothing for trust");
    if (BY_DSCP.contains(word)) {
      return new Trust(Trust.Field.DSCP);
    }
    if (BY_PCP.contains(word)) {
      return new Trust(Trust.Field.PCP);
    }
    if (word.equals("port")) {
      throw DeviceException.unsupported(
          port + " looks at no field: every packet has the port's own priority");
    }
    throw Running.garbled(port, KIND, word, "trust l2, l3, both or port");
  }

  /** Returns the DSCP map of a port; empty where it does not look at DSCP. */
  static Reading.Value dscpMap(NvueSnapshot now, String port) {
    return new Reading.Value(
        trust(now, port).field() == Trust.Field.DSCP
            ? running(now, port, set(now.config(), Tree.profile(now.config(), KIND, port)))
            : DscpMap.EMPTY);
  }

  /** Returns the map that a port runs that uses it; while none does, the map that is set. */
  static Reading.Value dscpMap(NvueSnapshot now) {
    Node tree = now.config();
    String profile = profile(now, tree);
    DscpMap set = set(tree, profile);
    return new Reading.Value(
        now.standIn(port -> Tree.profile(tree, KIND, port).equals(profile))
            .filter(port -> field(now, port).field() == Trust.Field.DSCP)
            .map(port -> running(now, port, set))
            .orElse(set));
  }

  private static DscpMap running(NvueSnapshot now, String port, DscpMap set) {
    Node runs = now.running(port, KIND).shown();
    TreeMap<Dscp, Priority> entries = new TreeMap<>();
    for (String name : runs.names("dscp")) {
      Priority to = priority(port, name, runs.text("dscp", name, TO).orElse("nothing"));
      for (String one : Ports.each(name)) {
        entries.put(dscp(port, one), to);
      }
    }
    // the defaults that stay as they are need not be shown
    set.entries()
        .forEach((dscp, to) -> {
          boolean named = to.value() != dscp.value() / EACH;
          if (!entries.containsKey(dscp) && named) {
            throw Running.garbled(port, KIND, runs.toString(), "an entry for DSCP " + dscp);
          }
          entries.putIfAbsent(dscp, to);
        });
    return new DscpMap(entries);
  }

  private static Dscp dscp(String port, String name) {
    return Dscp.of(
        NumberRanges.number(
            name, DSCPS - 1, () -> Running.garbled(port, KIND, name, "a DSCP 0..63")));
  }

  private static Priority priority(String port, String dscp, String text) {
    String line = "dscp " + dscp + " " + text;
    return Priority.of(
        NumberRanges.number(text, 7, () -> Running.garbled(port, KIND, line, "a priority 0..7")));
  }

  /** All 64: what the profile names over what it begins with. */
  private static DscpMap set(Node tree, String profile) {
    TreeMap<Dscp, Priority> entries = new TreeMap<>();
    for (int dscp = 0; dscp < DSCPS; dscp++) {
      entries.put(Dscp.of(dscp), Priority.of(dscp / EACH));
    }
    for (String name : tree.names("qos", KIND, profile, "dscp")) {
      String to = tree.text("qos", KIND, profile, "dscp", name, TO).orElse("nothing");
      entries.put(dscp(profile, name), priority(profile, name, to));
    }
    return new DscpMap(entries);
  }

  private static String profile(NvueSnapshot now, Node tree) {
    boolean globally =
        !tree.has("qos", KIND, Tree.OURS)
            && now.standIn(port -> Tree.profile(tree, KIND, port).equals(Tree.GLOBAL))
                .filter(port -> field(now, port).field() == Trust.Field.DSCP)
                .isPresent();
    return globally ? Tree.GLOBAL : Tree.OURS;
  }

  static void requireWhole(DscpMap wanted) {
    if (wanted.entries().size() < DSCPS) {
      throw DeviceException.unsupported(
          "dscp %s: this switch maps all 64: expected one that says where each goes"
              .formatted(PrintableText.brief(wanted.text())));
    }
  }

  static void dscpMap(Draft draft, DscpMap wanted) {
    requireWhole(wanted);
    Node tree = draft.tree();
    String profile = profile(draft.now(), tree);
    DscpMap is = set(tree, profile);
    wanted
        .entries()
        .forEach((dscp, to) -> {
          if (!to.equals(is.entries().get(dscp))) {
            tree.set("" + to.value(), "qos", KIND, profile, "dscp", "" + dscp.value(), TO);
          }
        });
  }

  static void trust(Draft draft, String port, Trust wanted) {
    Node tree = draft.tree();
    Optional<String> own = Tree.ownProfile(tree, KIND, port);
    if (own.filter(profile -> !profile.equals(Tree.OURS)).isPresent()) {
      throw DeviceException.refused(
          "%s trust %s: the port has mapping profile %s, which is not ours: detach it first"
              .formatted(port, wanted.text(), PrintableText.brief(own.get())));
    }
    if (wanted.field() == Trust.Field.DSCP) {
      tree.set(Tree.OURS, "interface", port, "qos", KIND, "profile");
      complete(tree);
    } else {
      if (own.isEmpty() && field(draft.now(), port).field() == Trust.Field.DSCP) {
        throw Tree.ofAllPorts(port + " trust pcp: it trusts DSCP by");
      }
      Tree.unbind(tree, KIND, port);
      dropUnused(tree);
    }
  }

  /** The profile of ports that are bound to ours, if it went with the last of them. */
  static void complete(Node tree) {
    if (!Tree.bound(tree, KIND, Tree.OURS).isEmpty()
        && tree.text("qos", KIND, Tree.OURS, "trust").isEmpty()) {
      tree.set("l3", "qos", KIND, Tree.OURS, "trust");
    }
  }

  /** The last port that leaves takes our trust along; entries stay, they are the switch's map. */
  static void dropUnused(Node tree) {
    if (Tree.bound(tree, KIND, Tree.OURS).isEmpty()) {
      tree.remove("qos", KIND, Tree.OURS, "trust");
      if (tree.names("qos", KIND, Tree.OURS, "dscp").isEmpty()) {
        tree.remove("qos", KIND, Tree.OURS);
      }
    }
  }
}
