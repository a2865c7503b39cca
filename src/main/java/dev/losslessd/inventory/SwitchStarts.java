package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts of the switches that this agent sets, as they report them, across restarts of the daemon.
 * Safe for threads.
 */
public final class SwitchStarts {
  private static final Logger LOG = LoggerFactory.getLogger(SwitchStarts.class);

  private final InstantSource clock;
  private final SwitchMemory memory;
  private final Map<DeviceId, StartRecord> records = new ConcurrentHashMap<>();

  SwitchStarts(InstantSource clock, SwitchMemory memory) {
    this.clock = clock;
    this.memory = memory;
  }

  /** Asks a switch for its start; while it is silent nothing is known to have changed. */
  public void look(DeviceId device, Session session) {
    try {
      session.incarnation(new Target.Device(device)).ifPresent(start -> seen(device, start));
    } catch (DeviceException e) {
      LOG.debug("{}: its start is not known: {}", device, e.getMessage());
    }
  }

  void seen(DeviceId device, Incarnation start) {
    Instant now = clock.instant();
    records
        .computeIfAbsent(device, one -> new StartRecord(memory.of(SwitchMemory.STARTS, one), now))
        .seen(start, now)
        .ifPresent(reboot -> LOG.warn("{} {} ({})", device, reboot.text(), start.text()));
  }

  /**
   * Takes note whether a switch lacks settings since its last reboot: the next process then takes
   * what it finds first for gone with that reboot. Writes nothing itself.
   */
  public void lost(DeviceId device, boolean gone) {
    Optional.ofNullable(records.get(device)).ifPresent(record -> record.lost(gone));
  }

  /** The last reboot of a switch that was seen. */
  public Optional<Reboot> reboot(DeviceId device) {
    return Optional.ofNullable(records.get(device)).flatMap(StartRecord::reboot);
  }
}
