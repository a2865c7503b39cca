package dev.losslessd.poll;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether a loop still turns, by a clock that no one sets: after an hour's jump of the wall clock,
 * and after the host slept, all is as it was.
 */
public final class Heartbeat {
  /** Less is a busy host, or a long collection of garbage. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final int PERIODS = 5;

  private final String loop;
  private volatile long patience;
  private final LongSupplier nanos;
  private volatile long last;

  /**
   * @param loop in messages: {@code the alarm loop}
   * @param period from one turn to the next
   * @param nanos as {@link System#nanoTime}
   */
  public Heartbeat(String loop, Duration period, LongSupplier nanos) {
    this.loop = loop;
    this.patience = patience(period);
    this.nanos = nanos;
    this.last = nanos.getAsLong();
  }

  private static long patience(Duration period) {
    return Math.max(PATIENCE.toNanos(), period.multipliedBy(PERIODS).toNanos());
  }

  /** Another time from one turn to the next. */
  void period(Duration period) {
    patience = patience(period);
  }

  /** Says that it has turned. */
  public void beat() {
    last = nanos.getAsLong();
  }

  /** Says in one sentence that the loop has stalled; else empty. */
  public Optional<String> late() {
    long since = nanos.getAsLong() - last;
    return since > patience
        ? Optional.of(loop + " has not turned for " + Duration.ofNanos(since).toSeconds() + " s")
        : Optional.empty();
  }
}
