package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Due;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.UndoCause;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Confirm windows, from the last write to the decision. */
final class ConfirmWindows {
  private static final Logger LOG = LoggerFactory.getLogger(ConfirmWindows.class);
  private static final Duration AGAIN = Duration.ofSeconds(5);

  private final EngineDependencies dependencies;
  private final Runner runner;
  private final CommitLog commitLog;
  private final Guards guards;
  private final DeviceTimers deviceTimers;
  private final Turns turns;
  private final HeldUndos held = new HeldUndos();
  private final Map<String, PlanExecution> writing = new ConcurrentHashMap<>();
  private final Retries retries;

  ConfirmWindows(EngineDependencies dependencies, Runner runner, CommitLog commitLog) {
    this.dependencies = dependencies;
    this.runner = runner;
    this.commitLog = commitLog;
    this.guards = new Guards(dependencies.guard(), dependencies.time().timer());
    this.deviceTimers = new DeviceTimers(dependencies, runner, commitLog);
    this.turns = new Turns(dependencies.time());
    Undos undos = new Undos(dependencies, runner, commitLog, deviceTimers);
    this.retries = new Retries(dependencies, commitLog, turns, undos);
    dependencies.writePolicy().whenAllowed(this::retryHeld);
  }

  /** Before the first write. */
  void guard(String id, Plan plan) {
    guards.begin(id, plan);
  }

  /** Applied and read back: the window runs from now. */
  void open(String id, Duration window) {
    applied(id, window);
    guards.applied(id, why -> breached(id, why));
    var _ = dependencies.tell(commitLog, id);
  }

  /** Opens the window of a commit whose guard has begun to judge before. */
  void openGuarded(String id, Duration window) {
    guards.handOver(id, Set.of());
    applied(id, window);
    var _ = dependencies.tell(commitLog, id);
  }

  /** A device whose own timer cannot be started anew may make the window shorter. */
  private void applied(String id, Duration window) {
    DeviceTimers.Reach reach = deviceTimers.reach(id, dependencies.time().now().plus(window));
    if (!reach.because().isEmpty()) {
      LOG.warn("the window of {} ends at {}: {}", id, reach.until(), reach.because());
    }
    commitLog.append(
        new Entry.Applied(id, Due.at(reach.until()), AuditEvent.DAEMON, dependencies.time().now()));
    dependencies.time().deadMan().extend(id, reach.until());
    arm(id, reach.until());
  }

  Guards guards() {
    return guards;
  }

  DeviceTimers deviceTimers() {
    return deviceTimers;
  }

  HeldUndos held() {
    return held;
  }

  Turns turns() {
    return turns;
  }

  Retries retries() {
    return retries;
  }

  /**
   * Names a device that no longer shows the commit; empty if all that answer do. One that is silent
   * now may still show it.
   */
  Optional<String> gone(Commit.AwaitingConfirm open) {
    return runner.contradiction(open.run().plan());
  }

  /** After a restart: the window goes on, and the guard begins anew. */
  void resume(Commit.AwaitingConfirm open) {
    guards.begin(open.id(), open.run().plan());
    arm(open.id(), open.deadline());
    guards.applied(open.id(), why -> breached(open.id(), why));
  }

  /**
   * Neither undone nor kept: a confirm keeps it, also while writing is frozen; a thaw lets its undo
   * begin. Nothing of that is journaled, so that it is found anew at each start.
   */
  void holdBack(Commit commit) {
    List<Change> all = commit.run().plan().changes();
    held.hold(commit.id(), all, "the journal has no confirm of it, unlike the audit");
    if (commit instanceof Commit.Applying) {
      commitLog.show(new Commit.AwaitingConfirm(commit.run(), dependencies.time().now()));
    }
  }

  /** Sets the alarm of an open window. */
  void arm(String id, Instant deadline) {
    turns.arm(id, deadline, () -> expire(id));
  }

  Commit extend(String id, Duration window, String actor) {
    Commit _ = requireOpen(id); // one that is written is told so at once
    return turns.locked(
        id,
        () -> {
          requireOpen(id);
          Instant deadline = dependencies.time().now().plus(window);
          requireReach(id, deadline);
          commitLog.append(
              new Entry.Applied(id, Due.at(deadline), actor, dependencies.time().now()));
          arm(id, deadline);
          return dependencies.tell(commitLog, id);
        });
  }

