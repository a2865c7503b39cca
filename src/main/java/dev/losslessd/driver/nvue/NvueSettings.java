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
  static final List<NvueSetting<?>> ALL = all();
  static final SettingTable<NvueSnapshot> TABLE = new SettingTable<>(Failures::orUnsupported);

  static {
    ALL.forEach(setting -> setting.addTo(TABLE));
    TABLE.dscpMapOfAll((now, port) -> Mapping.dscpMap(now, port));
    TABLE.portWhere(PfcProfiles::isOwn, SettingKind.LOSSLESS, own("pfc"), PfcProfiles::lossless);
    TABLE.portWhere(Scheduling::isOwn, SettingKind.ETS, own("egress-scheduler"), Scheduling::ets);
    TABLE.portWhere(Marking::isOwn, SettingKind.ECN, own("congestion-control"), Marking::ecn);
  }

  private NvueSettings() {}

  /** What a port has by a profile of its own is read; the setting of the switch passes it by. */
  private static Ability<NvueSnapshot> own(String kind) {
    return (_, target) ->
        Capability.readOnly(
            ("of a %s profile that the port is bound to by hand: change it there, or give the port"
                    + " that of the switch with 'nv unset interface %s qos %s'")
                .formatted(kind, SettingTable.port(target), kind));
  }

  private static List<NvueSetting<?>> all() {
    Capability plain = Capability.writable();
    Capability carves = Capability.writable(Risk.BUFFER_RECARVE);
    Capability watched = plain.with(SettingTable.WATCHDOG_OF_SWITCH);
    return List.of(
        ofSwitch(
            Lossless.class,
            (_, _) -> carves,
            PfcProfiles.PATHS,
            PfcProfiles::lossless,
            PfcProfiles::lossless),
        ofSwitch(
            Ets.class,
            (_, _) -> plain.within(Failures.asLimit(Ets.class, Scheduling::requireKnown)),
            Scheduling.PATHS,
            Scheduling::ets,
            Scheduling::ets),
        ofSwitch(
            Ecn.class,
            (_, _) -> plain.within(Failures.asLimit(Ecn.class, Marking::requireProbability)),
            Marking.PATHS,
            Marking::ecn,
            Marking::ecn),
        ofSwitch(
            DscpMap.class,
            (_, _) -> plain.within(Failures.asLimit(DscpMap.class, Mapping::requireWhole)),
            Mapping.PATHS,
            Mapping::dscpMap,
            Mapping::dscpMap),
        ofSwitch(
            PfcWatchdog.class,
            WatchdogTimes::ability,
            WatchdogTimes.PATHS,
            WatchdogTimes::read,
            WatchdogTimes::write),
        ofPort(Pfc.class, carves, "qos pfc", PfcProfiles::pfc, PfcProfiles::pfc),
        ofPort(
            GlobalPause.class,
            carves,
            "qos link-pause",
            PortSettings::pause,
            PortSettings::pause),
        ofPort(
            Mtu.class,
            plain.within(Failures.asLimit(Mtu.class, PortSettings::requireRange)),
            "link mtu",
            PortSettings::mtu,
            PortSettings::mtu),
        ofPort(Trust.class, plain, "qos mapping", Mapping::trust, Mapping::trust),
        ofPort(
            PfcWatchdog.class,
            watched,
            "qos pfc-watchdog",
            PortSettings::watchdog,
            PortSettings::watchdog));
  }
}
