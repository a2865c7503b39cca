package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From the last write to the last word: confirm windows, their ends, and undo. One lock per commit,
 * so that a slow device holds up only its own.
 */
final class Windows {
  private static final Logger LOG = LoggerFactory.getLogger(Windows.class);

  private final Wiring wiring;
  private final Runner runner;
  private final Ledgers ledgers;
  private final Guards guards;
  private final Holds holds;
  private final Map<String, Timer.Ticket> tickets = new ConcurrentHashMap<>();
  private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
  private final HeldUndos held = new HeldUndos();

  Windows(Wiring wiring, Runner runner, Ledgers ledgers) {
    this.wiring = wiring;
    this.runner = runner;
    this.ledgers = ledgers;
    this.guards = new Guards(wiring.guard(), wiring.timer());
    this.holds = new Holds(wiring, runner, ledgers);
  }

  /** Before the first write. */
  void guard(String id, Plan plan) {
    guards.begin(id, plan);
  }

  /** Applied and read back: the window runs from now. */
  void open(String id, Duration window) {
    applied(id, window);
    guards.applied(id, why -> breached(id, why));
    tell(id);
  }

  /** The same, where the guard has begun to judge before. */
  void openGuarded(String id, Duration window) {
    guards.handOver(id, Set.of());
    applied(id, window);
    tell(id);
  }

  /** A device whose own timer cannot be started anew may make the window shorter. */
  private void applied(String id, Duration window) {
    Instant now = wiring.clock().instant();
    Holds.Reach reach = holds.reach(id, now.plus(window));
    if (!reach.because().isEmpty()) {
      LOG.warn("the window of {} ends at {}: {}", id, reach.until(), reach.because());
    }
    ledgers.append(new Entry.Applied(id, reach.until()));
    arm(id, reach.until());
  }

  Guards guards() {
    return guards;
  }

  Holds holds() {
    return holds;
  }

  HeldUndos held() {
    return held;
  }

  /**
   * What a device shows instead of the commit; empty if all show it, as far as they answer. One
   * that is silent now may well have it.
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
      ledgers.show(new Commit.AwaitingConfirm(commit.run(), wiring.clock().instant()));
    }
  }

  /** Sets the alarm of an open window. */
  void arm(String id, Instant deadline) {
    arm(id, deadline, () -> expire(id));
  }

  /** The one alarm of a commit; it is called off when the commit is decided. */
  void arm(String id, Instant at, Runnable task) {
    disarm(id);
    Duration left = Duration.between(wiring.clock().instant(), at);
    Duration wait = left.isNegative() ? Duration.ZERO : left;
    tickets.put(id, wiring.timer().after(wait, task));
  }

  Commit extend(String id, Duration window) {
    return locked(
        id,
        () -> {
          requireOpen(id);
          Instant deadline = wiring.clock().instant().plus(window);
          requireReach(id, deadline);
          ledgers.append(new Entry.Applied(id, deadline));
          arm(id, deadline);
          return tell(id);
        });
  }

