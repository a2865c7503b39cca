package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.NicNeighbours;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.TimeSource;
import dev.losslessd.transport.Budget;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.lldp.LldpListener;
import dev.losslessd.transport.sysfs.HostFiles;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears what the switches at this host's NICs say of themselves (LLDP), without a daemon, on a
 * thread of its own. It only listens.
 */
public final class HostLldp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HostLldp.class);
  private static final Duration LISTEN = Duration.ofSeconds(5);
  private static final Duration AGAIN = Duration.ofMinutes(1);
  private static final Duration DEAF = Duration.ofSeconds(5);

  /** Shortest time between two looks at all cables, however many frames arrive. */
  private static final Duration NEWS = Duration.ofSeconds(1);

  private static final Duration COMPLAINING = Duration.ofMinutes(1);

  private final Kernel kernel;
  private final HostFiles files;
  private final Supplier<List<Nic>> nics;
  private final NicNeighbours neighbours;
  private final NeighbourCache neighbourCache;
  private final TimeSource time;
  private final InstantSource clock;
  private final InputLimits.Lldp limits;
  private final Budget rate;
  private final ListenerLapses lapses;
  private Instant told = Instant.EPOCH;
  private Instant complained = Instant.EPOCH;
  private long passedOver;
  private boolean news;
  private volatile boolean closed;

  /**
   * @param nics as last discovered
   * @param limits of what is heard
   */
  public HostLldp(
      Kernel kernel, Supplier<List<Nic>> nics, InputLimits.Lldp limits, TimeSource time) {
    this.kernel = kernel;
    this.limits = limits;
    this.rate = Budget.perSecond(limits.framesPerSecond(), time.nanos(), time.sleeper());
    this.files = kernel.files();
    this.nics = nics;
    this.time = time;
    this.clock = time.clock();
    this.neighbourCache =
        new NeighbourCache(time.nanos(), limits, new NeighbourNotes(DeviceNotes.none()));
    this.lapses = new ListenerLapses(time.nanos());
    this.neighbours = new NicNeighbours(Map.of(), clock);
  }

  /** The far ends of this host's cables; of a switch that reboots, as last heard. */
  NeighbourCache neighbours() {
    return neighbourCache;
  }

  /**
   * @param changed run when a far end came, changed or said goodbye
   */
  public void start(Runnable changed) {
    Thread.ofPlatform().daemon().name("lldp").start(() -> listen(changed));
  }

  private void listen(Runnable changed) {
    while (!closed) {
      try {
        hearAll(changed);
      } catch (TransportException e) {
        LOG.warn("LLDP of this host's NICs is not heard: {}", e.getMessage());
        if (e.errno() == Errno.EPERM) {
          return; // the capability does not come while the process runs
        }
        time.sleep(DEAF);
      } catch (RuntimeException | StackOverflowError e) {
        lapses.tell("the thread that hears LLDP met a bug (" + e + "), and listens again");
        LOG.debug("where", e);
        time.sleep(DEAF);
      }
    }
  }

  /** Until the NICs are others, or some that could not be read may answer again. */
  private void hearAll(Runnable changed) {
    List<Nic> present = nics.get();
    Map<Integer, PortId> ports = NicNeighbours.indexes(present, files);
    Instant again = files.hangs().isEmpty() ? Instant.MAX : clock.instant().plus(AGAIN);
    neighbours.follow(ports);
    try (LldpListener listener = kernel.lldp(ports.keySet(), limits)) {
      while (!closed && present.equals(nics.get()) && clock.instant().isBefore(again)) {
        hear(listener, changed);
      }
    }
  }

  /** That the thread had stopped and listens again, for some time after that. */
  Optional<String> lapse() {
    return lapses.last();
  }

  private void hear(LldpListener listener, Runnable changed) {
    try {
      rate.take();
      news |= neighbours.listen(listener, news ? NEWS : LISTEN);
      if (news && !told.plus(NEWS).isAfter(clock.instant())) {
        news = false;
        told = clock.instant();
        neighbourCache.tell(neighbours.neighbours());
        changed.run();
      }
    } catch (TransportException e) {
      switch (e.kind()) {
        case GARBLED -> complain(e);
        // a busy machine; whoever hangs up now misses the next frame
        case TIMEOUT -> time.sleep(LISTEN);
        default -> throw e;
      }
    }
  }

  /** Once a minute: a neighbour may send nothing else. */
  private void complain(TransportException e) {
    passedOver++;
    Instant now = clock.instant();
    if (!complained.plus(COMPLAINING).isAfter(now)) {
      LOG.warn("{} LLDP frames are passed over, the last one: {}", passedOver, e.getMessage());
      complained = now;
      passedOver = 0;
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
