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
 * Starts of the switches that this agent sets, as they report them. A switch that was started again
 * while the daemon was down is not seen to have been. Safe for threads.
 */
public final class SwitchStarts {
  private static final Logger LOG = LoggerFactory.getLogger(SwitchStarts.class);

  private record Seen(Incarnation start, Instant at) {}

  private final InstantSource clock;
  private final Map<DeviceId, Seen> last = new ConcurrentHashMap<>();
  private final Map<DeviceId, Reboot> reboots = new ConcurrentHashMap<>();

  SwitchStarts(InstantSource clock) {
    this.clock = clock;
  }

  /** Asks a switch for its start; while it is silent nothing is known to have changed. */
  public void look(DeviceId device, Session session) {
    try {
      session.incarnation(new Target.Device(device)).ifPresent(start -> seen(device, start));
    } catch (DeviceException e) {
      LOG.debug("{}: its start is not known: {}", device, e.getMessage());
    }
  }

  private void seen(DeviceId device, Incarnation start) {
    Instant now = clock.instant();
    Seen before = last.put(device, new Seen(start, now));
    if (before != null && before.start().isOther(start)) {
      Reboot reboot = new Reboot(before.at(), now, time(start).orElse(now));
      reboots.put(device, reboot);
      LOG.warn("{} {} ({})", device, reboot.text(), start.text());
    }
  }

  private static Optional<Instant> time(Incarnation start) {
    return start.kind() == Incarnation.Kind.BOOTED
        ? Optional.of(Instant.parse(start.value()))
        : Optional.empty();
  }

  /** The last reboot of a switch that this run of the daemon has seen. */
  public Optional<Reboot> reboot(DeviceId device) {
    return Optional.ofNullable(reboots.get(device));
  }
}
