package dev.losslessd.app;

import dev.losslessd.demo.SystemPace;
import dev.losslessd.fabric.door.Pace;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Real time for a fabric, but for the answers that a test has ordered to be late. */
final class LatePace implements Pace {
  /** Delay to order from the fabric, which waits for the test instead. */
  static final Duration STALL = Duration.ofMinutes(9);

  /** Down once an answer waits. */
  final CountDownLatch stalled = new CountDownLatch(1);

  /** Lets the answers go, with those to come. */
  final CountDownLatch answers = new CountDownLatch(1);

  private final Pace real = new SystemPace();

  @Override
  public long nanos() {
    return real.nanos();
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    if (time.equals(STALL)) {
      stalled.countDown();
      answers.await();
    } else {
      real.sleep(time);
    }
  }
}
