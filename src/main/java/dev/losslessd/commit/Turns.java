package dev.losslessd.commit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** One lock and one alarm per commit, so that a slow device holds up only its own. */
final class Turns {
  private final Timer timer;
  private final InstantSource clock;
  private final Map<String, Timer.Ticket> tickets = new ConcurrentHashMap<>();
  private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

  Turns(Timer timer, InstantSource clock) {
    this.timer = timer;
    this.clock = clock;
  }

  /** The one alarm of a commit; it is called off when the commit is decided. */
  void arm(String id, Instant at, Runnable task) {
    disarm(id);
    Duration left = Duration.between(clock.instant(), at);
    Duration wait = left.isNegative() ? Duration.ZERO : left;
    tickets.put(id, timer.after(wait, task));
  }

  void disarm(String id) {
    Timer.Ticket ticket = tickets.remove(id);
    if (ticket != null) {
      ticket.cancel();
    }
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

  <T> T locked(String id, Supplier<T> work) {
    ReentrantLock lock = lock(id);
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** Forgets a decided commit; callers still waiting for its lock find it decided. */
  void forget(String id) {
    disarm(id);
    locks.remove(id);
  }

  private ReentrantLock lock(String id) {
    return locks.computeIfAbsent(id, key -> new ReentrantLock());
  }
}
