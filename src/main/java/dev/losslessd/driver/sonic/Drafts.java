package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.model.Change;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** States of the databases after some changes. */
final class Drafts {
  private final Map<SettingKind, PortSetting> settings = new EnumMap<>(SettingKind.class);

  /**
   * @param image that the switch runs, as far as it is known
   */
  Drafts(Supplier<Image> image) {
    List.of(
            PfcRows.setting(image),
            EtsRows.SETTING,
            EcnRows.SETTING,
            MtuAndTrust.MTU,
            MtuAndTrust.TRUST,
            WatchdogRows.setting(image))
        .forEach(setting -> settings.put(setting.kind(), setting));
  }

  Collection<PortSetting> settings() {
    return settings.values();
  }

  /**
   * @param from databases that say something of the target
   * @param changes of one target, in order
   * @throws DeviceException UNSUPPORTED for what this switch cannot do
   */
  SonicSnapshot of(SonicSnapshot from, List<Change> changes) {
    return from.after(draft -> {
      for (Change change : changes) {
        switch (change.target()) {
          case Target.Device _ -> device(draft, change);
          case Target.Port port -> port(draft, port.id().name(), change);
        }
      }
      OwnedRows.cleanUp(draft);
    });
  }

  private static void device(ConfigDb draft, Change change) {
    if (!(change.after() instanceof DscpMap map)) {
      throw unknown(change);
    }
    DscpMaps.write(draft, map, change.wordsAfter());
  }

  private void port(ConfigDb draft, String port, Change change) {
    PortSetting setting = settings.get(change.kind());
    if (setting == null) {
      throw unknown(change);
    }
    if (change.isMet(Failures.orUnread(() -> setting.read(draft, port)))) {
      return;
    }
    DeviceException.throwFor(
        setting.refusal(draft, port),
        why -> DeviceException.unsupported(change.text() + ": " + why));
    if (change.wordsAfter().isEmpty()) {
      setting.writer().write(draft, port, change.after());
    } else {
      setting.restore(draft, port, change);
    }
  }

  private static DeviceException unknown(Change change) {
    return DeviceException.unsupported(change.target() + " has no setting " + change.kind().word());
  }
}
