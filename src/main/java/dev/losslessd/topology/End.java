package dev.losslessd.topology;

import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import java.util.Optional;

/**
 * What is known of one end of a link.
 *
 * @param onPort settings of the port
 * @param onDevice settings of its whole device, which many switches keep there; empty for a NIC
 */
public record End(PortId port, Observed onPort, Optional<Observed> onDevice) {
  /** The port's own value, else the device's. */
  Reading reading(SettingKind kind) {
    Reading own = onPort.reading(kind);
    return own.inForce().isPresent()
        ? own
        : onDevice.map(device -> device.reading(kind)).orElse(own);
  }
}
