package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Target;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Asked before each write of a device: where people work nothing is written, not even to undo. What
 * only tells a device to keep what it has, or starts its timer anew, is no write.
 */
final class MaintenanceGate {
  private final Supplier<List<Maintenance>> all;
  private final InstantSource clock;

  /**
   * @param all also what has come to its end by the clock
   */
  MaintenanceGate(Supplier<List<Maintenance>> all, InstantSource clock) {
    this.all = all;
    this.clock = clock;
  }

  /**
   * @throws DeviceException of kind CLOSED_GATE: it may be tried again
   */
  void pass(Collection<Change> changes) {
    for (Maintenance one : all.get()) {
      if (one.lasts(clock.instant()) && changes.stream().anyMatch(one::covers)) {
        throw closed(one);
      }
    }
  }

  /** Checks a write that concerns a device as a whole. */
  void pass(DeviceId device) {
    for (Maintenance one : all.get()) {
      if (one.lasts(clock.instant()) && one.covers(new Target.Device(device))) {
        throw closed(one);
      }
    }
  }

  private static DeviceException closed(Maintenance one) {
    return new DeviceException(DeviceException.Kind.CLOSED_GATE, one.text());
  }
}
