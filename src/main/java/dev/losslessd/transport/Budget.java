package dev.losslessd.transport;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A cap on what a device is asked for in a time: a token bucket, filled by as much less as it
 * holds, so that the cap is kept over any such time and not only on average. Switch CPUs are small
 * and shared.
 */
public final class Budget {
  private final long nanosEach;
  private final long burstNanos;
  private final LongSupplier ticks;
  private final Consumer<Duration> pause;

  /** When the bucket will be full again. */
  private long fullAt;

  /** Sum of all waits. */
  private long waitedNanos;

  private Budget(
      int most, Duration time, int atOnce, LongSupplier ticks, Consumer<Duration> pause) {
    this.nanosEach = Math.ceilDiv(time.toNanos(), most - atOnce + 1);
    this.burstNanos = (atOnce - 1) * nanosEach;
    this.ticks = ticks;
    this.pause = pause;
    this.fullAt = ticks.getAsLong();
  }

  /**
   * Polling is steady: a tenth of them may go at once.
   *
   * @param most in any second, 1 or more
   * @param pause waits
   */
  public static Budget perSecond(int most, LongSupplier ticks, Consumer<Duration> pause) {
    return new Budget(most, Duration.ofSeconds(1), Math.max(1, most / 10), ticks, pause);
  }

  /**
   * A change comes in one go: half of them may go at once.
   *
   * @param most in any minute, 1 or more
   * @param pause waits
   */
  public static Budget perMinute(int most, LongSupplier ticks, Consumer<Duration> pause) {
    return new Budget(most, Duration.ofMinutes(1), Math.max(1, most / 2), ticks, pause);
  }

  /** Waits until one more may be sent. */
  public void take() {
    long wait = reserve();
    if (wait > 0) {
      pause.accept(Duration.ofNanos(wait));
    }
  }

  private synchronized long reserve() {
    long now = ticks.getAsLong();
    if (fullAt - now < 0) {
      fullAt = now;
    }
    long wait = fullAt - now - burstNanos;
    fullAt += nanosEach;
    waitedNanos += Math.max(0, wait);
    return wait;
  }

  /** Returns how long it has held back in all, with what those who wait now have still to wait. */
  public synchronized Duration waited() {
    return Duration.ofNanos(waitedNanos);
  }
}
