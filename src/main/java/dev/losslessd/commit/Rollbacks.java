package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.driver.Hold;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Progress;
import dev.losslessd.model.Risk;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rolls commits back. An attempt is made again, ever more seldom but at least once a minute, while
 * a device is silent, a port is busy or writing is not allowed. Where a device refuses, or shows
 * what somebody else set, it waits for an operator. All the time it holds its targets.
 *
 * <p>Its caller has the lock of the commit.
 *
 * @param runner with the rank of an undo
 */
record Rollbacks(
    EngineDependencies dependencies,
    Runner runner,
    CommitLog commitLog,
    DeviceTimers deviceTimers,
    Guards guards) {
  private static final Logger LOG = LoggerFactory.getLogger(Rollbacks.class);
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration LAST = Duration.ofSeconds(60);

  /** So long after it was due a rollback takes no busy link down any more. */
  static final Duration PROMPT = Duration.ofSeconds(60);

  /** Each such attempt asks a silent device for every step: one that hangs may not hide others. */
  private static final int PATIENT = 3;

  /**
   * Harm that an operator accepts for a rollback.
   *
   * @param whileBusy links with RDMA traffic may go down
   * @param overwrite values that somebody else set may go
   */
  record Consent(boolean whileBusy, boolean overwrite) {
    static final Consent NONE = new Consent(false, false);
  }

  /**
   * Records that a commit is to be rolled back, durable before the first write: a crash in between
   * must not forget it.
   *
   * @param begun what may be on devices, in the order of application
   */
  void begin(String id, Live live, List<Change> begun, String why, String actor) {
    Commit before = commitLog.known(id);
    guards.end(id);
    live.ours = true;
    live.write = null;
    live.soak = null;
    live.ordered = "";
    live.next = null;
    live.over = false;
    live.attempts = 0;
    live.looks = wasReadBack(before);
    live.actor = actor;
    live.released.clear();
    boolean _ =
        commitLog.appendOrShow(
            new Entry.Undoing(
                id, why, List.copyOf(begun), due(id), actor, dependencies.time().now()));
    var _ = dependencies.tell(commitLog, id);
  }

  /**
   * Whether all was read back. During a write a device may show its own variant of a value, which
   * is no other writer's.
   */
  private static boolean wasReadBack(Commit commit) {
    return !(commit instanceof Commit.Applying applying)
        || applying.wave().flatMap(Progress::soakUntil).isPresent();
  }

  /** A window may have ended while nothing was there to end it. */
  private Due due(String id) {
    Due now = dependencies.time().in(Duration.ZERO);
    return commitLog
        .record(id)
        .filter(record -> record.state() instanceof Commit.AwaitingConfirm)
        .flatMap(CommitRecord::deadline)
        .map(dependencies.time()::left)
        .filter(Duration::isNegative)
        .map(dependencies.time()::in)
        .orElse(now);
  }

  /** Makes one attempt, however much of it was done before. */
  void attempt(String id, Live live, Consent consent) {
    CommitRecord record = commitLog.record(id).orElseThrow();
    if (!live.ours) {
      live.ours = true;
      live.looks = true;
      live.actor = record.actor();
    }
    Entry.Undoing undoing = record.undoing().orElseThrow();
    Map<DeviceId, Hold> held = deviceTimers.of(record);
    held.keySet().removeAll(live.released);
    Undo.Undone undone =
        Undo.of(
            undoing.begun(),
            held,
            dependencies.surroundings().around(),
            runner,
            care(record, undoing, live, consent));
    live.released.addAll(held.keySet());
    live.released.removeAll(undone.holding());
    live.attempts++;
    live.looks = true;
    if (undone.complete()) {
      Instant now = dependencies.time().now();
      end(id, new Entry.RolledBack(id, undoing.why(), live.actor, now));
    } else {
      left(record, undoing, live, undone);
    }
  }

  private Undo.Care care(CommitRecord record, Entry.Undoing undoing, Live live, Consent consent) {
    Due prompt = undoing.since().plus(PROMPT);
    boolean late = live.attempts > 0 || dependencies.time().isOver(prompt);
    return new Undo.Care(
        live.looks && !consent.overwrite() ? looks(record) : _ -> false,
        live.attempts % PATIENT == PATIENT - 1,
        late && !consent.whileBusy() ? mustWait(prompt) : _ -> false,
        !consent.overwrite(),
        () -> live.over,
        PlannedFor.of(record.state().run()),
        JoinedWrites.of(dependencies.devices(), undoing.begun()),
        target -> Restarts.since(record.begun().orElseThrow().incarnations(), target, runner));
  }

  /** NICs are factory new after a reboot: what they show then was set by nobody. */
  private Predicate<Change> looks(CommitRecord record) {
    boolean rebooted =
        record
            .begun()
            .filter(begun -> !begun.boot().equals(dependencies.settings().boot()))
            .isPresent();
    Neighbourhood around = dependencies.surroundings().around();
    return change -> !rebooted || around.isSwitch(change.device());
  }

  private Predicate<Change> mustWait(Due prompt) {
    return change -> {
      if (!change.risks().contains(Risk.LINK_BOUNCE) || !dependencies.time().isOver(prompt)) {
        return false;
      }
      Set<PortId> busy = dependencies.surroundings().busy();
      Neighbourhood around = dependencies.surroundings().around();
      return change.touches().stream()
          .flatMap(port -> Stream.concat(Stream.of(port), around.peer(port).stream()))
          .anyMatch(busy::contains);
    };
  }

  private void left(CommitRecord record, Entry.Undoing undoing, Live live, Undo.Undone undone) {
    String id = record.id();
    Instant now = dependencies.time().now();
    String actor = live.actor;
    if (!undone.left().isEmpty() && undone.left().size() < undoing.begun().size()) {
      List<Change> rest = Change.inverse(undone.left());
      boolean _ =
          commitLog.appendOrShow(
              new Entry.Undoing(id, undoing.why(), rest, undoing.since(), actor, now));
    }
    String why = undone.why() + deviceTimers.byThemselves(record, undone.holding());
    live.actor = AuditEvent.DAEMON;
    if (undone.again()) {
      LOG.warn("commit {} is not taken back yet: {}", id, why);
      live.next = dependencies.time().in(pause(live.attempts));
      waits(id, why);
    } else {
      String text = undoing.why() + "; undo failed: " + why;
      end(id, new Entry.Stuck(id, text, undone.left(), actor, now));
    }
  }

  private static Duration pause(int attempts) {
    Duration wait = FIRST.multipliedBy(1L << Math.min(attempts - 1, 4));
    return wait.compareTo(LAST) < 0 ? wait : LAST;
  }

  /** Shows for what the next attempt waits; told when it is news, not for each attempt. */
  void waits(String id, String why) {
    CommitRecord record = commitLog.record(id).orElseThrow();
    Commit before = record.state();
    List<Change> begun = record.undoing().map(Entry.Undoing::begun).orElse(before.begun());
    List<Change> left = Change.inverse(begun);
    Entry.Undoing undoing = record.undoing().orElseThrow();
    Commit now = new Commit.Undoing(before.run(), undoing.why(), left, why, undoing.since().at());
    commitLog.show(now);
    if (!now.equals(before)) {
      dependencies.tell(now, AuditEvent.DAEMON);
    }
  }

  private void end(String id, Entry outcome) {
    if (!commitLog.appendOrShow(outcome)) {
      dependencies.auditListener().unjournaled(id);
    }
    var _ = dependencies.tell(commitLog, id);
  }

  /**
   * Tries a rollback that is outstanding once more, now.
   *
   * @throws CommitException STATE if it is not outstanding; STORE
   */
  Commit retry(String id, Live live, Consent consent, String actor) {
    Commit now = requireOutstanding(id);
    Change.devices(now.left()).forEach(dependencies.devices()::endPause);
    if (now instanceof Commit.Stuck stuck) {
      String why =
          commitLog.record(id).flatMap(CommitRecord::undoing).map(Entry.Undoing::why).orElse("");
      commitLog.journal(
          new Entry.Undoing(
              id,
              why,
              stuck.begun(),
              dependencies.time().in(Duration.ZERO),
              actor,
              dependencies.time().now()));
      live.ours = true;
      live.looks = true;
      live.attempts = 0;
    }
    live.actor = actor;
    attempt(id, live, consent);
    return commitLog.known(id);
  }

  /**
   * Gives a rollback up: what is left stays as it is, and its targets are free.
   *
   * @throws CommitException STATE if it is not outstanding; STORE, and it goes on
   */
  Commit abandon(String id, Live live, String actor, String reason) {
    Commit commit = requireOutstanding(id);
    List<Change> left = commit.left();
    CommitRecord record = commitLog.record(id).orElseThrow();
    String why =
        "given up by %s: %s%s"
            .formatted(actor, reason, deviceTimers.byThemselves(record, Change.devices(left)));
    try {
      commitLog.journal(new Entry.Abandoned(id, actor, why, left, dependencies.time().now()));
    } catch (CommitException e) {
      live.over = false;
      throw e;
    }
    return dependencies.tell(commitLog, id);
  }

  Commit requireOutstanding(String id) {
    Commit now = commitLog.known(id);
    if (now instanceof Commit.Stuck || now instanceof Commit.Undoing) {
      return now;
    }
    throw new CommitException(
        Kind.STATE, "commit " + id + " is " + now.state() + ", expected undoing or stuck");
  }
}
