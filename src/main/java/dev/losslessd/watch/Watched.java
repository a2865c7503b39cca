package dev.losslessd.watch;

import dev.losslessd.commit.Devices;
import dev.losslessd.driver.DeviceLock;
import dev.losslessd.driver.Session;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The devices as the engine has them: what it writes, the watcher reads again. */
public record Watched(Inventory inventory, Monitoring monitoring) implements Devices {
  @Override
  public List<Target> targets() {
    return inventory.targets();
  }

  @Override
  public Session session(DeviceId device) {
    return inventory.session(device);
  }

  @Override
  public Optional<DeviceLock> lock(DeviceId device) {
    return inventory.lock(device);
  }

  @Override
  public Identities self() {
    return inventory.self();
  }

  @Override
  public Duration heldBack(DeviceId device) {
    return inventory.heldBack(device);
  }

  @Override
  public void endPause(DeviceId device) {
    inventory.endPause(device);
  }

  @Override
  public void written(List<Change> changes) {
    monitoring.written(changes);
  }
}
