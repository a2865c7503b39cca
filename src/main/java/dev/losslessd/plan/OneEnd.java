package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Gap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A plan may not leave a lossless class at one end of a link alone: a NIC that pauses a switch
 * which does not stop drops what it is sent, and so does a switch. A switch may be ahead of its
 * NICs, and an end that is not known is not judged; {@link PlannedLinks} shows both.
 */
final class OneEnd {
  private OneEnd() {}

  /**
   * Refusals of a plan that leads from one state to the other.
   *
   * @param elsewhere DSCP maps for which {@link DscpElsewhere} stops the plan: once is enough
   */
  static List<Refusal> check(
      State before, State after, List<Change> changes, Set<String> elsewhere) {
    PlannedLinks links = new PlannedLinks(before, after, changes);
    return links.touched().stream()
        .flatMap(link -> links.gaps(link).stream())
        .filter(links::isWorse)
        .filter(gap -> !links.isWayBack(gap))
        .filter(gap -> gap.dscp().isEmpty() || !elsewhere.contains(subject(gap.other(), gap)))
        .filter(gap -> gap.dscp().isEmpty() || isUsed(gap.dscp().get(), gap, before, after))
        .map(gap -> links.isLost(gap) ? lost(gap, links) : alone(gap))
        .toList();
  }

  /**
   * Whether traffic of this code point is expected: where a map is intended at an end, that of its
   * entries, and of what the plan itself maps. mlnx_qos writes all 64 entries of a NIC's map, of
   * which a policy needs few.
   */
  private static boolean isUsed(Dscp dscp, Gap gap, State before, State after) {
    List<PortId> ends = List.of(gap.end(), gap.other());
    List<DscpMap> intended =
        ends.stream().flatMap(end -> DscpElsewhere.wanted(after, end)).toList();
    return intended.isEmpty()
        || intended.stream().anyMatch(map -> map.entries().containsKey(dscp))
        || ends.stream().anyMatch(end -> !in(dscp, before, end).equals(in(dscp, after, end)));
  }

  private static Optional<Priority> in(Dscp dscp, State state, PortId end) {
    return state.dscpMap(end).map(map -> map.entries().get(dscp));
  }

  private static Refusal lost(Gap gap, PlannedLinks links) {
    String what =
        links.isSwitch(gap.end()) && !links.isSwitch(gap.other())
            ? " would be removed here, but %1$s relies on it. Change both ends in one plan; where"
                + " that cannot be, waive this here and change %1$s next"
            : " would be removed here, but %1$s relies on it. Change %1$s first, or both ends in"
                + " one plan";
    return refusal(gap.other(), gap, what.formatted(gap.end()));
  }

  private static Refusal alone(Gap gap) {
    return refusal(
        gap.end(),
        gap,
        (" would be at this end alone, and %s drops its packets. Change %s first, or both"
                + " ends in one plan")
            .formatted(gap.other(), gap.other()));
  }

  private static Refusal refusal(PortId at, Gap gap, String what) {
    String dscp = gap.dscp().map(one -> "DSCP " + one + " in ").orElse("");
    return PlanRule.ONE_END.refusal(
        subject(at, gap), dscp + "lossless priority " + gap.priority() + what);
  }

  private static String subject(PortId at, Gap gap) {
    SettingKind kind = gap.dscp().isPresent() ? SettingKind.DSCP_MAP : SettingKind.PFC;
    return new Key(Target.port(at), kind).toString();
  }
}
