package dev.losslessd.driver.eos;

import dev.losslessd.driver.Failures;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.driver.MtuRange;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.util.List;
import java.util.Optional;

/** Settings of EOS, each read with the lines themselves: the inverse brings back these alone. */
final class EosSettings {
  /** Four digits at most; many chips end at 9214, which the switch alone knows. */
  private static final MtuRange MTU = new MtuRange(68, 9999);

  static final SettingTable<EosSnapshot> TABLE =
      new SettingTable<EosSnapshot>(Failures::orUnsupported)
          .device(
              SettingKind.DSCP_MAP,
              Capability.writable(Risk.SHORT_STOP),
              now -> new Reading.Value(now.dscpMap(), DscpLines.words(now.config().tree())))
          .device(
              SettingKind.PFC_WATCHDOG,
              Capability.writable().with(WatchdogLines.RANGE),
              EosSettings::watchdog)
          .dscpMapOfAll((now, port) -> new Reading.Value(now.dscpMap(port)))
          .port(
              SettingKind.LOSSLESS,
              Capability.readOnly("the priorities of pfc: set pfc of the port"),
              (now, port) -> new Reading.Value(now.value(port, SettingKind.LOSSLESS)));

  static {
    List.of(SettingKind.PFC, SettingKind.ECN).forEach(kind -> port(kind, Risk.BUFFER_RECARVE));
    port(
        SettingKind.ETS,
        Capability.writable(Risk.BUFFER_RECARVE)
            .within(Failures.asLimit(Ets.class, PortSettings::requireKnown)),
        (now, port) -> value(now, port, SettingKind.ETS));
    port(
        SettingKind.MTU,
        Capability.writable().within(MTU),
        (now, port) -> value(now, port, SettingKind.MTU));
    List.of(SettingKind.ECN_COUNT, SettingKind.GLOBAL_PAUSE, SettingKind.TRUST)
        .forEach(kind -> port(kind));
    port(
        SettingKind.PFC_WATCHDOG,
        Capability.writable().with(SettingTable.WATCHDOG_OF_SWITCH),
        EosSettings::watchdog);
  }

  private EosSettings() {}

  private static void port(SettingKind kind, Risk... risks) {
    port(kind, Capability.writable(risks), (now, port) -> value(now, port, kind));
  }

  private static void port(
      SettingKind kind, Capability writable, SettingTable.PortReader<EosSnapshot> reader) {
    TABLE.port(
        kind,
        (now, target) -> capability(now.get(), SettingTable.port(target), kind, writable),
        reader);
  }

  private static Capability capability(
      EosSnapshot now, String port, SettingKind kind, Capability writable) {
    return now.config()
        .interfaceProfile(port)
        .map(name -> Capability.readOnly("the port has interface profile " + name + ": set there"))
        .or(() -> foreign(now.port(port), kind).map(EosSettings::untouchable))
        .orElse(writable);
  }

  /** A line of a setting that could not be brought back. */
  private static Optional<String> foreign(PortConfig port, SettingKind kind) {
    return port.own().values().stream()
        .filter(line -> line.isOf(kind) && !Draft.isKnown(line))
        .map(ConfigLine::word)
        .reduce((_, later) -> later);
  }

  private static Capability untouchable(String line) {
    return Capability.readOnly(
        "'"
            + Sanitized.of(line)
            + "' stands there, which no source lets us bring back: set it by hand");
  }

  private static Reading watchdog(EosSnapshot now) {
    WatchdogLines watchdog = WatchdogLines.of(now.config().tree());
    return value(watchdog.value(), InverseWords.of(watchdog.lines()), watchdog.extra());
  }

  /** Reads the watchdog of a port, with lines by which it has times or an action of its own. */
  private static Reading watchdog(EosSnapshot now, String name) {
    return new Reading.Value(
        now.value(name, SettingKind.PFC_WATCHDOG),
        ConfigLine.words(now.lines(name, SettingKind.PFC_WATCHDOG)),
        note(now.watchdogLines(name)));
  }

  private static Reading value(EosSnapshot now, String port, SettingKind kind) {
    Setting value = now.value(port, kind);
    List<ConfigLine> lines = now.lines(port, kind);
    return value(value, ConfigLine.words(lines), PortSettings.extra(value, lines));
  }

  private static Reading value(Setting value, String words, List<String> extra) {
    return new Reading.Value(value, words, note(extra), extra.isEmpty());
  }

  /** Returns the note on extra lines that goes with a reading; empty without any. */
  private static String note(List<String> lines) {
    return lines.isEmpty() ? "" : "but with '" + String.join("; ", lines) + "'";
  }
}
