package dev.losslessd.fabric;

import dev.losslessd.fabric.door.Pace;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Time that stands still until a test turns it. */
final class ManualPace implements Pace {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition turned = lock.newCondition();
  private long now;
  private int sleepers;

  @Override
  public long nanos() {
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    lock.lock();
    try {
      long end = now + time.toNanos();
      sleepers++;
      while (now < end) {
        turned.await();
      }
      sleepers--;
    } finally {
      lock.unlock();
    }
  }

  int sleepers() {
    lock.lock();
    try {
      return sleepers;
    } finally {
      lock.unlock();
    }
  }

  void turn(Duration time) {
    lock.lock();
    try {
      now += time.toNanos();
      turned.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
