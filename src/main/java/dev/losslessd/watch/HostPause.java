package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * 802.3x pause that is on at the NICs of a server: published guides for hypervisors switch it on,
 * or leave it on, and call that lossless. Pure.
 */
public final class HostPause {
  private HostPause() {}

  /**
   * A finding for each such port that could have PFC instead.
   *
   * @param isHost whether a device is a server that is asked over SSH
   */
  public static Stream<Finding> in(Map<Target, Observation> seen, Predicate<DeviceId> isHost) {
    return seen.values().stream()
        .map(Observation::observed)
        .filter(one -> isHost.test(one.target().device()))
        .flatMap(one -> finding(one).stream());
  }

  private static Optional<Finding> finding(Observed port) {
    return port.inForce(SettingKind.GLOBAL_PAUSE)
        .filter(pause -> !pause.equals(GlobalPause.OFF))
        .filter(pause -> port.reading(SettingKind.PFC).standing().isPresent())
        .map(pause ->
            FindingRule.GLOBAL_PAUSE.at(
                port.target().text(),
                ("global pause %s, as the guides leave it; it is not PFC: it stops every"
                        + " priority. PFC here is %s")
                    .formatted(pause.text(), port.reading(SettingKind.PFC).text())));
  }
}
