package dev.losslessd.driver.nvue;

import dev.losslessd.driver.Failures;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Settings of NVUE, each read with the words that bring back what is set. */
final class NvueSettings {
  static final SettingTable<NvueSnapshot> TABLE = new SettingTable<>(Failures::orUnread);

  static {
    TABLE
        .device(
            SettingKind.LOSSLESS,
            Capability.writable(Risk.BUFFER_RECARVE),
            now -> {
              Lossless set = PfcProfiles.lossless(now);
              String words = Draft.words(now.config(), "", SettingKind.LOSSLESS);
              return new Reading.Value(set, words, PfcProfiles.note(now, set));
            })
        .device(SettingKind.ETS, Capability.writable(), box(SettingKind.ETS, Scheduling::ets))
        .device(
            SettingKind.ECN,
            Capability.writable(),
            now -> {
              Marking.Told told = Marking.ecn(now);
              String words = Draft.words(now.config(), "", SettingKind.ECN);
              return new Reading.Value(told.ecn(), words, told.note());
            })
        .device(
            SettingKind.DSCP_MAP,
            Capability.writable(),
            box(SettingKind.DSCP_MAP, Mapping::dscpMap))
        .device(
            SettingKind.PFC_WATCHDOG,
            (now, box) -> watchdog(now.get().release(), box),
            box(SettingKind.PFC_WATCHDOG, now -> WatchdogTimes.read(now.config(), now.release())));
    port(SettingKind.PFC, PfcProfiles::pfc, Risk.BUFFER_RECARVE);
    port(SettingKind.GLOBAL_PAUSE, PortKnobs::pause, Risk.BUFFER_RECARVE);
    port(SettingKind.MTU, PortKnobs::mtu);
    port(SettingKind.TRUST, Mapping::trust);
    TABLE.dscpMapOfAll((now, port) -> new Reading.Value(Mapping.dscpMap(now, port)));
    port(
        SettingKind.PFC_WATCHDOG,
        Capability.writable().with(SettingTable.WATCHDOG_OF_SWITCH),
        PortKnobs::watchdog);
  }

  private NvueSettings() {}

  private static SettingTable.DeviceReader<NvueSnapshot> box(
      SettingKind kind, Function<NvueSnapshot, Setting> knob) {
    return now -> new Reading.Value(knob.apply(now), Draft.words(now.config(), "", kind));
  }

  private static void port(
      SettingKind kind, BiFunction<NvueSnapshot, String, Setting> knob, Risk... risks) {
    port(kind, Capability.writable(risks), knob);
  }

  private static void port(
      SettingKind kind, Capability ability, BiFunction<NvueSnapshot, String, Setting> knob) {
    TABLE.port(
        kind,
        ability,
        (now, port) ->
            new Reading.Value(knob.apply(now, port), Draft.words(now.config(), port, kind)));
  }

  private static Capability watchdog(Release release, Target box) {
    return (release.hasWatchdogTimes()
            ? Capability.writable()
            : SettingTable.watchdogOfEachPort(box))
        .with(WatchdogTimes.range(release));
  }
}
