package dev.losslessd.poll;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.Health;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sweeps of one port. {@link PortSchedule} says when; a read that hangs holds up no other port,
 * and the health of this one says so.
 */
public final class PortPoll implements Runnable, AutoCloseable {
  /**
   * A read under way for longer than this hangs, or for longer than so many typical ones: where
   * reads are slow, three intervals are minutes.
   */
  private static final long HANGS_NANOS = 3_000_000_000L;

  private static final int TYPICAL_READS = 4;

  private final PortId port;
  private final Supplier<Sweeper> open;
  private final TimeSource time;
  private final Consumer<Sweep> sweeps;
  private final Breaker breaker = new Breaker();
  private final DutyCycleLimiter dutyCycleLimiter;

  private @Nullable Sweeper sweeper;
  private boolean closed;
  private volatile @Nullable Instant lastSuccess;
  private volatile @Nullable Instant ended;
  private volatile boolean reading;
  private volatile long begun;
  private volatile String reason = "not read yet";
  private final AtomicLong failures = new AtomicLong();
  private volatile @Nullable Sweep latest;
  private volatile OptionalLong rate = OptionalLong.empty();

  /**
   * @param period nominal time between runs; three missed ones are a stall
   * @param open a new conversation; called again after a failure
   * @param sweeps receives each good sweep, on the port's thread
   */
  public PortPoll(
      PortId port,
      Duration period,
      Supplier<Sweeper> open,
      TimeSource time,
      Consumer<Sweep> sweeps) {
    this.port = port;
    this.dutyCycleLimiter = new DutyCycleLimiter(period);
    this.open = open;
    this.time = time;
    this.sweeps = sweeps;
  }

  public PortId port() {
    return port;
  }

  @Override
  public void run() {
    try {
      read();
    } finally {
      ended = time.clock().instant();
    }
  }

  private void read() {
    Instant now = time.clock().instant();
    if (closed || !breaker.allows(now)) {
      return;
    }
    begun = time.ticks();
    reading = true;
    try {
      Sweeper reader = sweeper == null ? open.get() : sweeper;
      sweeper = reader;
      Sweep sweep = reader.sweep(now.toEpochMilli(), begun);
      Optional<DeviceException> unread = reader.unread();
      if (unread.isEmpty()) {
        lastSuccess = now;
        reason = "";
      } else {
        failures.incrementAndGet();
        reason = unread.get().getMessage();
      }
      charge(unread, now);
      latest = sweep;
      rate = reader.rateMbps();
      sweeps.accept(sweep);
    } catch (DeviceException e) {
      letGo();
      failures.incrementAndGet();
      reason = e.getMessage();
      breaker.failed(now);
    } finally {
      reading = false;
    }
  }

  /** A source that does not answer in time is asked less and less, and is no slow read. */
  private void charge(Optional<DeviceException> unread, Instant now) {
    if (unread.filter(e -> e.kind() == DeviceException.Kind.TIMEOUT).isPresent()) {
      breaker.failed(now);
      return;
    }
    Sweep before = latest;
    dutyCycleLimiter.took(time.ticks() - begun, before == null ? 0 : begun - before.tickNanos());
    breaker.succeeded();
  }

  private boolean hangs() {
    long most = Math.max(HANGS_NANOS, TYPICAL_READS * dutyCycleLimiter.typicalNanos());
    return reading && time.ticks() - begun > most;
  }

  private void letGo() {
    Sweeper old = sweeper;
    sweeper = null;
    if (old != null) {
      old.close();
    }
  }

  /** The port has left; on the port's thread. */
  @Override
  public void close() {
    closed = true;
    letGo();
  }

  /** Another time from one run to the next. */
  void period(Duration period) {
    dutyCycleLimiter.asks(period);
  }

  /** Until the next run should be: longer than the period where reads are slow. */
  public long intervalNanos() {
    return dutyCycleLimiter.intervalNanos();
  }

  /** Interval and duration of the port's reads. */
  public PollRate pollRate() {
    return dutyCycleLimiter.tempo(port, "full");
  }

  /** Rate of the port, megabits per second, if its reader reports one. */
  public OptionalLong rateMbps() {
    return rate;
  }

  /** The newest good sweep. */
  public Optional<Sweep> latest() {
    return Optional.ofNullable(latest);
  }

  /**
   * Up means: each source of the port answered the last read, it was not three intervals ago, and
   * none hangs.
   */
  public Health health(Instant now) {
    Instant good = lastSuccess;
    Instant oldest = now.minusNanos(3 * intervalNanos());
    boolean old = isBefore(good, oldest);
    String why = reason.isEmpty() && (old || hangs()) ? "the read hangs since " + good : reason;
    boolean stalled = isBefore(ended, oldest);
    return new Health(
        port, "", why.isEmpty(), Optional.ofNullable(good), why, failures.get(), stalled);
  }

  private static boolean isBefore(@Nullable Instant at, Instant oldest) {
    return at != null && at.isBefore(oldest);
  }
}
