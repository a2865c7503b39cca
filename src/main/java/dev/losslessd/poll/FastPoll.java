package dev.losslessd.poll;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.FastReader;
import dev.losslessd.model.Burst;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Flight;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Tempo;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fast clock of one NIC port: what changes too quickly for a sweep each second. A read
 * allocates nothing; how fast each counter grew is kept as the highest rate by windows of time, as
 * a histogram, and raw for the last minutes, all of it in fixed memory.
 */
public final class FastPoll implements Runnable {
  private static final long KEPT_NANOS = 120_000_000_000L;
  private static final int MOST_SLOTS = 6000;

  private final PortId port;
  private final Supplier<Optional<FastReader>> open;
  private final InstantSource clock;
  private final LongSupplier ticks;
  private final Governor governor;
  private final Breaker breaker = new Breaker();
  private final int slots;

  private @Nullable FastReader reader;
  private List<Counter> counters = List.of();
  private RateWindows[] windows = {};
  private long[] last = {};
  private boolean[] known = {};
  private FlightRing ring = new FlightRing(0, 1);
  private long lastTick;
  private volatile String reason = "";

  /**
   * @param asked time from one read to the next
   * @param open a new reader, empty while there is nothing to read; called again after a failure
   * @param ticks monotonic nanoseconds
   */
  public FastPoll(
      PortId port,
      Duration asked,
      Supplier<Optional<FastReader>> open,
      InstantSource clock,
      LongSupplier ticks) {
    this.port = port;
    this.open = open;
    this.clock = clock;
    this.ticks = ticks;
    this.governor = new Governor(asked);
    this.slots = (int) Math.max(1, Math.min(MOST_SLOTS, KEPT_NANOS / asked.toNanos()));
  }

  /** Until the next read should be. */
  public long intervalNanos() {
    return governor.intervalNanos();
  }

  /** Why the last read failed, empty if it did not. */
  public String reason() {
    return reason;
  }

  public PortId port() {
    return port;
  }

  @Override
  public void run() {
    Instant now = clock.instant();
    if (!breaker.lets(now)) {
      return;
    }
    long begun = ticks.getAsLong();
    try {
      FastReader from = reader == null ? open.get().orElse(null) : reader;
      reader = from;
      if (from == null) {
        return;
      }
      boolean changed = from.read();
      long tick = ticks.getAsLong();
      governor.took(tick - begun);
      take(from, changed, now.toEpochMilli(), begun);
      breaker.succeeded();
      reason = "";
    } catch (DeviceException e) {
      governor.took(ticks.getAsLong() - begun);
      reader = null;
      reason = String.valueOf(e.getMessage());
      breaker.failed(now);
    }
  }

  private synchronized void take(FastReader from, boolean changed, long atMillis, long tick) {
    if (changed) {
      begin(from.counters());
    }
    double seconds = (tick - lastTick) / 1e9;
    for (int n = 0; n < last.length; n++) {
      if (!from.has(n)) {
        continue;
      }
      long value = from.value(n);
      Counter counter = counters.get(n);
      long grown = grown(counter, last[n], value);
      if (known[n] && grown >= 0 && seconds > 0) {
        windows[n].add(atMillis, grown * counter.factor() / seconds);
      }
      last[n] = value;
      known[n] = true;
    }
    ring.add(atMillis, last);
    lastTick = tick;
  }

  private void begin(List<Counter> now) {
    counters = now;
    windows = now.stream().map(RateWindows::new).toArray(RateWindows[]::new);
    last = new long[now.size()];
    known = new boolean[now.size()];
    ring = new FlightRing(now.size(), slots);
  }

  /** Negative after a reset: how much it grew is not known then. */
  private static long grown(Counter counter, long before, long now) {
    long grown = now - before;
    boolean wrapped = counter.bits() == 32 && grown < 0 && grown < -(1L << 31);
    return wrapped ? grown + (1L << 32) : grown;
  }

  /** How fast each counter grew; empty before the second read. */
  public synchronized List<Burst> bursts(Instant now) {
    List<Burst> bursts = new ArrayList<>();
    for (int n = 0; n < windows.length; n++) {
      if (windows[n].reads() > 0) {
        bursts.add(
            new Burst(
                port,
                counters.get(n),
                windows[n].maxima(now.toEpochMilli()),
                windows[n].atMost(),
                windows[n].reads(),
                windows[n].sum()));
      }
    }
    return bursts;
  }

  /** The last minutes, raw. */
  public synchronized Flight flight() {
    List<Flight.Read> reads = new ArrayList<>();
    for (int n = 0; n < ring.size(); n++) {
      List<Long> row = new ArrayList<>();
      for (int column = 0; column < last.length; column++) {
        row.add(ring.value(n, column));
      }
      reads.add(new Flight.Read(ring.atMillis(n), row));
    }
    return new Flight(port, counters, reads);
  }

  public Tempo tempo() {
    return governor.tempo(port, "fast");
  }
}
