package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Target;
import dev.losslessd.store.AuditActor;
import java.util.Optional;

/** Holds a plan to the devices that its caller may change. */
final class ScopePermit implements Permit {
  /**
   * The same plan, if its caller may change every device of it.
   *
   * @throws CommitException SCOPE, with the first device that is outside
   */
  @Override
  public Plan judge(Plan plan, Request request) {
    DeviceScope scope = request.origin().scope();
    Optional<DeviceId> outside =
        plan.targets().map(Target::device).filter(device -> !scope.covers(device)).findFirst();
    if (outside.isPresent()) {
      throw new CommitException(
          Kind.SCOPE,
          "%s is outside the scope of %s, expected %s"
              .formatted(
                  outside.get(), AuditActor.of(request.origin().actor()).who(), scope.text()));
    }
    return plan;
  }

  /**
   * What waits is planned anew later, and the scope is not kept with it: so its devices must be
   * certain now.
   *
   * @throws CommitException SCOPE, for the whole intent of a caller with a scope
   */
  static void requireStageable(Request request) {
    if (request.goal().all() && !request.origin().scope().isAll()) {
      throw new CommitException(
          Kind.SCOPE,
          "the whole intent cannot wait for idle ports with a scope of "
              + request.origin().scope().text()
              + ", expected changes that are named");
    }
  }
}
