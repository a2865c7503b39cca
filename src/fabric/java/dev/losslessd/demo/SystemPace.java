package dev.losslessd.demo;

import dev.losslessd.fabric.door.Pace;
import java.time.Duration;

/** Real time for the fabric. */
public final class SystemPace implements Pace {
  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    Thread.sleep(time);
  }
}
