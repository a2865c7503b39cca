package dev.losslessd.driver.eos;

import dev.losslessd.driver.Failures;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.Optional;

/** Settings of EOS, each read with the lines themselves: the inverse brings back these alone. */
final class EosSettings {
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
    PortSettings.ALL.forEach(EosSettings::add);
  }

  private EosSettings() {}

  private static void add(PortSetting<?> setting) {
    TABLE.port(
        setting.kind(),
        (now, target) -> capability(now.get(), SettingTable.port(target), setting),
        (now, port) -> read(now, port, setting));
  }

  private static Capability capability(EosSnapshot now, String port, PortSetting<?> setting) {
    return now.config()
        .interfaceProfile(port)
        .map(name -> Capability.readOnly("the port has interface profile " + name + ": set there"))
        .or(() -> foreign(now.port(port), setting.kind()).map(EosSettings::untouchable))
        .orElse(setting.ability());
  }

  /** A line of a setting that could not be brought back. */
  private static Optional<String> foreign(PortConfig port, SettingKind kind) {
    return port.own().values().stream()
        .filter(line -> line.isOf(kind) && Draft.entry(line).isEmpty())
        .map(ConfigLine::word)
        .reduce((_, later) -> later);
  }

  private static Capability untouchable(String line) {
    return Capability.readOnly(
        "'%s' stands there, which no source lets us bring back: set it by hand"
            .formatted(PrintableText.brief(line)));
  }

  private static Reading watchdog(EosSnapshot now) {
    WatchdogLines watchdog = WatchdogLines.of(now.config().tree());
    return value(watchdog.value(), InverseWords.of(watchdog.lines()), watchdog.extra());
  }

  private static Reading read(EosSnapshot now, String port, PortSetting<?> setting) {
    Setting value = now.value(port, setting.kind());
    List<ConfigLine> lines = now.lines(port, setting.kind());
    String words = ConfigLine.words(lines);
    // times or an action of the port's own leave it as on or off as it is
    return setting.kind() == SettingKind.PFC_WATCHDOG
        ? new Reading.Value(value, words, note(now.watchdogLines(port)))
        : value(value, words, setting.extra(value, lines));
  }

  private static Reading value(Setting value, String words, List<String> extra) {
    return new Reading.Value(value, words, note(extra), extra.isEmpty());
  }

  /** Returns the note on extra lines that goes with a reading; empty without any. */
  private static String note(List<String> lines) {
    return lines.isEmpty() ? "" : "but with '" + String.join("; ", lines) + "'";
  }
}
