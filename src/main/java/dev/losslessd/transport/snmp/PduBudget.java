package dev.losslessd.transport.snmp;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A cap on requests per second: a token bucket that holds a tenth of a second's worth, and is
 * filled by as much less, so that the cap is kept over any second and not only on average.
 */
final class PduBudget {
  private static final long SECOND = 1_000_000_000L;

  private final long nanosPerPdu;
  private final long burstNanos;
  private final LongSupplier ticks;
  private final Pauser pauser;

  /** When the bucket will be full again. */
  private long fullAt;

  PduBudget(int perSecond, LongSupplier ticks, Pauser pauser) {
    int atOnce = Math.max(1, perSecond / 10);
    this.nanosPerPdu = Math.ceilDiv(SECOND, perSecond - atOnce + 1);
    this.burstNanos = (atOnce - 1) * nanosPerPdu;
    this.ticks = ticks;
    this.pauser = pauser;
    this.fullAt = ticks.getAsLong();
  }

  /** Waits until one more may be sent. */
  void take() {
    long wait = reserve();
    if (wait > 0) {
      pauser.pause(Duration.ofNanos(wait));
    }
  }

  private synchronized long reserve() {
    long now = ticks.getAsLong();
    if (fullAt - now < 0) {
      fullAt = now;
    }
    long wait = fullAt - now - burstNanos;
    fullAt += nanosPerPdu;
    return wait;
  }
}
