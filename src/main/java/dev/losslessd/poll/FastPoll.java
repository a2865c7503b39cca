package dev.losslessd.poll;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.FastReader;
import dev.losslessd.model.Burst;
import dev.losslessd.model.Counter;
import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fast clock of one NIC port: what changes too quickly for a sweep each second. {@link
 * FastRound} reads it. A read allocates nothing; how fast each counter grew is kept as the highest
 * rate by windows of time, as a histogram, and raw for the last minutes, all of it in fixed memory.
 */
public final class FastPoll implements AutoCloseable {
  private static final long KEPT_NANOS = 120_000_000_000L;
  private static final int MOST_SLOTS = 6000;

  /** Reads by itself until the governor knows how long one takes. */
  private static final int MEASURED = 9;

  /** Every so many reads one is made by itself, to see whether that is still so. */
  private static final int PROBE = 128;

  private final PortId port;
  private final Supplier<Optional<FastReader>> open;
  private final DutyCycleLimiter dutyCycleLimiter;
  private final Breaker breaker = new Breaker();
  private final int slots;

  private @Nullable FastReader reader;

  /** Counts the readers that were given up. */
  private int given;

  private int measured;
  private int reads;
  private List<Counter> counters = List.of();
  private int[] factors = {};
  private boolean[] narrow = {};
  private RateWindows[] windows = {};
  private long[] last = {};
  private boolean[] known = {};
  private FlightRing ring = new FlightRing(0, 1);
  private long[] ticks = {};

  /** Reads since the window of time began between which a counter did not move. */
  private int[] still = {};

  private long windowEnds = Long.MIN_VALUE;
  private volatile String reason = "";

  /**
   * @param asked time from one read to the next
   * @param open a new reader, empty while there is nothing to read; called again after a failure
   */
  public FastPoll(PortId port, Duration asked, Supplier<Optional<FastReader>> open) {
    this.port = port;
    this.open = open;
    this.dutyCycleLimiter = new DutyCycleLimiter(asked);
    this.slots = (int) Math.max(1, Math.min(MOST_SLOTS, KEPT_NANOS / asked.toNanos()));
  }

  /** Until the next read should be. */
  public long intervalNanos() {
    return dutyCycleLimiter.intervalNanos();
  }

  /** Why the last read failed, empty if it did not. */
  public String reason() {
    return reason;
  }

  public PortId port() {
    return port;
  }

  /** Whether the next read is to be of this port alone: how long it takes is known only then. */
  public boolean isAlone() {
    return measured < MEASURED || reads % PROBE == 0 || dutyCycleLimiter.isSlowed();
  }

  /** The next reads are to be of this port alone. */
  void measure() {
    measured = 0;
  }

  /** A read of this port alone has ended. */
  void took(long nanos) {
    dutyCycleLimiter.took(nanos);
    measured++;
  }

  boolean isTooLong(long nanos) {
    return dutyCycleLimiter.isTooLong(nanos);
  }

  /** Opens the reader of the port; null while there is nothing to read, or while it is spared. */
  @Nullable FastReader open(Instant now) {
    int mine;
    synchronized (this) {
      if (reader != null || !breaker.allows(now)) {
        return reader;
      }
      mine = given;
    }
    try {
      return adopt(open.get().orElse(null), mine);
    } catch (DeviceException e) {
      failed(null, e, now);
      return null;
    }
  }

  private synchronized @Nullable FastReader adopt(@Nullable FastReader made, int mine) {
    if (made != null && given != mine) {
      made.close();
      return null;
    }
    reader = made;
    return made;
  }

  /** Takes what was read, and no matter how long ago that was asked for if it was given up. */
  void take(FastReader from, Instant now, long tick) {
    try {
      boolean changed = from.take();
      add(from, changed, now.toEpochMilli(), tick);
    } catch (DeviceException e) {
      failed(from, e, now);
    }
  }

  private synchronized void failed(@Nullable FastReader from, DeviceException why, Instant now) {
    if (from != null) {
      from.close();
    }
    if (from == reader) {
      reader = null;
      reason = String.valueOf(why.getMessage());
      breaker.failed(now);
    }
  }

  /** Gives up a read that hangs; the next one uses a reader of its own. */
  public synchronized void giveUp() {
    given++;
    reader = null;
  }

  /** Nothing is under way, and nothing will be. */
  @Override
  public synchronized void close() {
    given++;
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }

  private synchronized void add(FastReader from, boolean changed, long atMillis, long tick) {
    if (from != reader) {
      from.close();
      return;
    }
    breaker.succeeded();
    reason = "";
    reads++;
    if (changed) {
      begin(from.counters());
    }
    turn(atMillis);
    for (int n = 0; n < last.length; n++) {
      if (from.has(n)) {
        add(n, from.value(n), atMillis, tick);
      }
    }
    ring.add(atMillis, last);
  }

  /** Adds a value. Counters that stand still, as most do, are only counted until asked for. */
  private void add(int n, long value, long atMillis, long tick) {
    long grown = grown(narrow[n], last[n], value);
    long since = tick - ticks[n];
    if (grown == 0 && known[n]) {
      still[n]++;
    } else if (grown > 0 && known[n] && since > 0) {
      windows[n].add(atMillis, grown * 1e9 / since * factors[n]);
    }
    last[n] = value;
    ticks[n] = tick;
    known[n] = true;
  }

  /** Another window of time begins: what stood still did so in the one before. */
  private void turn(long atMillis) {
    if (atMillis < windowEnds && atMillis >= windowEnds - RateWindows.STEP_MILLIS) {
      return;
    }
    tellStill();
    windowEnds = RateWindows.end(atMillis);
  }

  private void tellStill() {
    for (int n = 0; n < still.length; n++) {
      if (still[n] > 0) {
        windows[n].still(windowEnds - 1, still[n]);
        still[n] = 0;
      }
    }
  }

  private void begin(List<Counter> now) {
    counters = now;
    factors = now.stream().mapToInt(Counter::factor).toArray();
    narrow = new boolean[now.size()];
    for (int n = 0; n < narrow.length; n++) {
      narrow[n] = now.get(n).bits() == 32;
    }
    windows = now.stream().map(RateWindows::new).toArray(RateWindows[]::new);
    windowEnds = Long.MIN_VALUE;
    still = new int[now.size()];
    last = new long[now.size()];
    Arrays.fill(last, HighRateTrace.ABSENT);
    ticks = new long[now.size()];
    known = new boolean[now.size()];
    ring = new FlightRing(now.size(), slots);
  }

  /** Negative after a reset: how much it grew is not known then. */
  private static long grown(boolean narrow, long before, long now) {
    long grown = now - before;
    boolean wrapped = narrow && grown < -(1L << 31);
    return wrapped ? grown + (1L << 32) : grown;
  }

  /** Growth of each counter; empty before the second read. */
  public synchronized List<Burst> bursts(Instant now) {
    tellStill();
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
  public synchronized HighRateTrace trace() {
    return new HighRateTrace(port, counters, ring.times(), ring.rows());
  }

  public PollRate pollRate() {
    return dutyCycleLimiter.tempo(port, "fast");
  }
}
