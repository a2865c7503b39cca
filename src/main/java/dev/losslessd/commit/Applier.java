package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Rollout;
import dev.losslessd.plan.Wave;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Begins commits: journals them, and applies them all at once or hands them to their waves. */
final class Applier {
  private static final Logger LOG = LoggerFactory.getLogger(Applier.class);

  private final EngineDependencies dependencies;
  private final Runner runner;
  private final CommitLog commitLog;
  private final ConfirmWindows confirmWindows;
  private final Rollouts rollouts;

  Applier(
      EngineDependencies dependencies,
      Runner runner,
      CommitLog commitLog,
      ConfirmWindows confirmWindows,
      Rollouts rollouts) {
    this.dependencies = dependencies;
    this.runner = runner;
    this.commitLog = commitLog;
    this.confirmWindows = confirmWindows;
    this.rollouts = rollouts;
  }

  /**
   * Durable when this returns, and its application has begun.
   *
   * @throws StoreException it cannot be journaled, or nobody would take it back if this daemon
   *     died; nothing was written
   */
  Commit begin(String id, Request request, Plan planned) {
    List<Wave> waves = rollouts.split(planned, request.terms().rollout());
    Plan plan = Rollouts.inOrder(planned, waves);
    Instant now = dependencies.time().now();
    Entry.Begun begun =
        new Entry.Begun(
            id,
            plan,
            request.goal().overrides(),
            request.origin().actor(),
            request.origin().reason(),
            dependencies.settings().boot(),
            now,
            request.terms().rollout().map(Rollout::acceptIdle).orElse(false),
            request.origin().key());
    journal(begun, request);
    try {
      return begun(id, request.terms(), plan, waves);
    } catch (RuntimeException e) {
      // nothing was written, and it must not be shown as applying for ever
      return confirmWindows.undo(id, List.of(), reason(e), AuditEvent.DAEMON);
    }
  }

  /** The dead-man file is first: a crash in between leaves one that nothing is to be done for. */
  private void journal(Entry.Begun begun, Request request) {
    DeadMan deadMan = dependencies.time().deadMan();
    if (!begun.plan().changes().isEmpty()) {
      arm(deadMan, begun);
    }
    try {
      commitLog.begin(begun, request.goal().releases());
    } catch (RuntimeException e) {
      deadMan.disarm(begun.commit());
      throw e;
    }
  }

  private void arm(DeadMan deadMan, Entry.Begun begun) {
    try {
      deadMan.arm(begun.commit(), begun.at());
    } catch (StoreException e) {
      dependencies.journal().lacked(e);
      throw e;
    }
  }

  private Commit begun(String id, Request.Terms terms, Plan plan, List<Wave> waves) {
    Commit applying = commitLog.commit(id).orElseThrow();
    dependencies.tell(applying, applying.run().actor());
    if (plan.changes().isEmpty()) {
      return confirmWindows.settle(id, applying.run().actor());
    }
    Duration window =
        applying.repair()
            ? dependencies.settings().repairWithin()
            : terms.confirmWithin().orElse(dependencies.settings().confirmWithin());
    if (terms.rollout().isPresent()) {
      rollouts.begin(id, plan, waves, terms.rollout().get(), window);
    } else {
      dependencies
          .time()
          .threads()
          .execute(() -> confirmWindows.turns().alone(id, () -> apply(id, plan, window)));
    }
    return applying;
  }

  private void apply(String id, Plan plan, Duration window) {
    PlanExecution planExecution =
        new PlanExecution(dependencies, runner, commitLog, id, plan.changes());
    try {
      confirmWindows.guard(id, plan);
      confirmWindows.writing(
          id, planExecution, () -> planExecution.run(window.plus(DeviceTimers.GRACE)));
      runner.requireHolds(plan.changes());
      planExecution.requireGoing();
      confirmWindows.open(id, window);
    } catch (RuntimeException e) {
      // Whatever it is: what cannot be journaled as applied would be undone at the next start, and
      // a fault of ours must not leave a commit applying for ever.
      confirmWindows.undo(id, planExecution.begun(), reason(e), planExecution.actor());
    }
  }

  /** Reason of a failure; with its class if it was not foreseen. */
  static String reason(RuntimeException e) {
    boolean foreseen =
        e instanceof DeviceException || e instanceof StoreException || e instanceof CommitException;
    if (!foreseen) {
      LOG.error("a commit is undone for a fault of this daemon", e);
    }
    return foreseen ? String.valueOf(e.getMessage()) : e.toString();
  }
}
