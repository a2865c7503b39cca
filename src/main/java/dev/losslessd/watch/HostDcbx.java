package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Servers that speak DCBX in the form from before the standard (CEE): a switch that speaks IEEE
 * 802.1Qaz agrees with them on nothing, and PFC works on one end alone. Pure.
 */
public final class HostDcbx {
  private HostDcbx() {}

  /**
   * A finding for each such port.
   *
   * @param isHost whether a device is a server that is asked over SSH
   */
  public static Stream<Finding> in(
      Map<Target, Observation> seen, Predicate<DeviceId> isHost, Instant now) {
    return seen.values().stream()
        .map(Observation::observed)
        .filter(one -> isHost.test(one.target().device()))
        .flatMap(one -> finding(one, now).stream());
  }

  private static Optional<Finding> finding(Observed port, Instant now) {
    return port.reading(SettingKind.PFC) instanceof Reading.Value pfc
            && pfc.note().contains(Pfc.CEE)
        ? Optional.of(
            new Finding(
                "dcbx-cee",
                Finding.Severity.WARNING,
                port.target().text(),
                Pfc.CEE
                    + ": a switch port that speaks IEEE 802.1Qaz agrees on no PFC with it. PFC here"
                    + " is "
                    + pfc.text(),
                "set the switch's port to IEEE DCBX and switch DCBX of the host's uplink off and on"
                    + " again; or set PFC by the driver's own parameters, which needs no DCBX:"
                    + " 'losslessd plan' shows them",
                now))
        : Optional.empty();
  }
}
