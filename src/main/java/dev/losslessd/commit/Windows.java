package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Plan;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
  private final Map<String, Timer.Ticket> tickets = new ConcurrentHashMap<>();
  private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();
  private final Map<String, Held> held = new ConcurrentHashMap<>();

  /** An undo that waits for the gate to open. */
  private record Held(List<Change> begun, String why) {}

  Windows(Wiring wiring, Runner runner, Ledgers ledgers) {
    this.wiring = wiring;
    this.runner = runner;
    this.ledgers = ledgers;
    this.guards = new Guards(wiring.guard(), wiring.timer());
  }

  /** Before the first write. */
  void guard(String id, Plan plan) {
    guards.begin(id, plan);
  }

  /** Applied and read back: the window runs from now. */
  void open(String id, Duration window) {
    Instant deadline = wiring.clock().instant().plus(window);
    ledgers.append(new Entry.Applied(id, deadline));
    arm(id, deadline);
    guards.applied(id, why -> breached(id, why));
    tell(id);
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

  /** Sets the alarm of an open window. */
  void arm(String id, Instant deadline) {
    disarm(id);
    Duration left = Duration.between(wiring.clock().instant(), deadline);
    Duration wait = left.isNegative() ? Duration.ZERO : left;
    tickets.put(id, wiring.timer().after(wait, () -> expire(id)));
  }

  Commit extend(String id, Duration window) {
    return locked(
        id,
        () -> {
          requireOpen(id);
          Instant deadline = wiring.clock().instant().plus(window);
          ledgers.append(new Entry.Applied(id, deadline));
          arm(id, deadline);
          return tell(id);
        });
  }

  /**
   * For good. Alarm and guard end when that is durable, not before: a full disk must not leave a
   * window open for ever.
   */
  Commit settle(String id) {
    ledgers.confirmNext(id, wiring.clock().instant());
    disarm(id);
    guards.end(id);
    ledgers.release(id);
    return tell(id);
  }

  Commit confirm(String id) {
    return locked(
        id,
        () -> {
          Commit.AwaitingConfirm open = requireOpen(id);
          try {
            runner.requireHolds(open.run().plan());
          } catch (DeviceException e) {
            return takeBack(id, open.run().plan().changes(), "at confirmation: " + e.getMessage());
          }
          return settle(id);
        });
  }

  Commit undo(String id, String why) {
    return locked(id, () -> takeBack(id, requireOpen(id).run().plan().changes(), why));
  }

  Commit undo(String id, List<Change> begun, String why) {
    return locked(id, () -> takeBack(id, begun, why));
  }

  /** Undoes what had to wait while writing was not allowed. */
  void retryHeld() {
    for (String id : List.copyOf(held.keySet())) {
      Held waits = held.remove(id);
      if (waits != null) {
        undo(id, waits.begun(), waits.why());
      }
    }
  }

  /**
   * Takes back what was begun. While the gate is closed nothing can be taken back: the commit is
   * shown as stuck, the journal still has it open, and it is taken up when writing is allowed.
   */
  private Commit takeBack(String id, List<Change> begun, String why) {
    disarm(id);
    guards.end(id);
    return wiring.posture().mayWrite() ? takeBackNow(id, begun, why) : hold(id, begun, why);
  }

  private Commit takeBackNow(String id, List<Change> begun, String why) {
    Runner.Undone undone = runner.undo(begun);
    Instant now = wiring.clock().instant();
    record(
        undone.complete()
            ? new Entry.RolledBack(id, why, now)
            : new Entry.Stuck(id, why + "; undo failed: " + undone.why(), undone.left(), now));
    ledgers.release(id);
    return tell(id);
  }

  private Commit hold(String id, List<Change> begun, String why) {
    held.put(id, new Held(begun, why));
    Commit stays =
        new Commit.Stuck(
            ledgers.commit(id).orElseThrow().run(),
            why + "; not undone yet: " + wiring.posture().reason(),
            begun.reversed().stream().map(Change::inverse).toList(),
            wiring.clock().instant());
    ledgers.show(stays);
    wiring.told().accept(stays);
    return stays;
  }

  /** The devices are as they should be; a full disk must not hide that. */
  private void record(Entry outcome) {
    try {
      ledgers.append(outcome);
    } catch (StoreException e) {
      LOG.error("outcome not journaled, the next start finds it again: {}", e.getMessage());
      ledgers.show(outcome);
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
            takeBack(id, open, "not confirmed before " + open.deadline());
          }
        });
  }

  private void breached(String id, String why) {
    ifOpen(id, open -> takeBack(id, open, "the guard found: " + why));
  }

  private void takeBack(String id, Commit.AwaitingConfirm open, String why) {
    takeBack(id, open.run().plan().changes(), why);
  }

  private void ifOpen(String id, Consumer<Commit.AwaitingConfirm> work) {
    ReentrantLock lock = lock(id);
    lock.lock();
    try {
      if (ledgers.commit(id).orElseThrow() instanceof Commit.AwaitingConfirm open) {
        work.accept(open);
      }
    } finally {
      lock.unlock();
    }
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
