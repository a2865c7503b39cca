package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;
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
import java.util.Optional;
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
          "losslessd does not write the lines of its interval and multipliers: set them by hand");

  /** As NX-OS's own help has it for a port: {@code mtu <1500-9216>}. */
  private static final MtuRange MTU = new MtuRange(1500, 9216);

  static final SettingTable<NxosSnapshot> TABLE = new SettingTable<>(Failures::orUntold);

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
        NxosSnapshot.MODE,
        (now, port) -> new Reading.Value(now.pfc(port), new PortLines(now, port).modeWords()));
    port(
        SettingKind.GLOBAL_PAUSE,
        "flowcontrol ",
        (now, port) -> new Reading.Value(now.pause(port)));
    TABLE.port(
        SettingKind.MTU,
        unlessInherited("mtu ", Capability.writable().within(MTU)),
        (now, port) -> new Reading.Value(now.mtu(port)));
    port(
        SettingKind.TRUST,
        NxosSnapshot.SERVICE,
        (now, port) -> new Reading.Value(now.trust(port), new PortLines(now, port).trustWords()));
    TABLE.dscpMapOfAll((now, port) -> new Reading.Value(now.dscpMap(port)));
    TABLE.port(
        SettingKind.PFC_WATCHDOG,
        (now, target) -> watchdog(now.get(), SettingTable.port(target)),
        (now, port) -> new PortLines(now, port).watchdog());
    ofOwnPolicy(SettingKind.ETS, NxosSnapshot::shares);
    ofOwnPolicy(SettingKind.ECN, NxosSnapshot::marking);
  }

  private NxosSettings() {}

  private static void device(
      SettingKind kind, Function<NxosSnapshot, Setting> setting, Risk... risks) {
    TABLE.device(kind, Capability.writable(risks), now -> new Reading.Value(setting.apply(now)));
  }

  private static void port(
      SettingKind kind, String subject, SettingTable.PortReader<NxosSnapshot> reader) {
    TABLE.port(kind, unlessInherited(subject, Capability.writable()), reader);
  }

  /**
   * A line of the port would go before that of its port profile, and an inverse could not remove
   * it: no line is known that brings the profile's back.
   */
  private static SettingTable.Ability<NxosSnapshot> unlessInherited(
      String subject, Capability otherwise) {
    return (now, target) ->
        now.get()
            .inherits(SettingTable.port(target), subject)
            .map(Capability::readOnly)
            .orElse(otherwise);
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
        now.lost(port)
            .map(DeviceException::getMessage)
            .orElseGet(() ->
                "queuing policy %s of %s goes before that of the switch: set there"
                    .formatted(
                        Sanitized.of(policy(now, port)), Sanitized.of(now.placeOfQueuing(port)))));
  }

  /** Note of the lines that a value does not have; empty without any. */
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
  private static Capability watchdog(NxosSnapshot now, String port) {
    Optional<String> inherited = now.inherits(port, WatchdogConfig.SUBJECT);
    if (inherited.isPresent()) {
      return Capability.readOnly(inherited.get());
    }
    List<String> options = now.watchdogOptions(port);
    return options.isEmpty()
        ? Capability.writable()
        : Capability.readOnly(
            "the port has '%s', which no rollback could bring back: set it by hand"
                .formatted(Sanitized.of(String.join("; ", options))));
  }

  private static String policy(NxosSnapshot now, String port) {
    return now.queuingOf(port).orElseThrow();
  }
}
