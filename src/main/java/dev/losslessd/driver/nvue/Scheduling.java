package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Priority;
import java.util.ArrayList;
import java.util.List;

/**
 * Egress scheduler and egress queue mapping of all ports. A traffic class without a share is not
 * scheduled at all (NVUE reference, bw-percent), so one that carries a priority needs one.
 */
final class Scheduling {
  private static final String SCHEDULER = "egress-scheduler";
  private static final String MAPPING = "egress-queue-mapping";
  private static final String CLASS = "traffic-class";

  private Scheduling() {}

  static List<List<String>> paths() {
    return List.of(
        SavedConfig.path("qos", SCHEDULER, Tree.GLOBAL),
        SavedConfig.path("qos", MAPPING, Tree.GLOBAL));
  }

  /** Returns the schedule that runs; {@code dwrr} where the switch shows no mode. */
  static Ets ets(NvueSnapshot now) {
    String port = now.standIn(SCHEDULER);
    Node runs = now.running(port, SCHEDULER);
    List<Selection> selection = new ArrayList<>();
    List<Integer> share = new ArrayList<>();
    for (int tc = 0; tc < Priority.COUNT; tc++) {
      String mode = runs.text(CLASS, "" + tc, "mode").orElse("dwrr");
      switch (mode) {
        case "strict" -> {
          selection.add(Selection.STRICT);
          share.add(0);
        }
        case "dwrr" -> {
          selection.add(Selection.ETS);
          share.add(share(port, runs, tc));
        }
        default -> throw NvueSnapshot.garbled(port, SCHEDULER, mode, "dwrr or strict");
      }
    }
    if (runs.names(CLASS).isEmpty()) {
      throw NvueSnapshot.garbled(port, SCHEDULER, runs.toString(), "traffic classes");
    }
    return new Ets(selection, share, classes(now));
  }

  private static int share(String port, Node runs, int tc) {
    String text = runs.text(CLASS, "" + tc, "bw-percent").orElse("0");
    if (!text.matches("\\d{1,2}|100")) {
      throw NvueSnapshot.garbled(port, SCHEDULER, text, "a percentage 0..100");
    }
    return Integer.parseInt(text);
  }

  /** The traffic class of each priority. */
  static List<Integer> classes(NvueSnapshot now) {
    String port = now.standIn(MAPPING);
    Node runs = now.running(port, MAPPING);
    List<Integer> classes = new ArrayList<>();
    for (int n = 0; n < Priority.COUNT; n++) {
      String text = runs.text("switch-priority", "" + n, CLASS).orElse("nothing");
      if (!Tree.isPriority(text)) {
        throw NvueSnapshot.garbled(
            port, MAPPING, "switch-priority " + n + " " + text, "a traffic class 0..7");
      }
      classes.add(Integer.parseInt(text));
    }
    return classes;
  }

  /** Returns the class of each priority after what the tree sets. */
  static List<Integer> classes(NvueSnapshot now, Node tree) {
    List<Integer> classes = new ArrayList<>(classes(now));
    for (int n = 0; n < classes.size(); n++) {
      int priority = n;
      tree.text("qos", MAPPING, Tree.GLOBAL, "switch-priority", "" + n, CLASS)
          .filter(Tree::isPriority)
          .ifPresent(tc -> classes.set(priority, Integer.parseInt(tc)));
    }
    return classes;
  }

  /** All eight classes are written: one that is left out may be taken for one without a share. */
  static void ets(Node tree, Ets wanted, NvueSnapshot now) {
    for (int tc = 0; tc < Priority.COUNT; tc++) {
      boolean strict = wanted.selection().get(tc) == Selection.STRICT;
      int share = wanted.bandwidthPercent().get(tc);
      String[] at = {"qos", SCHEDULER, Tree.GLOBAL, CLASS, "" + tc};
      requireKnown(wanted, tc);
      tree.remove(at);
      if (strict || share > 0) {
        tree.set(strict ? "strict" : "dwrr", below(at, "mode"));
      }
      if (!strict && share > 0) {
        tree.set("" + share, below(at, "bw-percent"));
      }
    }
    List<Integer> classes = classes(now, tree);
    for (int n = 0; n < classes.size(); n++) {
      if (!classes.get(n).equals(wanted.classOfPriority().get(n))) {
        tree.set(
            "" + wanted.classOfPriority().get(n),
            "qos",
            MAPPING,
            Tree.GLOBAL,
            "switch-priority",
            "" + n,
            CLASS);
      }
    }
  }

  private static void requireKnown(Ets wanted, int tc) {
    Selection selection = wanted.selection().get(tc);
    if (selection != Selection.STRICT && selection != Selection.ETS) {
      throw DeviceException.unsupported(
          "traffic class " + tc + " by " + selection.word() + ": expected strict or ets");
    }
    boolean starves =
        selection == Selection.ETS
            && wanted.bandwidthPercent().get(tc) == 0
            && wanted.classOfPriority().contains(tc);
    if (starves) {
      throw DeviceException.refused(
          "traffic class "
              + tc
              + " with priorities and a share of 0: this switch would not schedule it: expected at"
              + " least 1%");
    }
  }

  private static String[] below(String[] path, String name) {
    List<String> all = new ArrayList<>(List.of(path));
    all.add(name);
    return all.toArray(String[]::new);
  }
}
