package dev.losslessd.inventory;

import dev.losslessd.transport.TransportException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Pauses after a device did not let us in. Accounts lock after three to five wrong passwords within
 * 5 to 30 minutes, on the device or for all devices at their AAA server. So the same secrets are
 * tried again after 5 minutes, then 15, then every 45; other secrets are tried at once, but no more
 * than three within 5 minutes, and the same ones when a person says so. Safe for threads.
 */
final class LoginPause {
  private static final List<Duration> PAUSES =
      List.of(Duration.ofMinutes(5), Duration.ofMinutes(15), Duration.ofMinutes(45));

  private static final int MOST_AT_ONCE = 3;

  private final LongSupplier ticks;

  /** Times of the last refusals in a row, the oldest first. */
  private final Deque<Long> recent = new ArrayDeque<>();

  private int refusals;
  private long until;
  private String why = "";
  private String tried = "";
  private boolean wanted;

  /**
   * @param ticks monotonic nanoseconds
   */
  LoginPause(LongSupplier ticks) {
    this.ticks = ticks;
  }

  /**
   * @param who for the message
   * @param secrets that would be tried, as a digest; empty where one cannot be read, so that no
   *     login comes of it
   * @throws TransportException AUTH, with nothing sent, during a pause
   */
  synchronized void pass(String who, Optional<String> secrets) {
    long left = secrets.map(this::left).orElse(0L);
    if (left > 0) {
      throw TransportException.beforeSending(
          TransportException.Kind.AUTH, who + " is " + text(left), null);
    }
  }

  private long left(String secrets) {
    long now = ticks.getAsLong();
    if (secrets.equals(tried) && !wanted) {
      return until - now;
    }
    return recent.size() < MOST_AT_ONCE ? 0 : recent.getFirst() + PAUSES.getFirst().toNanos() - now;
  }

  /** A person wants the next login now, with the same secrets too; one, in spite of the pause. */
  synchronized void end() {
    wanted = true;
  }

  private String text(long left) {
    return "not logged in to for another " + Math.ceilDiv(left, 1_000_000_000L) + " s: " + why;
  }

  /**
   * @param secrets that were tried, as a digest
   */
  synchronized void refused(String reason, String secrets) {
    long now = ticks.getAsLong();
    refusals = secrets.equals(tried) ? refusals + 1 : 1;
    tried = secrets;
    wanted = false;
    why = reason;
    until = now + PAUSES.get(Math.min(refusals, PAUSES.size()) - 1).toNanos();
    recent.addLast(now);
    if (recent.size() > MOST_AT_ONCE) {
      recent.removeFirst();
    }
  }

  synchronized void admitted() {
    refusals = 0;
    tried = "";
    wanted = false;
    recent.clear();
  }

  /** Why there is no login, and when the next one may be; empty where the last one was let in. */
  synchronized Optional<String> reason() {
    long left = until - ticks.getAsLong();
    return refusals == 0 ? Optional.empty() : Optional.of(left > 0 ? text(left) : why);
  }
}
