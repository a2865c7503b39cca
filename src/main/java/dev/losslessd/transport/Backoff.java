package dev.losslessd.transport;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Leaves a device alone that sent garbage or more than it may: for 10 s, then 20 s, 40 s ... at
 * most 10 minutes. A device that behaved for as long as it was left alone the last time, and a
 * minute, begins anew. Safe for threads.
 */
public final class Backoff {
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Duration FORGOTTEN = Duration.ofMinutes(1);
  private static final int MOST_DOUBLINGS = 6;

  private final LongSupplier ticks;
  private int failures;
  private long until;
  private String why = "";

  /**
   * @param ticks monotonic nanoseconds
   */
  public Backoff(LongSupplier ticks) {
    this.ticks = ticks;
  }

  /** The device sent what no device sends. */
  public synchronized void failed(String reason) {
    long now = ticks.getAsLong();
    if (isForgotten(now)) {
      failures = 0;
    }
    failures++;
    until = now + wait(failures);
    why = reason;
  }

  private boolean isForgotten(long now) {
    return failures == 0 || now - until > wait(failures) + FORGOTTEN.toNanos();
  }

  private static long wait(int failures) {
    Duration wait = FIRST.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    return (wait.compareTo(LONGEST) > 0 ? LONGEST : wait).toNanos();
  }

  /** Returns why the device is left alone now, and for how long; empty if it is not. */
  public synchronized Optional<String> reason() {
    long left = until - ticks.getAsLong();
    return failures == 0 || left <= 0
        ? Optional.empty()
        : Optional.of("not asked for another " + Math.ceilDiv(left, 1_000_000_000L) + " s: " + why);
  }

  /**
   * Returns the last offence and how long the device is left alone; empty if it has behaved since.
   */
  public synchronized Optional<String> trouble() {
    return isForgotten(ticks.getAsLong()) ? Optional.empty() : reason().or(() -> Optional.of(why));
  }

  /**
   * @param who for the message
   * @throws TransportException GARBLED, with nothing sent, while the device is left alone
   */
  public void pass(String who) {
    reason()
        .ifPresent(text -> {
          throw TransportException.beforeSending(
              TransportException.Kind.GARBLED, who + " is " + text, null);
        });
  }
}
