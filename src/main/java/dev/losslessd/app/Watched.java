package dev.losslessd.app;

import dev.losslessd.commit.Devices;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.List;

/** The devices as the engine has them: what it writes, the watcher reads again. */
record Watched(Site site, Watcher watcher) implements Devices {
  @Override
  public List<Target> targets() {
    return site.targets();
  }

  @Override
  public Session session(DeviceId device) {
    return site.session(device);
  }

  @Override
  public Identities self() {
    return site.self();
  }

  @Override
  public Duration heldBack(DeviceId device) {
    return site.heldBack(device);
  }

  @Override
  public void written(List<Change> changes) {
    watcher.written(changes);
  }
}
