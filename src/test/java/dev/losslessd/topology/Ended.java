package dev.losslessd.topology;

import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ends of links for tests. */
final class Ended {
  private Ended() {}

  static End nic(PortId port, List<Setting> settings) {
    return new End(port, observed(Target.port(port), settings), Optional.empty());
  }

  static End leaf(PortId port, List<Setting> onPort, List<Setting> onDevice) {
    return new End(
        port,
        observed(Target.port(port), onPort),
        Optional.of(observed(new Target.Device(port.device()), onDevice)));
  }

  private static Observed observed(Target target, List<Setting> settings) {
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    settings.forEach(setting -> readings.put(setting.kind(), new Reading.Value(setting)));
    return new Observed(target, readings);
  }
}
