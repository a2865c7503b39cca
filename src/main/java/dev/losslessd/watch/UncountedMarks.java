package dev.losslessd.watch;

import dev.losslessd.model.Ecn;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Queues that mark and could count it, and do not: whether ECN works there is not seen. The finding
 * is an offer, with the command that accepts it. Pure.
 */
public final class UncountedMarks {
  private UncountedMarks() {}

  /** One finding for each target; where the system has no such setting, none. */
  public static Stream<Finding> in(Collection<Observation> seen) {
    return seen.stream().map(Observation::observed).flatMap(each -> in(each).stream());
  }

  private static Optional<Finding> in(Observed seen) {
    Setting marks = seen.inForce(SettingKind.ECN).orElse(Ecn.OFF);
    Optional<Setting> counts = seen.inForce(SettingKind.ECN_COUNT);
    if (!(marks instanceof Ecn ecn)
        || counts.isEmpty()
        || !(counts.get() instanceof EcnCount counted)) {
      return Optional.empty();
    }
    PrioritySet all = counted.priorities();
    PrioritySet silent = PrioritySet.NONE;
    for (Priority priority : ecn.marking().keySet()) {
      silent = counted.priorities().contains(priority) ? silent : silent.with(priority);
      all = all.with(priority);
    }
    return silent.isEmpty() ? Optional.empty() : Optional.of(offer(seen.target(), silent, all));
  }

  private static Finding offer(Target target, PrioritySet silent, PrioritySet all) {
    return FindingRule.MARKS_NOT_COUNTED
        .at(
            target.text(),
            "priority " + silent + " is marked, and the switch is told not to count its marks")
        .advising(
            "'losslessd set " + target.text() + " ecn-count " + all + "' switches the counting on");
  }
}
