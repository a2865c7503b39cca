package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import java.util.List;

/**
 * Steps of a plan among which no device waits for another: its lanes may be written side by side,
 * in any mixture of their steps. Stages come one after the other.
 */
public record Stage(List<Lane> lanes) {
  /**
   * The steps of one device, in their order.
   *
   * @param held all of them are one transaction of the device's own
   */
  public record Lane(DeviceId device, List<Change> changes, boolean held) {
    public Lane {
      changes = List.copyOf(changes);
    }
  }

  public Stage {
    lanes = List.copyOf(lanes);
  }
}
