package dev.losslessd.transport.snmp;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * How often one agent is asked the same. One that has answered a short while ago is there, whatever
 * is lost on the way to it; one that has not is asked as often as its target says.
 */
final class Patience {
  /** With three of ten packets lost each way, one request of a thousand is in vain. */
  static final int ATTEMPTS = 10;

  private static final long LATELY_NANOS = 60_000_000_000L;

  private final SnmpTarget target;
  private final CongestionWindow congestionWindow;
  private final LongSupplier ticks;
  private volatile long heardAt;
  private volatile boolean heard;

  Patience(SnmpTarget target, CongestionWindow congestionWindow, LongSupplier ticks) {
    this.target = target;
    this.congestionWindow = congestionWindow;
    this.ticks = ticks;
  }

  /** The agent has answered something. */
  void heard() {
    heardAt = ticks.getAsLong();
    heard = true;
  }

  /** The agent was silent for as long as is waited for one that is there. */
  void lost() {
    heard = false;
  }

  boolean isThere() {
    return heard && ticks.getAsLong() - heardAt < LATELY_NANOS;
  }

  /** Pauses after each copy of a request. */
  List<Duration> pauses() {
    return IntStream.range(0, isThere() ? ATTEMPTS : target.retries() + 1)
        .mapToObj(congestionWindow::pause)
        .toList();
  }

  /** The pause after a request that is sent once. */
  List<Duration> once() {
    Duration usual = target.timeout();
    Duration slow = congestionWindow.timeout(2);
    return List.of(isThere() && slow.compareTo(usual) > 0 ? slow : usual);
  }
}
