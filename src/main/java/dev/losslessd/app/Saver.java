package dev.losslessd.app;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes confirmed changes survive a reboot of the switch, where the config asks for it. */
final class Saver {
  private static final Logger LOG = LoggerFactory.getLogger(Saver.class);

  private final Switches switches;
  private final Clockwork clockwork;

  Saver(Switches switches, Clockwork clockwork) {
    this.switches = switches;
    this.clockwork = clockwork;
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

  private void save(DeviceId device) {
    try {
      switches.save(device);
      LOG.info("{} keeps its configuration over a reboot", device);
    } catch (DeviceException e) {
      switches.notSaved(device, e.getMessage());
      LOG.error("{} loses what was confirmed at its next reboot: {}", device, e.getMessage());
    }
  }
}
