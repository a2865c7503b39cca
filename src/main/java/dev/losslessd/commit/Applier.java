package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Progress;
import dev.losslessd.model.Rollout;
import dev.losslessd.plan.Wave;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins commits, and applies them all at once or wave by wave with a soak after each. The next
 * wave begins when the soak is over and the guard has judged the last one and found nothing. What
 * also hits the control group is not the change's fault: the wave soaks again. A wave that is held
 * longer than the confirm window lasts is rolled back with all before it.
 */
record Applier(
    EngineDependencies dependencies,
    Runner runner,
    CommitLog commitLog,
    Guards guards,
    Windows windows,
    Rollbacks rollbacks,
    DeviceTimers deviceTimers,
    Rollouts rollouts,
    Permits permits) {
  private static final Logger LOG = LoggerFactory.getLogger(Applier.class);
  private static final Duration STEP = Duration.ofSeconds(1);

  /**
   * Durable when this returns; it is to be written by the next step.
   *
   * @throws StoreException it cannot be journaled, or nothing would roll it back if this daemon
   *     died; nothing was written
   */
  Commit begin(String id, Live live, Request request, Plan planned) {
    List<Wave> waves = rollouts.split(planned, request.terms().rollout());
    Plan plan = Rollouts.inOrder(planned, waves);
    Entry.Begun begun =
        new Entry.Begun(
            id,
            plan,
            request.goal().overrides(),
            request.origin().actor(),
            request.origin().reason(),
            dependencies.settings().boot(),
            dependencies.time().now(),
            request.terms().rollout().map(Rollout::acceptIdle).orElse(false),
            request.origin().key(),
            List.copyOf(request.goal().releases()),
            Restarts.of(plan.changes(), runner));
    live.lock.lock(); // nobody decides about it before it is told
    try {
      journal(begun, request);
      live.how = new Live.How(waves, request.terms().rollout(), window(request));
      live.ours = true;
      Commit applying = dependencies.tell(commitLog, id);
      if (plan.changes().isEmpty()) {
        return settle(id, live, applying.run().actor());
      }
      live.write = 0;
      return applying;
    } finally {
      live.lock.unlock();
    }
  }

  /** Nothing was written; a commit that cannot be kept must not be shown as applying for ever. */
  private Commit settle(String id, Live live, String actor) {
    try {
      windows.settle(id, actor);
    } catch (RuntimeException e) {
      rollbacks.begin(id, live, List.of(), reason(e), AuditEvent.DAEMON);
      rollbacks.attempt(id, live, Rollbacks.Consent.NONE);
    }
    return commitLog.known(id);
  }

  private Duration window(Request request) {
    return request.origin().actor().equals(Commit.REPAIR)
        ? dependencies.settings().repairWithin()
        : request.terms().confirmWithin().orElse(dependencies.settings().confirmWithin());
  }

  /** The dead-man file is first: a crash in between leaves one that nothing is to be done for. */
  private void journal(Entry.Begun begun, Request request) {
    DeadMan deadMan = dependencies.time().deadMan();
    if (!begun.plan().changes().isEmpty()) {
      arm(deadMan, begun);
    }
    try {
      commitLog.begin(begun, plan -> permits.requireFree(plan, request));
    } catch (RuntimeException | Error e) {
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

  /**
   * Writes the plan, or one wave of it. Whatever goes wrong, what was begun is rolled back: a fault
   * of this daemon's own must not leave a commit applying for ever.
   */
  void write(String id, Live live, int number) {
    Plan plan = commitLog.known(id).run().plan();
    Live.How how = Objects.requireNonNull(live.how);
    int done = Optional.ofNullable(live.soak).map(Soak::begun).orElse(0);
    List<Change> own = how.waves().isEmpty() ? plan.changes() : how.waves().get(number).changes();
    PlanExecution execution = new PlanExecution(dependencies, runner, commitLog, id, own);
    live.write = null;
    live.soak = null;
    try {
      if (how.waves().isEmpty()) {
        guards.begin(id, plan);
      } else {
        beginWave(id, live, plan, number, done);
      }
      live.writing = execution;
      try {
        execution.run(within(how, number));
      } finally {
        live.writing = null;
      }
      runner.requireHolds(plan.changes().subList(0, done + own.size()));
      execution.requireGoing();
      if (how.waves().isEmpty()) {
        windows.open(id, live, how.window());
        guards.applied(id);
      } else {
        guards.applied(id);
        Duration soak = how.soak();
        soak(id, live, number, done + own.size(), soak, soak.plus(how.window()));
      }
    } catch (VirtualMachineError e) {
      throw e;
    } catch (RuntimeException | Error e) {
      List<Change> begun = new ArrayList<>(plan.changes().subList(0, done));
      begun.addAll(execution.begun());
      String where =
          how.waves().isEmpty() ? "" : "wave " + (number + 1) + " of " + how.waves().size() + ": ";
      rollbacks.begin(id, live, begun, where + reason(e), execution.actor());
    }
  }

  private void beginWave(String id, Live live, Plan plan, int number, int done) {
    Live.How how = Objects.requireNonNull(live.how);
    Wave wave = how.waves().get(number);
    live.waitsFor = "writing";
    if (number > 0) {
      rollouts.requireAlone(plan, wave);
      rollouts.requireAsPlanned(plan, wave);
    }
    guards.begin(id, wave);
    int end = done + wave.changes().size();
    commitLog.append(
        new Entry.Wave(id, number + 1, how.waves().size(), end, dependencies.time().now()));
    dependencies.tell(commitLog.known(id), AuditEvent.DAEMON);
  }

  /** How long a device that holds waits for the confirmation. */
  private static Duration within(Live.How how, int number) {
    int soaks = how.waves().isEmpty() ? 0 : how.waves().size() - number;
    return how.soak().multipliedBy(soaks).plus(how.window()).plus(DeviceTimers.GRACE);
  }

  /**
   * @param end changes of the plan, from its start, that were begun
   * @param until time to the next judgement
   * @param patience time after which it has been held for too long
   */
  private void soak(String id, Live live, int number, int end, Duration until, Duration patience) {
    EngineTime time = dependencies.time();
    soaking(id, live, new Soak(number, end, time.in(until), time.in(patience), ""));
  }

  private void soaking(String id, Live live, Soak soak) {
    Live.How how = Objects.requireNonNull(live.how);
    Progress progress =
        Progress.writing(soak.wave() + 1, how.waves().size(), soak.begun())
            .soaking(soak.until().at(), soak.held());
    Commit soaking = new Commit.Applying(commitLog.known(id).run(), Optional.of(progress));
    commitLog.show(soaking);
    live.soak = soak;
    if (!soak.held().equals(live.waitsFor)) {
      live.waitsFor = soak.held();
      dependencies.tell(soaking, AuditEvent.DAEMON);
    }
  }

  /** The wave waits beyond its soak, as far as the devices' own timers reach. */
  void soakOn(String id, Live live, String why, boolean again) {
    Live.How how = Objects.requireNonNull(live.how);
    Soak soak = Objects.requireNonNull(live.soak);
    Duration needed = how.soak().multipliedBy(how.waves().size() - soak.wave());
    DeviceTimers.Reach reach = deviceTimers.reach(id, needed.plus(how.window()));
    if (reach.within().compareTo(needed) < 0) {
      rollbacks.begin(id, live, commitLog.known(id).begun(), reach.because(), AuditEvent.DAEMON);
      return;
    }
    if (again) {
      guards.again(id, how.waves().get(soak.wave()));
    }
    Duration next = again ? how.soak() : STEP;
    soaking(
        id,
        live,
        new Soak(soak.wave(), soak.begun(), dependencies.time().in(next), soak.patience(), why));
  }

  /** The last soak is over. */
  void open(String id, Live live) {
    Live.How how = Objects.requireNonNull(live.how);
    try {
      guards.handOver(id, Set.of());
      windows.open(id, live, how.window());
    } catch (StoreException e) {
      rollbacks.begin(
          id, live, commitLog.known(id).begun(), String.valueOf(e.getMessage()), AuditEvent.DAEMON);
    }
  }

  /** Reason of a failure; with its class if it was not foreseen. */
  static String reason(Throwable e) {
    boolean foreseen =
        e instanceof DeviceException || e instanceof StoreException || e instanceof CommitException;
    if (!foreseen) {
      LOG.error("a commit is undone for a fault of this daemon", e);
    }
    return foreseen ? String.valueOf(e.getMessage()) : e.toString();
  }
}
