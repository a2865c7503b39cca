package dev.losslessd.commit;

import dev.losslessd.driver.Session;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Plan;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** The one list of all permits, in the order in which their refusals are shown. */
record Permits(List<Permit> all) {
  Permits {
    all = List.copyOf(all);
  }

  static Permits of(EngineDependencies dependencies, CommitLog commitLog) {
    return new Permits(
        List.of(
            dependencies.writePolicy(),
            new CommitLimits(dependencies::settings, dependencies.time().clock()),
            new ReleasePermit(() -> commitLog.read(history -> history.footprints().releases())),
            new MaintenancePermit(
                () -> commitLog.read(History::maintenance), dependencies.time()::lasts),
            new ScopePermit(),
            IdentityPermit.of(dependencies, commitLog)));
  }

  /** The plan, with every refusal. */
  Plan judge(Plan plan, Request request) {
    Plan judged = plan;
    for (Permit one : all) {
      judged = one.judge(judged, request);
    }
    return judged;
  }

  /**
   * Nothing may come between this and the record after which it is written.
   *
   * @throws CommitException it must not begin
   */
  void requireFree(Plan plan, Request request) {
    all.forEach(Permit::requireOpen);
    Plan judged = judge(plan, request);
    if (judged.refused()) {
      throw new CommitException(judged);
    }
  }

  /** Asks every permit about a write. */
  void pass(Session session, Collection<Change> changes) {
    all.forEach(one -> one.pass(session, changes));
  }

  /** Returns the call with a check of the whole device before it. */
  Consumer<Session> before(DeviceId device, Consumer<Session> call) {
    return session -> {
      all.forEach(one -> one.pass(session, device));
      call.accept(session);
    };
  }
}
