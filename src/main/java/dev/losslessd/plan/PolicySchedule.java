package dev.losslessd.plan;

import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Policy;
import dev.losslessd.model.Policy.TrafficClass;
import dev.losslessd.model.Priority;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The transmit schedule of a policy. Priorities of no class go with priority 0; what the classes
 * leave of the link is shared evenly by those and the classes that name no share.
 */
final class PolicySchedule {
  /** Percent for a class that only unassigned priorities use: enough not to be starved. */
  private static final int LEAST = 1;

  private PolicySchedule() {}

  /** Whether the policy wants one. */
  static boolean isWanted(Policy policy) {
    return policy.classes().stream().anyMatch(c -> c.strict() || c.bandwidthPercent() > 0);
  }

  /** Traffic class n for the class of priority n, class 0 for all other priorities. */
  static Ets of(Policy policy) {
    List<Selection> selection = new ArrayList<>(Collections.nCopies(Priority.COUNT, Selection.ETS));
    List<Integer> share = new ArrayList<>(Collections.nCopies(Priority.COUNT, 0));
    List<Integer> classOf = new ArrayList<>(Collections.nCopies(Priority.COUNT, 0));
    List<Integer> open = new ArrayList<>(List.of(0));
    int left = 100;
    for (TrafficClass one : policy.classes()) {
      int tc = one.priority().value();
      classOf.set(tc, tc);
      open.remove(Integer.valueOf(tc));
      if (one.strict()) {
        selection.set(tc, Selection.STRICT);
      } else if (one.bandwidthPercent() > 0) {
        share.set(tc, one.bandwidthPercent());
        left -= one.bandwidthPercent();
      } else {
        open.add(tc);
      }
    }
    spread(share, open, left);
    return new Ets(selection, share, classOf);
  }

  private static void spread(List<Integer> share, List<Integer> open, int left) {
    for (int i = 0; i < open.size(); i++) {
      int part = left / open.size() + (i < left % open.size() ? 1 : 0);
      share.set(open.get(i), part);
    }
  }

  /** Schedule of the policy, in the traffic classes that a driver takes. */
  static Ets of(Policy policy, ClassLayout layout) {
    Ets schedule = of(policy);
    return switch (layout.numbering()) {
      case BY_PRIORITY -> schedule;
      case CONTIGUOUS -> contiguous(schedule, layout.unused());
      case DSCP_IS_CLASS ->
          policy.classes().stream().allMatch(one -> one.dscp().isEmpty())
              ? contiguous(schedule, layout.unused())
              : oneForEach(schedule);
    };
  }

  /** Class 0 is in use always: priority 0 has it. */
  private static Ets contiguous(Ets schedule, Selection unused) {
    List<Integer> used = schedule.classOfPriority().stream().distinct().sorted().toList();
    List<Selection> selection = new ArrayList<>(Collections.nCopies(Priority.COUNT, unused));
    List<Integer> share = new ArrayList<>(Collections.nCopies(Priority.COUNT, 0));
    for (int tc = 0; tc < used.size(); tc++) {
      selection.set(tc, schedule.selection().get(used.get(tc)));
      share.set(tc, schedule.bandwidthPercent().get(used.get(tc)));
    }
    List<Integer> classOf = schedule.classOfPriority().stream().map(used::indexOf).toList();
    return new Ets(selection, share, classOf);
  }

  /**
   * Priorities that went with class 0 have classes of their own: what these are given is taken from
   * it, where it has that much.
   */
  private static Ets oneForEach(Ets schedule) {
    List<Selection> selection = new ArrayList<>(schedule.selection());
    List<Integer> share = new ArrayList<>(schedule.bandwidthPercent());
    List<Integer> classOf = new ArrayList<>();
    int alone = Math.toIntExact(schedule.classOfPriority().stream().filter(tc -> tc == 0).count());
    int part = share.getFirst() >= alone * LEAST ? LEAST : 0;
    for (int priority = 0; priority < Priority.COUNT; priority++) {
      if (priority > 0 && schedule.classOfPriority().get(priority) == 0) {
        selection.set(priority, selection.getFirst());
        share.set(priority, part);
        share.set(0, share.getFirst() - part);
      }
      classOf.add(priority);
    }
    return new Ets(selection, share, classOf);
  }
}
