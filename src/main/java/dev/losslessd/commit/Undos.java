package dev.losslessd.commit;

import dev.losslessd.driver.DeviceLock;
import dev.losslessd.driver.Hold;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Risk;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Undos that do not hold yet. An undo is tried again, ever more seldom but at least once a minute,
 * while a device is silent, a port is busy or writing is not allowed. Where a device refuses, or
 * shows what somebody else set, it waits for a person. All the time it holds its targets.
 *
 * <p>Its owner calls it with the lock of the commit.
 */
final class Undos {
  private static final Logger LOG = LoggerFactory.getLogger(Undos.class);
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration LAST = Duration.ofSeconds(60);

  /** So long after it was due an undo takes no busy link down any more. */
  static final Duration PROMPT = Duration.ofSeconds(60);

  /** Each such attempt asks a silent device for every step: one that hangs may not hide others. */
  private static final int PATIENT = 3;

  private final EngineDependencies dependencies;
  private final Runner runner;
  private final CommitLog commitLog;
  private final DeviceTimers deviceTimers;
  private final Map<String, Open> all = new ConcurrentHashMap<>();

  /** One that was begun and does not hold yet. */
  private static final class Open {
    private final String why;

    /** Who had it rolled back; the daemon where a later attempt does it. */
    private String actor;

    private final Instant since;
    private boolean looks;
    private List<Change> begun;
    private final Set<DeviceId> released = new HashSet<>();
    private volatile boolean over;
    private int attempts;

    Open(String why, String actor, Instant since, List<Change> begun, boolean looks) {
      this.why = why;
      this.actor = actor;
      this.since = since;
      this.begun = begun;
      this.looks = looks;
    }
  }

  /**
   * Harm that a person accepts for an undo.
   *
   * @param whileBusy links with RDMA traffic may go down
   * @param overwrite values that somebody else set may go
   */
  record Consent(boolean whileBusy, boolean overwrite) {
    static final Consent NONE = new Consent(false, false);
  }

  Undos(
      EngineDependencies dependencies,
      Runner runner,
      CommitLog commitLog,
      DeviceTimers deviceTimers) {
    this.dependencies = dependencies;
    this.runner = runner.as(DeviceLock.Rank.UNDO);
    this.commitLog = commitLog;
    this.deviceTimers = deviceTimers;
  }

  /** Undos that wait or are being tried now. */
  Set<String> ids() {
    return new TreeSet<>(all.keySet());
  }

  boolean has(String id) {
    return all.containsKey(id);
  }

  /**
   * The wish is durable before the first write: a crash in between must not forget it.
   *
   * @param looks whether all of it had been read back: then any other value is somebody else's
   */
  void begin(String id, List<Change> begun, String why, String actor, boolean looks) {
    Instant since = due(commitLog.known(id));
    boolean _ = record(new Entry.Undoing(id, why, begun, actor, since));
    all.put(id, new Open(why, actor, since, List.copyOf(begun), looks));
    dependencies.tell(commitLog, id);
  }

  /** A window may have ended while nobody was there to end it. */
  private Instant due(Commit commit) {
    Instant now = dependencies.time().now();
    return commit instanceof Commit.AwaitingConfirm open && open.deadline().isBefore(now)
        ? open.deadline()
        : now;
  }

  /** One that an earlier process had begun. */
  void resume(Entry.Undoing undoing) {
    all.put(
        undoing.commit(),
        new Open(undoing.why(), undoing.actor(), undoing.at(), undoing.begun(), true));
  }

  /**
   * Makes one attempt at the undo of a commit.
   *
   * @return when to try again; empty when it is over, or waits for a person or a thaw
   */
  Optional<Instant> attempt(String id, Consent consent) {
    Open open = all.get(id);
    if (open == null) {
      return Optional.empty();
    }
    if (!dependencies.writePolicy().mayWrite()) {
      wait(id, open, dependencies.writePolicy().reason());
      return Optional.empty();
    }
    Map<DeviceId, Hold> held = deviceTimers.of(id);
    held.keySet().removeAll(open.released);
    Undo.Undone undone =
        Undo.of(
            open.begun,
            held,
            dependencies.surroundings().around(),
            runner,
            care(id, open, consent));
    open.released.addAll(held.keySet());
    open.released.removeAll(undone.holding());
    open.attempts++;
    open.looks = true;
    return undone.complete() ? rolledBack(id, open) : left(id, open, undone);
  }

  private Undo.Care care(String id, Open open, Consent consent) {
    Instant prompt = open.since.plus(PROMPT);
    boolean late = open.attempts > 0 || dependencies.time().now().isAfter(prompt);
    return new Undo.Care(
        open.looks && !consent.overwrite() ? looks(id) : _ -> false,
        open.attempts % PATIENT == PATIENT - 1,
        late && !consent.whileBusy() ? mustWait(prompt) : _ -> false,
        !consent.overwrite(),
        () -> open.over,
        PlannedFor.of(commitLog.known(id).run(), dependencies.settings().deviceDeadline()),
        JoinedWrites.of(dependencies.devices(), open.begun));
  }

