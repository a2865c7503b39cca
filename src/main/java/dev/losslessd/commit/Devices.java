package dev.losslessd.commit;

import dev.losslessd.driver.DeviceLock;
import dev.losslessd.driver.Session;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The devices that commits may touch, each with a session of the engine's own. */
public interface Devices {
  List<Target> targets();

  /**
   * @throws dev.losslessd.driver.DeviceException GONE if there is no such device
   */
  Session session(DeviceId device);

  /**
   * The one lock of a device, where others than commits use its session too; empty where the
   * session is the engine's alone.
   */
  default Optional<DeviceLock> lock(DeviceId device) {
    return Optional.empty();
  }

  /**
   * Time in all for which we ourselves have held back what goes to a device, to keep the caps of
   * the config. None of it is the device's: its deadlines are longer by that.
   */
  default Duration heldBack(DeviceId device) {
    return Duration.ZERO;
  }

  /** A person wants a device tried now: what waits before it is called again, waits no longer. */
  default void endPause(DeviceId device) {}

  /** Identity of this host: another host with the same state may not write. */
  default Identities self() {
    return Identities.NONE;
  }
}
