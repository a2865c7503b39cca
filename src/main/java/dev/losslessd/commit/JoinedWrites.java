package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import dev.losslessd.plan.Joined;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Settings of a port that its device writes in one. */
final class JoinedWrites {
  private JoinedWrites() {}

  /** Kinds of settings that the devices of these changes write together. */
  static Joined of(Devices devices, List<Change> changes) {
    Map<DeviceId, Set<SettingKind>> kinds = new TreeMap<>();
    Change.devices(changes)
        .forEach(device -> {
          Set<SettingKind> joined = of(devices, device);
          if (!joined.isEmpty()) {
            kinds.put(device, joined);
          }
        });
    return new Joined(kinds);
  }

  /** Kinds that a device writes together; none if it is gone, which the next write reports. */
  private static Set<SettingKind> of(Devices devices, DeviceId device) {
    try {
      return devices.session(device).joined();
    } catch (DeviceException e) {
      return Set.of();
    }
  }

  static void apply(Session session, List<Change> part) {
    if (part.size() == 1) {
      session.apply(part.getFirst());
    } else {
      session.applyTogether(part);
    }
  }

  /**
   * Refuses a change that by now takes a link down without having declared it: the port may have
   * come up since it was planned.
   *
   * @throws DeviceException REFUSED where a change takes the link down by now, and did not say so
   */
  static void requireDeclared(Runner runner, Joined joined, List<Change> part) {
    for (Change change : part) {
      if (joined.has(change)
          && !change.risks().contains(Risk.LINK_BOUNCE)
          && runner
              .capabilities(change.target())
              .of(change.kind())
              .risks()
              .contains(Risk.LINK_BOUNCE)) {
        throw DeviceException.refused(
            change.text()
                + ": its link would go down and up by now, and did not when it was planned; plan"
                + " again");
      }
    }
  }
}