  private void requireReach(String id, Instant deadline) {
    DeviceTimers.Reach reach = deviceTimers.reach(id, deadline);
    if (reach.until().isBefore(deadline)) {
      throw new CommitException(
          CommitException.Kind.STATE,
          "the window of "
              + id
              + " can last until "
              + reach.until()
              + " at most: "
              + reach.because());
    }
  }

  /**
   * Confirms a commit for good. Alarm and guard end once that is durable, not before: a full disk
   * must not leave a window open for ever. Only then devices are asked to keep it. What they revert
   * by themselves after a crash in between is drift of a confirmed change.
   */
  Commit settle(String id, String actor) {
    commitLog.confirmNext(id, actor, dependencies.time().now());
    var _ = held.take(id);
    turns.forget(id);
    guards.end(id);
    deviceTimers.confirm(id, () -> commitLog.release(id));
    return dependencies.tell(commitLog, id);
  }

  Commit confirm(String id, String actor) {
    Commit _ = requireOpen(id);
    return turns.locked(
        id,
        () -> {
          Commit.AwaitingConfirm open = requireOpen(id);
          requireKeeping(id);
          Set<Key> overtaken = commitLog.read(past -> past.overtaken(id));
          if (!overtaken.isEmpty()) {
            return takeBack(
                id, without(overtaken, open.begun()), "overtaken: " + newer(overtaken), actor);
          }
          try {
            PlannedFor.of(open.run(), dependencies.settings().deviceDeadline())
                .require(runner, open.begun());
            runner.requireHolds(open.run().plan().changes());
            requireAlone(open);
          } catch (DeviceException e) {
            if (e.kind() != DeviceException.Kind.LIED) {
              throw new CommitException(
                  CommitException.Kind.DEVICE,
                  "not confirmed, the window stays open until "
                      + open.deadline()
                      + ": "
                      + e.getMessage(),
                  e);
            }
            return takeBack(id, open.begun(), "at confirmation: " + e.getMessage(), actor);
          }
          return settle(id, actor);
        });
  }

  /** Refuses a confirm where another agent holds a setting; a person must decide about it. */
  private void requireAlone(Commit.AwaitingConfirm open) {
    SecondWriter.of(open.run().plan().changes(), runner)
        .ifPresent(why -> {
          throw new CommitException(
              CommitException.Kind.STATE,
              "not confirmed, the window stays open until "
                  + open.deadline()
                  + ": "
                  + why
                  + "; an undo leaves that as it is");
        });
  }

  /** Refuses a confirm while writes are frozen and devices must still be asked to keep it. */
  private void requireKeeping(String id) {
    if (deviceTimers.pending(id)
        && !held.isDoubtful(id)
        && !dependencies.writePolicy().mayWrite()) {
      throw new CommitException(
          CommitException.Kind.FROZEN,
          commitLog.held(id).keySet()
              + " must be told to keep commit "
              + id
              + "; "
              + dependencies.writePolicy().reason());
    }
  }

  Commit undo(String id, String why, String actor) {
    Commit _ = requireStoppable(id);
    return turns.locked(id, () -> takeBack(id, requireStoppable(id).begun(), why, actor));
  }

  Commit undo(String id, List<Change> begun, String why, String actor) {
    return turns.locked(id, () -> takeBack(id, begun, why, actor));
  }

  /** Runs it; meanwhile a cancel stops it between two steps. */
  void writing(String id, PlanExecution planExecution, Runnable run) {
    writing.put(id, planExecution);
    try {
      run.run();
    } finally {
      writing.remove(id);
    }
  }

  /** Ends it with a no, also while it is written. */
  Commit cancel(String id, String why, String actor) {
    PlanExecution planExecution = writing.get(id);
    if (planExecution == null) {
      return undo(id, why, actor);
    }
    planExecution.stop(why, actor);
    return turns.locked(
        id,
        () -> {
          Commit now = commitLog.known(id);
          return stoppable(now) ? takeBack(id, now.begun(), why, actor) : now;
        });
  }

