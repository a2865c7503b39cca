package dev.losslessd.driver.nvue;

import static dev.losslessd.driver.nvue.NvueSetting.ofPort;
import static dev.losslessd.driver.nvue.NvueSetting.ofSwitch;

import dev.losslessd.driver.Failures;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.driver.SettingTable.Ability;
import dev.losslessd.model.Capability;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import java.util.List;

/** Settings of NVUE, each read with the words that bring back what is set. */
final class NvueSettings {
  private static final Capability CARVES = Capability.writable(Risk.BUFFER_RECARVE);
  private static final Capability WATCHED =
      Capability.writable().with(SettingTable.WATCHDOG_OF_SWITCH);

  static final List<NvueSetting<?>> ALL =
      List.of(
          ofSwitch(Lossless.class, PfcProfiles.PATHS, PfcProfiles::lossless, PfcProfiles::lossless)
              .with(CARVES),
          ofSwitch(Ets.class, Scheduling.PATHS, Scheduling::ets, Scheduling::ets)
              .limited(Scheduling::requireKnown),
          ofSwitch(Ecn.class, Marking.PATHS, Marking::ecn, Marking::ecn)
              .limited(Marking::requireProbability),
          ofSwitch(DscpMap.class, Mapping.PATHS, (now, _) -> Mapping.dscpMap(now), Mapping::dscpMap)
              .limited(Mapping::requireWhole),
          ofSwitch(
                  PfcWatchdog.class,
                  WatchdogTimes.PATHS,
                  (now, _) -> WatchdogTimes.read(now),
                  WatchdogTimes::write)
              .with(WatchdogTimes::ability),
          ofPort(Pfc.class, "qos pfc", PfcProfiles::pfc, PfcProfiles::pfc).with(CARVES),
          ofPort(GlobalPause.class, "qos link-pause", PortSettings::pause, PortSettings::pause)
              .with(CARVES),
          ofPort(Mtu.class, "link mtu", PortSettings::mtu, PortSettings::mtu)
              .limited(PortSettings::requireRange),
          ofPort(Trust.class, "qos mapping", Mapping::trust, Mapping::trust),
          ofPort(
                  PfcWatchdog.class,
                  "qos pfc-watchdog",
                  PortSettings::watchdog,
                  PortSettings::watchdog)
              .with(WATCHED));

  static final SettingTable<NvueSnapshot> TABLE = new SettingTable<>(Failures::orUnsupported);

  static {
    ALL.forEach(setting -> setting.addTo(TABLE));
    TABLE.dscpMapOfAll((now, port) -> Mapping.dscpMap(now, port));
    TABLE.portWhere(PfcProfiles::isOwn, SettingKind.LOSSLESS, own("pfc"), PfcProfiles::lossless);
    ofQueues(SettingKind.ETS, "egress-scheduler", Scheduling::ets);
    ofQueues(SettingKind.ECN, "congestion-control", Marking::ecn);
  }

  private NvueSettings() {}

  private static void ofQueues(
      SettingKind kind, String profile, SettingTable.PortReader<NvueSnapshot> reader) {
    TABLE.portWhere(
        (now, port) -> Scheduling.isOwn(now, port, profile), kind, own(profile), reader);
  }

  /** What a port has by a profile of its own is read; the setting of the switch passes it by. */
  private static Ability<NvueSnapshot> own(String kind) {
    return (_, target) ->
        Capability.readOnly(
            ("of a %s profile that the port is bound to by hand: change it there, or give the port"
                    + " that of the switch with 'nv unset interface %s qos %s'")
                .formatted(kind, SettingTable.port(target), kind));
  }
}
