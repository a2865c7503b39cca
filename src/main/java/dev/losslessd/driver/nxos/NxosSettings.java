package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.driver.nxos.NxosSetting.OfSwitch;
import dev.losslessd.model.Capability;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.WatchdogRange;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  private static final Capability CARVES = Capability.writable(Risk.BUFFER_RECARVE);

  /** In the order in which they are read. */
  static final List<NxosSetting<?>> ALL =
      Stream.concat(ofSwitch(), PortSettings.ALL.stream()).toList();

  static final SettingTable<NxosSnapshot> TABLE = new SettingTable<>(Failures::orUntold);

  static {
    ALL.forEach(setting -> setting.addTo(TABLE));
    TABLE.dscpMapOfAll((now, port) -> new Reading.Value(now.dscpMap(port)));
    ofOwnPolicy(SettingKind.ETS, NxosSnapshot::shares);
    ofOwnPolicy(SettingKind.ECN, NxosSnapshot::marking);
  }

  private NxosSettings() {}

  private static Stream<NxosSetting<?>> ofSwitch() {
    return Stream.of(
        new OfSwitch<>(
            Lossless.class,
            CARVES,
            now -> lossless(now.lossless(), now.pauseOptions()),
            PolicySwap::lossless),
        new OfSwitch<>(
            Ets.class,
            CARVES,
            now -> new Reading.Value(now.shares()),
            (now, ets) -> PolicySwap.queues(now, ets, now.marking())),
        new OfSwitch<>(
            Ecn.class,
            CARVES,
            now -> new Reading.Value(now.marking()),
            (now, ecn) -> PolicySwap.queues(now, now.shares(), ecn)),
        new OfSwitch<>(
            DscpMap.class,
            Capability.writable(Risk.SHORT_STOP),
            now -> new Reading.Value(now.dscpMap()),
            PolicySwap::dscpMap),
        new OfSwitch<>(
            PfcWatchdog.class,
            Capability.writable().with(WATCHDOG),
            now ->
                new Reading.Value(now.watchdog(), "", note(WatchdogConfig.options(now.config()))),
            (now, wanted) ->
                new PolicySwap(
                    List.of(WatchdogConfig.line(wanted)),
                    List.of(WatchdogConfig.line(now.watchdog())))));
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
        now.bindings()
            .lost(port)
            .map(DeviceException::getMessage)
            .orElseGet(() ->
                "queuing policy %s of %s goes before that of the switch: set there"
                    .formatted(
                        PrintableText.brief(policy(now, port)),
                        PrintableText.brief(now.placeOfQueuing(port)))));
  }

  /** Note of the lines that a value does not have; empty without any. */
  static String note(List<String> lines) {
    return lines.isEmpty()
        ? ""
        : lines.stream().map(PrintableText::brief).collect(Collectors.joining("; ", "with '", "'"));
  }

  /** A class that only receives pauses sends none to who fills it. */
  private static Reading lossless(Setting lossless, List<String> options) {
    boolean whole = options.stream().noneMatch(line -> line.contains(" receive"));
    return new Reading.Value(lossless, "", note(options), whole);
  }

  private static String policy(NxosSnapshot now, String port) {
    return now.queuingOf(port).orElseThrow();
  }
}
