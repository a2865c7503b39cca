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
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

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

  static final SettingTable<NxosSnapshot> TABLE = new SettingTable<>(Failures::orUnsupported);

  static {
    TABLE.device(
        SettingKind.LOSSLESS,
        Capability.writable(Risk.BUFFER_RECARVE),
        now -> lossless(now.lossless(), now.pauseOptions()));
    device(SettingKind.ETS, NxosSnapshot::shares, Risk.BUFFER_RECARVE);
    device(SettingKind.ECN, NxosSnapshot::marking, Risk.BUFFER_RECARVE);
    device(SettingKind.DSCP_MAP, NxosSnapshot::dscpMap, Risk.SHORT_STOP);
    TABLE.device(
        SettingKind.PFC_WATCHDOG,
        Capability.writable().with(WATCHDOG),
        now -> new Reading.Value(now.watchdog(), "", note(WatchdogConfig.options(now.config()))));
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
    TABLE.port(
        SettingKind.PFC_WATCHDOG,
        (now, target) -> watchdog(now.get().watchdogOptions(SettingTable.port(target))),
        (now, port) -> new PortLines(now, port).watchdog());
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
        NxosSnapshot::hasOwnQueues,
        kind,
        (now, target) -> ofOwnPolicy(now.get(), SettingTable.port(target)),
        (now, port) -> new Reading.Value(setting.apply(now, policy(now, port))));
  }

  private static Capability ofOwnPolicy(NxosSnapshot now, String port) {
    return Capability.readOnly(
        now.isLost(port)
            ? "it is a member of a port channel that the configuration does not have"
            : "it has queuing policy "
                + Sanitized.of(policy(now, port))
                + " of its own: detach that first");
  }

  /** Lines that a value does not tell; empty without any. */
  static String note(List<String> lines) {
    return lines.isEmpty()
        ? ""
        : lines.stream().map(Sanitized::of).collect(Collectors.joining("; ", "with '", "'"));
  }

  /** A class that only receives pauses sends none to who fills it. */
  private static Reading lossless(Setting lossless, List<String> options) {
    boolean whole = options.stream().noneMatch(line -> line.contains(" receive"));
    return new Reading.Value(lossless, "", note(options), whole);
  }

  /** What a plain on or off would take away, and no source brings back, is left alone. */
  private static Capability watchdog(List<String> options) {
    return options.isEmpty()
        ? Capability.writable()
        : Capability.readOnly(
            "the port has '"
                + Sanitized.of(String.join("; ", options))
                + "', which no rollback could bring back: set it by hand");
  }

  private static String policy(NxosSnapshot now, String port) {
    return now.queuingOf(port).orElseThrow();
  }
}
