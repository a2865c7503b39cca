package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Where people work nothing is written, not even to roll back. What only tells a device to keep
 * what it has, or starts its timer again, is no write.
 *
 * @param all also what has come to its end
 */
record MaintenancePermit(Supplier<List<Maintenance>> all, Predicate<Maintenance> lasts)
    implements Permit {
  private List<Maintenance> now(Predicate<Maintenance> there) {
    return all.get().stream().filter(lasts.and(there)).toList();
  }

  @Override
  public Plan judge(Plan plan, Request request) {
    return plan.refusing(
        now(one -> plan.changes().stream().anyMatch(one::covers)).stream()
            .map(one -> PlanRule.MAINTENANCE.refusal(one.target().text(), one.text()))
            .toList());
  }

  @Override
  public void pass(Session session, Collection<Change> changes) {
    now(one -> changes.stream().anyMatch(one::covers)).forEach(MaintenancePermit::close);
  }

  @Override
  public void pass(Session session, DeviceId device) {
    now(one -> one.covers(new Target.Device(device))).forEach(MaintenancePermit::close);
  }

  /** It may be tried again. */
  private static void close(Maintenance one) {
    throw new DeviceException(DeviceException.Kind.CLOSED_GATE, one.text());
  }
}
