package dev.losslessd.plan;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.Key;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Link;
import java.util.ArrayList;
import java.util.List;

/**
 * A plan that leaves a lossless class at one end of a cable alone. A NIC that pauses a switch which
 * does not stop drops what it is sent; a switch that pauses a NIC which does not stop drops too. A
 * switch may be made ready before its hosts: they send nothing in that class yet. An end that does
 * not say what it has is not judged.
 */
final class OneEnd {
  private final State before;
  private final State after;
  private final List<Refusal> refusals = new ArrayList<>();

  private OneEnd(State before, State after) {
    this.before = before;
    this.after = after;
  }

  /** Refusals of a plan that leads from one state to the other. */
  static List<Refusal> check(State before, State after) {
    OneEnd rule = new OneEnd(before, after);
    for (Link link : after.links()) {
      rule.judge(link.a(), link.b());
      rule.judge(link.b(), link.a());
    }
    return rule.refusals;
  }

  /** Classes of one end that the other does not protect. */
  private void judge(PortId end, PortId other) {
    if (!after.knowsPfc(end) || !after.knowsPfc(other)) {
      return;
    }
    for (Priority priority : after.lossless(end).priorities()) {
      if (!after.lossless(other).contains(priority)) {
        unprotected(end, other, priority);
      } else {
        codePoints(end, other, priority);
      }
    }
  }

  private void unprotected(PortId end, PortId other, Priority priority) {
    if (before.lossless(other).contains(priority)) {
      refuse(
          new Key(Target.port(other), SettingKind.PFC),
          "priority "
              + priority
              + " would be lossless at "
              + end
              + " alone, and the end without it drops; expected both ends in one plan");
    } else if (!before.lossless(end).contains(priority) && !isSwitch(end)) {
      refuse(
          new Key(Target.port(end), SettingKind.PFC),
          "priority "
              + priority
              + " would be lossless here alone: "
              + other
              + " has "
              + after.lossless(other)
              + ", and the end without it drops; expected "
              + other
              + " first, or both ends in one plan");
    }
  }

  /** Code points that no longer land in the class at one end, while the other sends them in it. */
  private void codePoints(PortId end, PortId other, Priority priority) {
    after
        .dscpMap(end)
        .ifPresent(map ->
            map.entries()
                .forEach((dscp, in) -> {
                  if (in.equals(priority) && lands(before, other, dscp, priority)
                      && isUnnamed(other, dscp)) {
                    refuse(
                        new Key(Target.port(other), SettingKind.DSCP_MAP),
                        "DSCP "
                            + dscp
                            + " would not be in priority "
                            + priority
                            + " any more, where "
                            + end
                            + " has it lossless; expected both ends in one plan");
                  }
                }));
  }

  private static boolean lands(State state, PortId port, Dscp dscp, Priority priority) {
    return state.dscpMap(port).filter(map -> priority.equals(map.entries().get(dscp))).isPresent();
  }

  private boolean isUnnamed(PortId port, Dscp dscp) {
    return after.dscpMap(port).filter(map -> !map.entries().containsKey(dscp)).isPresent();
  }

  private boolean isSwitch(PortId port) {
    return after.situation().around().isSwitch(port.device());
  }

  private void refuse(Key key, String reason) {
    refusals.add(PlanRule.ONE_END.refusal(key.toString(), reason));
  }
}
