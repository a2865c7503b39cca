package dev.losslessd.fabric.host;

import dev.losslessd.fabric.door.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * State that all hosts of a fabric share: one lock around twin and drivers, time, and the write
 * log.
 */
public final class FabricLock {
  private static final int MOST_LINES = 10_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Pace pace;
  private final List<String> log = new ArrayList<>();

  public FabricLock(Pace pace) {
    this.pace = pace;
  }

  Pace pace() {
    return pace;
  }

  public void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  public <T> T lockedGet(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** Adds a line, with the lock held. The oldest lines go when there are too many. */
  void log(String line) {
    if (log.size() == MOST_LINES) {
      log.removeFirst();
    }
    log.add(line);
  }

  /** Every write request so far, oldest first. */
  public List<String> log() {
    return lockedGet(() -> List.copyOf(log));
  }

  public void clearLog() {
    locked(log::clear);
  }
}
