package dev.losslessd.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A number of units that callers share. A caller has its own share at most; among those who wait,
 * the one comes first who has least, then the one who was served longest ago. So a caller waits for
 * itself, however much it asks for, and never for the queue of another one.
 */
final class FairShare {
  private final int share;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Waiter> waiting = new ArrayList<>();
  private final Map<String, Integer> held = new HashMap<>();

  /** Turns of those who wait or hold something. */
  private final Map<String, Long> served = new HashMap<>();

  private int free;
  private long turn;

  private record Waiter(String caller, int units, long turn) {}

  /**
   * @param units in all
   * @param share the most that one caller may hold
   */
  FairShare(int units, int share) {
    this.free = units;
    this.share = Math.min(share, units);
  }

  /**
   * Takes units, which {@link #giveBack} ends.
   *
   * @return false, they were not free in time
   */
  boolean take(String caller, int units, long patienceNanos) throws InterruptedException {
    lock.lock();
    try {
      Waiter own = new Waiter(caller, Math.min(units, share), turn++);
      waiting.add(own);
      try {
        long left = patienceNanos;
        while (!isNext(own)) {
          if (left <= 0) {
            return false;
          }
          left = changed.awaitNanos(left);
        }
        free -= own.units();
        held.merge(caller, own.units(), Integer::sum);
        served.put(caller, turn++);
        return true;
      } finally {
        waiting.remove(own);
        forget(caller);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  void giveBack(String caller, int units) {
    lock.lock();
    try {
      int back = Math.min(units, share);
      free += back;
      held.merge(caller, -back, Integer::sum);
      forget(caller);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean isNext(Waiter own) {
    return own.units() <= free
        && waiting.stream()
            .filter(this::isWithinShare)
            .min(
                Comparator.<Waiter>comparingInt(one -> held(one.caller()))
                    .thenComparingLong(one -> served.getOrDefault(one.caller(), -1L))
                    .thenComparingLong(Waiter::turn))
            .filter(own::equals)
            .isPresent();
  }

  private boolean isWithinShare(Waiter one) {
    return held(one.caller()) + one.units() <= share;
  }

  private int held(String caller) {
    return held.getOrDefault(caller, 0);
  }

  private void forget(String caller) {
    if (held(caller) == 0) {
      held.remove(caller);
      if (waiting.stream().noneMatch(one -> one.caller().equals(caller))) {
        served.remove(caller);
      }
    }
  }
}
