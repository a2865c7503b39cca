package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Failures;
import dev.losslessd.driver.MtuRange;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Capability;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.WatchdogRange;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Settings of NX-OS. Where several forms mean one value, a reading has the words of the present
 * one, and the inverse restores that.
 */
final class NxosSettings {
  /** A shut queue drops what goes out (Cisco's guide). Multipliers set the times. */
  private static final WatchdogRange WATCHDOG =
      new WatchdogRange(
          null,
          null,
          Set.of(PfcWatchdog.Action.DROP),
          false,
          "no source has the command lines of its multipliers: set them by hand");

  /** As NX-OS's own help has it for a port: {@code mtu <1500-9216>}. */
  private static final MtuRange MTU = new MtuRange(1500, 9216);

  static final SettingTable<NxosSnapshot> TABLE = new SettingTable<>(Failures::orUnread);

  static {
    device(SettingKind.LOSSLESS, NxosSnapshot::lossless, Risk.BUFFER_RECARVE);
    device(SettingKind.ETS, NxosSnapshot::shares, Risk.BUFFER_RECARVE);
    device(SettingKind.ECN, NxosSnapshot::marking, Risk.BUFFER_RECARVE);
    device(SettingKind.DSCP_MAP, NxosSnapshot::dscpMap, Risk.SHORT_STOP);
    TABLE.device(
        SettingKind.PFC_WATCHDOG,
        Capability.writable().with(WATCHDOG),
        now -> new Reading.Value(now.watchdog()));
    port(
        SettingKind.PFC,
        (now, port) -> new Reading.Value(now.pfc(port), new PortLines(now, port).modeWords()));
    port(SettingKind.GLOBAL_PAUSE, (now, port) -> new Reading.Value(now.pause(port)));
    TABLE.port(
        SettingKind.MTU,
        Capability.writable().within(MTU),
        (now, port) -> new Reading.Value(now.mtu(port)));
    port(
        SettingKind.TRUST,
        (now, port) -> new Reading.Value(now.trust(port), new PortLines(now, port).trustWords()));
    TABLE.dscpMapOfAll((now, port) -> new Reading.Value(now.dscpMap(port)));
    port(SettingKind.PFC_WATCHDOG, (now, port) -> new PortLines(now, port).watchdog());
    ofOwnPolicy(SettingKind.ETS, NxosSnapshot::shares);
    ofOwnPolicy(SettingKind.ECN, NxosSnapshot::marking);
  }

  private NxosSettings() {}

  private static void device(
      SettingKind kind, Function<NxosSnapshot, Setting> setting, Risk... risks) {
    TABLE.device(kind, Capability.writable(risks), now -> new Reading.Value(setting.apply(now)));
  }

  private static void port(SettingKind kind, SettingTable.PortReader<NxosSnapshot> reader) {
    TABLE.port(kind, Capability.writable(), reader);
  }

  /** Adds what a port has by a queuing policy of its own, which goes before the switch's. */
  private static void ofOwnPolicy(
      SettingKind kind, BiFunction<NxosSnapshot, String, Setting> setting) {
    TABLE.portWhere(
        (now, port) -> now.queuingOf(port).isPresent(),
        kind,
        (now, target) ->
            Capability.readOnly(
                "it has queuing policy "
                    + Sanitized.of(policy(now.get(), SettingTable.port(target)))
                    + " of its own: detach that first"),
        (now, port) -> new Reading.Value(setting.apply(now, policy(now, port))));
  }

  private static String policy(NxosSnapshot now, String port) {
    return now.queuingOf(port).orElseThrow();
  }
}
