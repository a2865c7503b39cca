package dev.losslessd.poll;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Health;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The slow sweeps of a device that tells of all its ports in one answer. App runs it once per
 * period on a thread of the device's own; the health of each port says how old its numbers are.
 */
public final class DevicePoll implements Runnable {
  /** One answer for all ports that are asked about; a port that it does not tell of is left out. */
  @FunctionalInterface
  public interface Reader {
    /**
     * @throws DeviceException if the device as a whole cannot be read
     */
    List<Sweep> sweep(Collection<PortId> ports, long atMillis, long tickNanos);
  }

  private final String source;
  private final Duration period;
  private final Supplier<List<PortId>> ports;
  private final Reader reader;
  private final InstantSource clock;
  private final LongSupplier ticks;
  private final Consumer<Sweep> sweeps;
  private final Breaker breaker = new Breaker();
  private final Map<PortId, Instant> good = new ConcurrentHashMap<>();
  private final AtomicLong failures = new AtomicLong();
  private volatile String reason = "not read yet";

  /**
   * @param source of the sweeps, for their health
   * @param period nominal time between runs; three missed ones are a stall
   * @param ports to ask about, as of now
   * @param ticks monotonic nanoseconds
   * @param sweeps told of each good sweep, on the device's thread
   */
  public DevicePoll(
      String source,
      Duration period,
      Supplier<List<PortId>> ports,
      Reader reader,
      InstantSource clock,
      LongSupplier ticks,
      Consumer<Sweep> sweeps) {
    this.source = source;
    this.period = period;
    this.ports = ports;
    this.reader = reader;
    this.clock = clock;
    this.ticks = ticks;
    this.sweeps = sweeps;
  }

  public Duration period() {
    return period;
  }

  /** Whether there is anything to ask about yet. */
  public boolean hasPorts() {
    return !ports.get().isEmpty();
  }

  @Override
  public void run() {
    Instant now = clock.instant();
    if (!breaker.lets(now)) {
      return;
    }
    try {
      for (Sweep sweep : reader.sweep(ports.get(), now.toEpochMilli(), ticks.getAsLong())) {
        good.put(sweep.port(), now);
        sweeps.accept(sweep);
      }
      breaker.succeeded();
      reason = "";
    } catch (DeviceException e) {
      failures.incrementAndGet();
      reason = e.getMessage();
      breaker.failed(now);
    }
  }

  /** Of each port: up means that the last read was good and told of it, not long ago. */
  public List<Health> health(Instant now) {
    return ports.get().stream().map(port -> health(port, now)).toList();
  }

  private Health health(PortId port, Instant now) {
    Instant last = good.get(port);
    String why = reason;
    if (why.isEmpty()) {
      if (last == null) {
        why = "the device does not tell of this port";
      } else if (last.plus(period.multipliedBy(3)).isBefore(now)) {
        why = "not told of since " + last;
      }
    }
    return new Health(port, source, why.isEmpty(), Optional.ofNullable(last), why, failures.get());
  }
}
