package dev.losslessd.app;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes confirmed changes survive a reboot of the switch, where the config asks for it. One that
 * people work on is saved when they are done.
 */
final class Saver {
  private static final Logger LOG = LoggerFactory.getLogger(Saver.class);

  private final Switches switches;
  private final Clockwork clockwork;
  private final Supplier<List<Maintenance>> worked;
  private final Set<DeviceId> later = ConcurrentHashMap.newKeySet();

  /**
   * @param worked what people work on now
   */
  Saver(Switches switches, Clockwork clockwork, Supplier<List<Maintenance>> worked) {
    this.switches = switches;
    this.clockwork = clockwork;
    this.worked = worked;
  }

  void heard(Commit commit) {
    if (commit instanceof Commit.Confirmed) {
      Set<DeviceId> devices = new TreeSet<>();
      commit.run().plan().changes().forEach(change -> devices.add(change.target().device()));
      devices.stream()
          .filter(switches::saves)
          .forEach(device -> clockwork.soon(() -> save(device)));
    }
  }

  /** Saves what had to wait; to be called again and again. */
  void goOn() {
    for (DeviceId device : Set.copyOf(later)) {
      if (maintenance(device).isEmpty() && later.remove(device)) {
        clockwork.soon(() -> save(device));
      }
    }
  }

  private Optional<Maintenance> maintenance(DeviceId device) {
    Target whole = new Target.Device(device);
    return worked.get().stream().filter(one -> one.covers(whole)).findFirst();
  }

  private void save(DeviceId device) {
    Optional<Maintenance> busy = maintenance(device);
    if (busy.isPresent()) {
      later.add(device);
      switches.notSaved(device, busy.get().text());
      return;
    }
    try {
      switches.save(device);
      LOG.info("{} keeps its configuration over a reboot", device);
    } catch (DeviceException e) {
      switches.notSaved(device, e.getMessage());
      LOG.error("{} loses what was confirmed at its next reboot: {}", device, e.getMessage());
    }
  }
}
