package dev.losslessd.commit;

import dev.losslessd.driver.DeviceLock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A wait that is longer by the time for which our own caps hold a device back meanwhile. */
final class CapWait {
  private final Supplier<Duration> heldBack;
  private Duration known;

  /**
   * @param heldBack time in all for which caps have kept calls back; it is not the device's
   */
  CapWait(Supplier<Duration> heldBack) {
    this.heldBack = heldBack;
    this.known = heldBack.get();
  }

  /** Time that caps have added since this was last asked; zero where they added none. */
  private Duration more() {
    Duration now = heldBack.get();
    Duration more = now.minus(known);
    known = now;
    return more;
  }

  /** Whether the turn came in time; a poll that caps hold back is waited for. */
  boolean begin(DeviceLock lock, DeviceLock.Rank rank, Duration patience)
      throws InterruptedException {
    Duration wait = patience;
    while (!lock.begin(rank, wait)) {
      wait = more();
      if (!wait.isPositive()) {
        return false;
      }
    }
    return true;
  }

  <T> T answer(Future<T> call, Duration patience)
      throws TimeoutException, ExecutionException, InterruptedException {
    Duration wait = patience;
    while (true) {
      try {
        return call.get(wait.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        wait = more();
        if (!wait.isPositive()) {
          throw e;
        }
      }
    }
  }
}
