package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Egress scheduler and egress queue mapping of all ports. A traffic class without a share is not
 * scheduled at all (NVUE reference, bw-percent), so one that carries a priority needs one.
 */
final class Scheduling {
  private static final String SCHEDULER = "egress-scheduler";
  private static final String MAPPING = "egress-queue-mapping";
  private static final String CLASS = "traffic-class";

  static final List<String> PATHS =
      List.of("qos egress-scheduler " + Tree.GLOBAL, "qos egress-queue-mapping " + Tree.GLOBAL);

  private Scheduling() {}

  /** Whether a port is bound to a profile of this kind, or of the mapping to queues. */
  static boolean isOwn(NvueSnapshot now, String port, String kind) {
    return Stream.of(kind, MAPPING)
        .anyMatch(one -> !Tree.profile(now.config(), one, port).equals(Tree.GLOBAL));
  }

  /**
   * Returns the schedule that runs on a port, or without a port on those that have no profile of
   * their own; {@code dwrr} where the switch shows no mode.
   */
  static Reading.Value ets(NvueSnapshot now, String port) {
    Running runs = now.running(port, SCHEDULER);
    List<Integer> classes = classes(now, port);
    List<Selection> selection = new ArrayList<>();
    List<Integer> share = new ArrayList<>();
    for (int tc = 0; tc < Priority.COUNT; tc++) {
      String mode = runs.text(CLASS, "" + tc, "mode").orElse("dwrr");
      boolean strict = mode.equals("strict");
      if (!strict && !mode.equals("dwrr")) {
        throw runs.garbled(mode, "dwrr or strict");
      }
      String[] at = {CLASS, "" + tc, "bw-percent"};
      selection.add(strict ? Selection.STRICT : Selection.ETS);
      share.add(strict || runs.text(at).isEmpty() ? 0 : runs.percent(at));
    }
    if (runs.shown().names(CLASS).isEmpty()) {
      throw runs.garbled(runs.shown().toString(), "traffic classes");
    }
    return new Reading.Value(new Ets(selection, share, classes));
  }

  /** The traffic class of each priority, on a port or on those that have that of all. */
  static List<Integer> classes(NvueSnapshot now, String port) {
    Running runs = now.running(port, MAPPING);
    List<Integer> classes = new ArrayList<>();
    for (int n = 0; n < Priority.COUNT; n++) {
      String text = runs.text("switch-priority", "" + n, CLASS).orElse("nothing");
      if (!Tree.isPriority(text)) {
        throw runs.garbled("switch-priority " + n + " " + text, "a traffic class 0..7");
      }
      classes.add(Integer.parseInt(text));
    }
    return classes;
  }

  /** Returns the class of each priority after what the tree sets. */
  static List<Integer> classes(NvueSnapshot now, Node tree) {
    List<Integer> classes = new ArrayList<>(classes(now, ""));
    for (int n = 0; n < classes.size(); n++) {
      int priority = n;
      tree.text("qos", MAPPING, Tree.GLOBAL, "switch-priority", "" + n, CLASS)
          .filter(Tree::isPriority)
          .ifPresent(tc -> classes.set(priority, Integer.parseInt(tc)));
    }
    return classes;
  }

  /** All eight classes are written: one that is left out may be taken for one without a share. */
  static void ets(Draft draft, Ets wanted) {
    requireKnown(wanted);
    Node tree = draft.tree();
    for (int tc = 0; tc < Priority.COUNT; tc++) {
      boolean strict = wanted.selection().get(tc) == Selection.STRICT;
      int share = wanted.bandwidthPercent().get(tc);
      String at = "qos " + SCHEDULER + " " + Tree.GLOBAL + " " + CLASS + " " + tc;
      tree.remove(at);
      if (strict || share > 0) {
        tree.set(strict ? "strict" : "dwrr", at, "mode");
      }
      if (!strict && share > 0) {
        tree.set("" + share, at, "bw-percent");
      }
    }
    List<Integer> classes = classes(draft.now(), tree);
    for (int n = 0; n < classes.size(); n++) {
      if (!classes.get(n).equals(wanted.classOfPriority().get(n))) {
        String at = "qos " + MAPPING + " " + Tree.GLOBAL + " switch-priority " + n;
        tree.set("" + wanted.classOfPriority().get(n), at, CLASS);
      }
    }
  }

  static void requireKnown(Ets wanted) {
    for (int tc = 0; tc < Priority.COUNT; tc++) {
      requireKnown(wanted, tc);
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
          ("traffic class %s with priorities and a share of 0: this switch would not schedule it:"
                  + " expected at least 1%%")
              .formatted(tc));
    }
  }
}
