package dev.losslessd.commit;

import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Release;
import java.util.List;
import java.util.function.Supplier;

/** Refuses plans that would write a device that was released. */
record ReleasePermit(Supplier<List<Release>> all) implements Permit {
  @Override
  public Plan judge(Plan plan, Request request) {
    return plan.refusing(
        all.get().stream()
            .filter(one ->
                plan.changes().stream().anyMatch(change -> change.device().equals(one.device())))
            .map(one ->
                PlanRule.RELEASED.refusal(
                    one.device().name(),
                    one.text() + "; 'losslessd release " + one.device() + " --undo' takes it back"))
            .toList());
  }
}
