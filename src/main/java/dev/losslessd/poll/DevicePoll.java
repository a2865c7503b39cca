package dev.losslessd.poll;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceSweeper;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Health;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.PollCost;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sweeps of a device that tells of all its ports at once. {@link DeviceSchedule} says when; the
 * health of each port says how old its numbers are.
 */
public final class DevicePoll implements Runnable {
  private static final Duration LONGEST = Duration.ofMinutes(3);

  private final DeviceId device;

  /** The last sweep of a port that was good. */
  private record Good(Instant at, Sweep sweep) {}

  private final String source;
  private final String key;
  private volatile Duration period;
  private final Supplier<List<PortId>> ports;
  private final DeviceSweeper reader;
  private final TimeSource time;
  private final Consumer<Sweep> sweeps;
  private final Breaker breaker = new Breaker();
  private final Map<PortId, Good> good = new ConcurrentHashMap<>();
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong missed = new AtomicLong();
  private volatile OptionalDouble seconds = OptionalDouble.empty();
  private volatile String reason = "not read yet";
  private volatile @Nullable Instant ended;

  /** Whether the last read failed because an answer did not come in time. */
  private volatile boolean late;

  /**
   * @param source of the sweeps, for their health; empty for the main one
   * @param period nominal time between runs; three missed ones are a stall
   * @param ports to ask about, as of now
   * @param sweeps receives each good sweep, on the device's thread
   */
  public DevicePoll(
      DeviceId device,
      String source,
      Duration period,
      Supplier<List<PortId>> ports,
      DeviceSweeper reader,
      TimeSource time,
      Consumer<Sweep> sweeps) {
    this.device = device;
    this.source = source;
    this.key = (device + " " + source).strip();
    this.period = period;
    this.ports = ports;
    this.reader = reader;
    this.time = time;
    this.sweeps = sweeps;
  }

  public DeviceId device() {
    return device;
  }

  /** What it reads, by device and kind: {@code leaf1 queues}. */
  public String key() {
    return key;
  }

  /** Another nominal time between runs; what was read and learned stays. */
  public void period(Duration next) {
    period = next;
    reader.within(share(next));
  }

  /** Time that one read may take about, so that the next one is in time. */
  public static Duration share(Duration period) {
    return period.multipliedBy(4).dividedBy(5);
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
    try {
      read();
    } finally {
      ended = time.clock().instant();
    }
  }

  private void read() {
    Instant now = time.clock().instant();
    if (!breaker.allows(now)) {
      return;
    }
    long begun = time.ticks();
    try {
      if (breaker.isHalfOpen()) {
        reader.probe();
      }
      List<Sweep> read = reader.sweep(ports.get(), now.toEpochMilli(), begun);
      Set<PortId> still = Set.copyOf(ports.get());
      good.keySet().retainAll(still);
      for (Sweep sweep : read) {
        if (still.contains(sweep.port())) {
          good.put(sweep.port(), new Good(now, sweep));
          sweeps.accept(sweep);
        }
      }
      breaker.succeeded();
      late = false;
      reason = "";
    } catch (DeviceException e) {
      failures.incrementAndGet();
      late = e.kind() == DeviceException.Kind.TIMEOUT;
      reason = e.getMessage();
      breaker.failed(time.clock().instant());
    }
    seconds = OptionalDouble.of((time.ticks() - begun) / 1e9);
  }

  /** Periods went by without a sweep, because the one before took too long. */
  public void missed(long periods) {
    missed.addAndGet(periods);
  }

  /** Cost of polling the device since the start. */
  public PollCost pollCost() {
    DeviceSweeper.Toll toll = reader.toll();
    return new PollCost(
        device,
        source,
        seconds,
        missed.get(),
        toll.pdus(),
        toll.retries(),
        toll.timeouts(),
        toll.restarts());
  }

  /** The newest good sweep of each port that is still asked about. */
  public List<Sweep> latest() {
    return ports.get().stream().map(good::get).filter(Objects::nonNull).map(Good::sweep).toList();
  }

  /** Rates, megabits per second, of ports that are not down and whose last sweep is not old. */
  public Map<PortId, Long> rates() {
    Instant now = time.clock().instant();
    Map<PortId, Long> rates = new TreeMap<>();
    Map<PortId, Long> told = reader.rates();
    for (PortId port : ports.get()) {
      Long rate = told.get(port);
      Good known = good.get(port);
      if (rate != null && known != null && !isOld(known.at(), now)) {
        rates.put(port, rate);
      }
    }
    return rates;
  }

  /** Links of the ports whose last sweep is not old; without those that do not tell. */
  public Map<PortId, LinkReading> links() {
    Map<PortId, LinkReading> links = new TreeMap<>();
    ports.get().forEach(port -> link(port).ifPresent(link -> links.put(port, link)));
    return links;
  }

  /** Last reported link state of a port; empty if none was reported, or not recently. */
  public Optional<LinkReading> link(PortId port) {
    Good known = good.get(port);
    return known == null || isOld(known.at(), time.clock().instant())
        ? Optional.empty()
        : Optional.ofNullable(reader.links().get(port));
  }

  /**
   * Health of each port, up if a recent good read reported it. An answer that came too late makes a
   * port no worse than one that was not asked.
   */
  public List<Health> health(Instant now) {
    return ports.get().stream().map(port -> health(port, now)).toList();
  }

  /** Three periods; of a device that takes longer than one of them, three such times. */
  private Duration patience() {
    Duration took = Duration.ofNanos((long) (seconds.orElse(0) * 1e9));
    return (took.compareTo(period) > 0 ? took : period).multipliedBy(3);
  }

  private boolean isOld(Instant last, Instant now) {
    return last.plus(patience()).isBefore(now);
  }

  private Health health(PortId port, Instant now) {
    Good known = good.get(port);
    Instant last = known == null ? null : known.at();
    boolean old = last == null || isOld(last, now);
    String why = late && !old ? "" : reason;
    if (why.isEmpty() && old) {
      why =
          reader
              .leftOut()
              .getOrDefault(
                  port,
                  last == null
                      ? "the device does not tell of this port"
                      : "not told of since " + last);
    }
    return new Health(
        port,
        source,
        why.isEmpty(),
        Optional.ofNullable(last),
        why,
        failures.get(),
        isStalled(now));
  }

  /** A walk over a slow switch may take minutes; it ends some time, well or badly. */
  private boolean isStalled(Instant now) {
    Instant last = ended;
    Duration periods = period.multipliedBy(3);
    Duration patience = periods.compareTo(LONGEST) > 0 ? periods : LONGEST;
    return last != null && last.plus(patience).isBefore(now);
  }
}