  /** NICs are factory new after a reboot: what they show then was set by nobody. */
  private Predicate<Change> looks(String id) {
    boolean rebooted =
        commitLog
            .begun(id)
            .filter(begun -> !begun.boot().equals(dependencies.settings().boot()))
            .isPresent();
    Neighbourhood around = dependencies.surroundings().around();
    return change -> !rebooted || around.isSwitch(change.target().device());
  }

  private Predicate<Change> mustWait(Instant prompt) {
    return change -> {
      if (!change.risks().contains(Risk.LINK_BOUNCE)
          || !dependencies.time().now().isAfter(prompt)) {
        return false;
      }
      Set<PortId> busy = dependencies.surroundings().busy();
      Neighbourhood around = dependencies.surroundings().around();
      return change.touches().stream()
          .flatMap(port -> Stream.concat(Stream.of(port), around.peer(port).stream()))
          .anyMatch(busy::contains);
    };
  }

  private Optional<Instant> rolledBack(String id, Open open) {
    end(id, new Entry.RolledBack(id, open.why, open.actor, dependencies.time().now()), true);
    return Optional.empty();
  }

  private Optional<Instant> left(String id, Open open, Undo.Undone undone) {
    if (!undone.left().isEmpty() && undone.left().size() < open.begun.size()) {
      open.begun = undone.left().reversed().stream().map(Change::inverse).toList();
      boolean _ = record(new Entry.Undoing(id, open.why, open.begun, open.actor, open.since));
    }
    String why = undone.why() + deviceTimers.byThemselves(id, undone.holding());
    if (undone.again()) {
      LOG.warn("commit {} is not taken back yet: {}", id, why);
      open.actor = AuditEvent.DAEMON;
      wait(id, open, why);
      return dependencies.writePolicy().mayWrite()
          ? Optional.of(next(open.attempts))
          : Optional.empty();
    }
    Instant now = dependencies.time().now();
    String text = open.why + "; undo failed: " + why;
    end(id, new Entry.Stuck(id, text, undone.left(), open.actor, now), false);
    return Optional.empty();
  }

  private Instant next(int attempts) {
    Duration wait = FIRST.multipliedBy(1L << Math.min(attempts - 1, 4));
    return dependencies.time().now().plus(wait.compareTo(LAST) < 0 ? wait : LAST);
  }

  /** Told when it is news: not for each attempt. */
  private void wait(String id, Open open, String waits) {
    Commit before = commitLog.commit(id).orElseThrow();
    List<Change> left = open.begun.reversed().stream().map(Change::inverse).toList();
    Commit now = new Commit.Undoing(before.run(), open.why, left, waits, open.since);
    commitLog.show(now);
    if (!now.equals(before)) {
      dependencies.tell(now, AuditEvent.DAEMON);
    }
  }

  private void end(String id, Entry outcome, boolean free) {
    all.remove(id);
    if (!record(outcome)) {
      dependencies.auditListener().unjournaled(id);
    }
    if (free) {
      commitLog.release(id);
    }
    dependencies.tell(commitLog, id);
  }

  /**
   * A person tries again what is stuck.
   *
   * @throws StoreException it cannot be journaled
   */
  void again(Commit.Stuck stuck, String actor) {
    Instant now = dependencies.time().now();
    Entry.Undoing undoing = new Entry.Undoing(stuck.id(), stuck.why(), stuck.begun(), actor, now);
    commitLog.append(undoing);
    resume(undoing);
  }

  /** No step of it is begun any more; without its lock, as an attempt may take long. */
  void stop(String id) {
    Open open = all.get(id);
    if (open != null) {
      open.over = true;
    }
  }

  /**
   * A person gives it up, and its targets are free.
   *
   * @throws StoreException it cannot be journaled, and goes on
   */
  void abandon(Commit commit, String actor, String reason) {
    String id = commit.id();
    List<Change> left = commit.left();
    Set<DeviceId> devices =
        left.stream().map(change -> change.target().device()).collect(Collectors.toSet());
    String why = "given up by " + actor + ": " + reason + deviceTimers.byThemselves(id, devices);
    try {
      commitLog.append(new Entry.Abandoned(id, actor, why, left, dependencies.time().now()));
    } catch (StoreException e) {
      Open open = all.get(id);
      if (open != null) {
        open.over = false;
      }
      throw e;
    }
    all.remove(id);
    commitLog.release(id);
    dependencies.tell(commitLog, id);
  }

  /**
   * An undo does not wait for a full disk, nor may that hide that the devices are as before.
   *
   * @return whether it is durable
   */
  private boolean record(Entry outcome) {
    try {
      commitLog.append(outcome);
      return true;
    } catch (StoreException e) {
      LOG.error("not journaled, the next start finds out anew: {}", e.getMessage());
      commitLog.show(outcome);
      return false;
    }
  }
}
