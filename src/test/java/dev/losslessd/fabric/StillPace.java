package dev.losslessd.fabric;

import dev.losslessd.fabric.door.Pace;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Time that stands still: whoever sleeps is not woken but by an interrupt. */
public final class StillPace implements Pace {
  @Override
  public long nanos() {
    return 0;
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
