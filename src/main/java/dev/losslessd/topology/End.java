package dev.losslessd.topology;

import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.Map;
import java.util.Optional;

/**
 * Known settings of one end of a link.
 *
 * @param onPort settings of the port
 * @param onDevice settings of its whole device, which many switches keep there; empty for a NIC
 */
public record End(PortId port, Observed onPort, Optional<Observed> onDevice) {
  /** An end that this agent cannot see: a port of a host or switch that is none of its own. */
  public static End unseen(PortId port) {
    return new End(port, new Observed(Target.port(port), Map.of()), Optional.empty());
  }

  /** Only switches keep settings for all of their ports. */
  boolean isSwitch() {
    return onDevice.isPresent();
  }

  /** Nothing at all is known of it, so nothing may be said of its link. */
  boolean isSilent() {
    return tellsNothing(onPort) && onDevice.map(End::tellsNothing).orElse(true);
  }

  private static boolean tellsNothing(Observed observed) {
    return observed.readings().values().stream().allMatch(one -> one.inForce().isEmpty());
  }

  /**
   * What the port says of a setting, else its device. A port that cannot say it, as a member of a
   * bundle, does not go by the device.
   */
  Reading reading(SettingKind kind) {
    return onDevice
        .filter(device -> !onPort.readings().containsKey(kind))
        .filter(device -> device.readings().containsKey(kind))
        .orElse(onPort)
        .reading(kind);
  }

  /** The value in force, where it tells one. */
  <T extends Setting> Optional<T> value(SettingKind kind, Class<T> type) {
    return reading(kind).inForce().filter(type::isInstance).map(type::cast);
  }

  /** Whether PFC is known to be on for a priority. */
  boolean pauses(Priority priority) {
    return value(SettingKind.PFC, Pfc.class)
        .filter(pfc -> pfc.lossless().contains(priority))
        .isPresent();
  }

  /**
   * Code points by which it classifies; empty where they are unknown. A NIC trusts DSCP as soon as
   * its map has an entry ({@link Trust}).
   */
  Optional<DscpMap> classifies() {
    boolean byPcp =
        isSwitch()
            && value(SettingKind.TRUST, Trust.class)
                .filter(trust -> trust.field() == Trust.Field.PCP)
                .isPresent();
    return byPcp ? Optional.of(DscpMap.EMPTY) : value(SettingKind.DSCP_MAP, DscpMap.class);
  }
}