  private void requireReach(String id, Instant deadline) {
    Holds.Reach reach = holds.reach(id, deadline);
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
   * For good. Alarm and guard end when that is durable, not before: a full disk must not leave a
   * window open for ever. Only then the devices are told to keep it: what they took back by
   * themselves after a crash in between is drift of something that was confirmed.
   */
  Commit settle(String id) {
    ledgers.confirmNext(id, wiring.clock().instant());
    var _ = held.take(id);
    disarm(id);
    guards.end(id);
    holds.keep(id, () -> ledgers.release(id));
    return tell(id);
  }

  Commit confirm(String id) {
    return locked(
        id,
        () -> {
          Commit.AwaitingConfirm open = requireOpen(id);
          requireKeeping(id);
          Set<Key> overtaken = ledgers.overtaken(id);
          if (!overtaken.isEmpty()) {
            return takeBack(id, without(overtaken, open.begun()), "overtaken: " + newer(overtaken));
          }
          try {
            runner.requireHolds(open.run().plan().changes());
          } catch (DeviceException e) {
            return takeBack(id, open.run().plan().changes(), "at confirmation: " + e.getMessage());
          }
          return settle(id);
        });
  }

  /** A confirm that devices cannot be told of would be none; they were told of an earlier one. */
  private void requireKeeping(String id) {
    if (holds.pending(id) && !held.isDoubtful(id) && !wiring.posture().mayWrite()) {
      throw new CommitException(
          CommitException.Kind.FROZEN,
          ledgers.held(id).keySet()
              + " must be told to keep commit "
              + id
              + "; "
              + wiring.posture().reason());
    }
  }

  Commit undo(String id, String why) {
    return locked(id, () -> takeBack(id, requireStoppable(id).begun(), why));
  }

  Commit undo(String id, List<Change> begun, String why) {
    return locked(id, () -> takeBack(id, begun, why));
  }

  /** Undoes what had to wait while writing was not allowed. */
  void retryHeld() {
    for (String id : held.ids()) {
      held.take(id).ifPresent(waits -> undo(id, waits.begun(), waits.why()));
    }
  }

  /**
   * Takes back what was begun. That it shall be is durable before the first write of it: a crash in
   * between must not forget a cancel, or what the guard found. While the gate is closed nothing can
   * be taken back: the commit is shown as stuck, the journal still has it open, and it is taken up
   * when writing is allowed.
   */
  private Commit takeBack(String id, List<Change> begun, String why) {
    disarm(id);
    guards.end(id);
    if (ledgers.undoing(id).isEmpty()) {
      boolean _ = record(new Entry.Undoing(id, why, begun, wiring.clock().instant()));
    }
    return wiring.posture().mayWrite() ? takeBackNow(id, begun, why) : hold(id, begun, why);
  }

  private Commit takeBackNow(String id, List<Change> begun, String why) {
    Undo.Undone undone = Undo.of(begun, holds.of(id), wiring.around().get(), runner);
    Instant now = wiring.clock().instant();
    boolean durable =
        record(
            undone.complete()
                ? new Entry.RolledBack(id, why, now)
                : new Entry.Stuck(
                    id,
                    why + "; undo failed: " + undone.why() + holds.byThemselves(id, undone.left()),
                    undone.left(),
                    now));
    if (!durable) {
      wiring.witness().unjournaled(id);
    }
    ledgers.release(id);
    return tell(id);
  }

  private Commit hold(String id, List<Change> begun, String why) {
    held.hold(id, begun, why);
    Commit stays =
        new Commit.Stuck(
            ledgers.commit(id).orElseThrow().run(),
            why + "; not undone yet: " + wiring.posture().reason(),
            begun.reversed().stream().map(Change::inverse).toList(),
            wiring.clock().instant());
    ledgers.show(stays);
    wiring.witness().unjournaled(id);
    wiring.told().accept(stays);
    return stays;
  }

  /**
   * An undo does not wait for a full disk, nor may that hide that the devices are as before.
   *
   * @return whether it is durable
   */
  private boolean record(Entry outcome) {
    try {
      ledgers.append(outcome);
      return true;
    } catch (StoreException e) {
      LOG.error("not journaled, the next start finds out anew: {}", e.getMessage());
      ledgers.show(outcome);
      return false;
    }
  }

  private void expire(String id) {
    ifOpen(
        id,
        open -> {
          if (open.repair()) {
            disarm(id);
            settle(id);
          } else {
            takeBack(id, open.begun(), "not confirmed before " + open.deadline());
          }
        });
  }

  /** Also while a wave soaks. */
  void breached(String id, String why) {
    alone(
        id,
        () -> {
          Commit now = ledgers.commit(id).orElseThrow();
          if (stoppable(now)) {
            takeBack(id, now.begun(), "the guard found: " + why);
          }
        });
  }

  private void ifOpen(String id, Consumer<Commit.AwaitingConfirm> work) {
    alone(
        id,
        () -> {
          if (ledgers.commit(id).orElseThrow() instanceof Commit.AwaitingConfirm open) {
            work.accept(open);
          }
        });
  }

  /** A wave that is being written holds the lock: whoever sees one here sees it soaking. */
  private static boolean stoppable(Commit now) {
    return switch (now) {
      case Commit.Staged s -> false;
      case Commit.Applying applying -> applying.wave().isPresent();
      case Commit.AwaitingConfirm open -> true;
      case Commit.Confirmed c -> false;
      case Commit.RolledBack r -> false;
      case Commit.Stuck s -> false;
    };
  }

  private Commit requireStoppable(String id) {
    return ledgers.commit(id).filter(Windows::stoppable).orElseGet(() -> requireOpen(id));
  }

  private static List<Change> without(Set<Key> keys, List<Change> changes) {
    return changes.stream()
        .filter(change -> !keys.contains(new Key(change.target(), change.kind())))
        .toList();
  }

  private String newer(Set<Key> keys) {
    return keys.stream()
        .map(key -> key + " was changed by revision " + ledgers.version(key) + " meanwhile")
        .collect(Collectors.joining("; "));
  }

  private Commit.AwaitingConfirm requireOpen(String id) {
    Commit now =
        ledgers
            .commit(id)
            .orElseThrow(
                () -> new CommitException(CommitException.Kind.UNKNOWN, "no commit '" + id + "'"));
    if (now instanceof Commit.AwaitingConfirm open) {
      return open;
    }
    throw new CommitException(
        CommitException.Kind.STATE,
        "commit " + id + " is " + now.state() + ", expected awaiting-confirm");
  }

  private void disarm(String id) {
    Timer.Ticket ticket = tickets.remove(id);
    if (ticket != null) {
      ticket.cancel();
    }
  }

  private Commit tell(String id) {
    Commit now = ledgers.commit(id).orElseThrow();
    wiring.told().accept(now);
    return now;
  }

  /** Runs it while nobody else decides about this commit. */
  void alone(String id, Runnable work) {
    ReentrantLock lock = lock(id);
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  private <T> T locked(String id, Supplier<T> work) {
    ReentrantLock lock = lock(id);
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  private ReentrantLock lock(String id) {
    return locks.computeIfAbsent(id, key -> new ReentrantLock());
  }
}
