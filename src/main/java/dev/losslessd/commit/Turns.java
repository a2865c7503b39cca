package dev.losslessd.commit;

import dev.losslessd.model.Due;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lock and one due step per commit, so that a slow device holds up only its own. A step stays
 * due until it has returned normally: one that fails is taken again at the next look.
 */
final class Turns {
  private static final Logger LOG = LoggerFactory.getLogger(Turns.class);

  private record Step(Due due, Runnable work) {}

  private final EngineTime time;
  private final Map<String, Step> steps = new ConcurrentHashMap<>();
  private final Set<String> running = ConcurrentHashMap.newKeySet();
  private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

  Turns(EngineTime time) {
    this.time = time;
  }

  /** Sets the one step of a commit that is due later; it is dropped when the commit is decided. */
  void arm(String id, Instant at, Runnable work) {
    steps.put(id, new Step(time.in(Duration.between(time.now(), at)), work));
  }

  void disarm(String id) {
    steps.remove(id);
  }

  /** Begins every step that is due and does not run yet. */
  void look() {
    steps.forEach((id, step) -> {
      if (time.isOver(step.due()) && running.add(id)) {
        begin(id, step);
      }
    });
  }

  private void begin(String id, Step step) {
    try {
      time.threads().execute(() -> run(id, step));
    } catch (RuntimeException e) {
      running.remove(id);
      LOG.error("the next step of {} cannot begin yet", id, e);
    }
  }

  private void run(String id, Step step) {
    try {
      step.work().run();
      steps.remove(id, step);
    } catch (RuntimeException | Error e) {
      LOG.error("the next step of {} failed and is taken again", id, e);
    } finally {
      running.remove(id);
    }
  }

  /** Runs it while no other decision is made about this commit. */
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