  /** Undoes what had to wait while writing was not allowed. */
  void retryHeld() {
    for (String id : held.ids()) {
      held.take(id)
          .ifPresent(waits ->
              dependencies
                  .time()
                  .threads()
                  .execute(() -> undo(id, waits.begun(), waits.why(), AuditEvent.DAEMON)));
    }
    retries.thawed();
  }

  private Commit takeBack(String id, List<Change> begun, String why, String actor) {
    turns.disarm(id);
    guards.end(id);
    return retries.begin(id, begun, why, actor);
  }

  private void expire(String id) {
    ifOpen(
        id,
        open -> {
          if (open.repair()) {
            endRepair(open);
          } else {
            takeBack(id, open.begun(), open.overdue(), AuditEvent.DAEMON);
          }
        });
  }

  /**
   * The silence of a guard that has judged nothing is no yes: it is waited for, for as long as a
   * person would have had.
   */
  private void endRepair(Commit.AwaitingConfirm open) {
    Optional<String> other = SecondWriter.known(open.run().plan().changes(), runner);
    if (other.isPresent()) {
      takeBack(open.id(), open.begun(), other.get(), AuditEvent.DAEMON);
      return;
    }
    Optional<String> undecided = guards.undecided(open.id());
    Instant now = dependencies.time().now();
    if (undecided.isEmpty()) {
      settleRepair(open.id());
    } else if (now.isBefore(open.deadline().plus(dependencies.settings().confirmWithin()))) {
      arm(open.id(), now.plus(AGAIN));
    } else {
      LOG.warn("repair {} is kept without a judgement: {}", open.id(), undecided.get());
      settleRepair(open.id());
    }
  }

  /** A full disk must not keep a repair open for ever. */
  private void settleRepair(String id) {
    turns.disarm(id);
    try {
      settle(id, AuditEvent.DAEMON);
    } catch (StoreException e) {
      LOG.error("repair {} is not ended yet: {}", id, e.getMessage());
      arm(id, dependencies.time().now().plus(AGAIN));
    }
  }

  /** Also while a wave soaks. */
  void breached(String id, String why) {
    turns.alone(
        id,
        () -> {
          Commit now = commitLog.commit(id).orElseThrow();
          if (stoppable(now)) {
            takeBack(id, now.begun(), UndoCause.GUARD.reason(why), AuditEvent.DAEMON);
          }
        });
  }

  private void ifOpen(String id, Consumer<Commit.AwaitingConfirm> work) {
    turns.alone(
        id,
        () -> {
          if (commitLog.commit(id).orElseThrow() instanceof Commit.AwaitingConfirm open) {
            work.accept(open);
          }
        });
  }

  /** Whether it can be stopped; a wave seen here soaks, as writing one holds the lock. */
  private static boolean stoppable(Commit now) {
    return switch (now) {
      case Commit.Staged s -> false;
      case Commit.Applying applying -> applying.wave().isPresent();
      case Commit.AwaitingConfirm open -> true;
      case Commit.Confirmed c -> false;
      case Commit.Undoing u -> false;
      case Commit.RolledBack r -> false;
      case Commit.Stuck s -> false;
      case Commit.Abandoned a -> false;
    };
  }

  private Commit requireStoppable(String id) {
    return commitLog.commit(id).filter(ConfirmWindows::stoppable).orElseGet(() -> requireOpen(id));
  }

  private static List<Change> without(Set<Key> keys, List<Change> changes) {
    return changes.stream()
        .filter(change -> !keys.contains(new Key(change.target(), change.kind())))
        .toList();
  }

  private String newer(Set<Key> keys) {
    return keys.stream()
        .map(key -> key + " was changed by revision " + commitLog.version(key) + " meanwhile")
        .collect(Collectors.joining("; "));
  }

  private Commit.AwaitingConfirm requireOpen(String id) {
    Commit now = commitLog.known(id);
    if (now instanceof Commit.AwaitingConfirm open) {
      return open;
    }
    throw new CommitException(
        CommitException.Kind.STATE,
        "commit " + id + " is " + now.state() + ", expected awaiting-confirm");
  }
}
