package dev.losslessd.watch;

import dev.losslessd.inventory.LoginState;
import dev.losslessd.inventory.SwitchRegistry;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Switches and servers with a command line whose last read brought no setting. Their counters may
 * come by SNMP all the same, so that they look healthy. From memory; asks no device.
 *
 * @param tried those that were read, or tried, at least once
 */
record UnreadSwitches(SwitchRegistry switches, LastSeen lastSeen, Set<DeviceId> tried) {
  /** A read of its settings has ended, whatever it brought. */
  void tried(DeviceId device) {
    tried.add(device);
  }

  boolean isUnread(DeviceId device) {
    return switches.has(device)
        && switches.config(device).ssh().isPresent()
        && !lastSeen.isRead(device);
  }

  /** Why no setting is known of a device; empty where some are, or none was asked for yet. */
  public Optional<String> why(DeviceId device) {
    return tried.contains(device) && isUnread(device)
        ? Optional.of(reason(device, switches.login(device)))
        : Optional.empty();
  }

  private String reason(DeviceId device, LoginState login) {
    return login
        .failure()
        .or(() -> lastSeen.unread(device))
        .orElse("it reported no ports, see the log");
  }

  /** A warning for each; a refused host key or account is a finding of its own. */
  Stream<Finding> findings() {
    return switches.ids().stream()
        .filter(device -> !switches.login(device).refused())
        .flatMap(device -> why(device).map(why -> finding(device, why)).stream());
  }

  private Finding finding(DeviceId device, String why) {
    return FindingRule.UNREAD
        .at(device.name(), "none of its settings is known: " + why + leftOut(device))
        .advising(
            ("check 'address' and 'ssh' of %s in the config, and whether it answers there; it is"
                    + " read again as soon as it can be")
                .formatted(device));
  }

  /** Plans without it go on: they would be refused as a whole. */
  private String leftOut(DeviceId device) {
    return switches.config(device).manage() && switches.present(device).isEmpty()
        ? ("; %s was not read since the start of losslessd, and plans leave its ports out until"
                + " it is")
            .formatted(device)
        : "";
  }
}
