package dev.losslessd.driver.eos;

import static dev.losslessd.driver.eos.EosLedger.LEDGER;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Target;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Changes on their way into one configuration session: what it has to say when all are in. */
final class Draft {
  private final EosSnapshot now;
  private final String queueWord;
  private final Map<String, PortDraft> ports = new TreeMap<>();
  private SortedMap<Dscp, String> dscps;
  private WatchdogLines watchdog;

  /**
   * @param queueWord for ports whose lines use none yet
   * @throws DeviceException UNSUPPORTED if this switch cannot do one of the changes
   */
  Draft(EosSnapshot now, String queueWord, List<Change> changes) {
    this.now = now;
    this.queueWord = queueWord;
    this.dscps = DscpLines.places(config());
    this.watchdog = WatchdogLines.of(config());
    changes.forEach(this::take);
  }

  private ConfigTree config() {
    return now.config().tree();
  }

  private void take(Change change) {
    switch (change.target()) {
      case Target.Port port ->
          ports
              .computeIfAbsent(port.id().name(), name -> new PortDraft(now, name, queueWord))
              .take(change);
      case Target.Device _ -> takeForAll(change);
    }
  }

  private void takeForAll(Change change) {
    switch (change.after()) {
      case DscpMap map -> dscps = DscpLines.wanted(dscps, map, change.wordsAfter());
      case PfcWatchdog wanted -> {
        WatchdogLines there = WatchdogLines.of(config());
        watchdog = there.wanted(wanted, change.wordsAfter());
      }
      default -> throw SettingTable.noSetting(change);
    }
  }

  /** All lines of the session, in order. */
  EosTransaction.Script script() {
    List<Line> lines = new ArrayList<>();
    Diff.Due due = new Diff.Due();
    DscpLines.between(DscpLines.places(config()), dscps)
        .forEach(text -> lines.add(Line.of(LEDGER, EosLedger.DSCP, text)));
    WatchdogLines.of(config())
        .to(watchdog)
        .forEach(text -> lines.add(Line.of(LEDGER, EosLedger.WATCHDOG, text)));
    ports.values().forEach(port -> port.emit(lines, due));
    return new EosTransaction.Script(lines, now.text(), due);
  }

  /**
   * @throws DeviceException UNSUPPORTED if the ledger does not have it
   */
  static Line item(ConfigLine configLine) {
    return entry(configLine)
        .map(entry -> Line.of(LEDGER, entry.id(), configLine.text()))
        .orElseThrow(() ->
            DeviceException.unsupported(
                "line '%s' is not in the ledger: it is neither set nor copied"
                    .formatted(PrintableText.brief(configLine.word()))));
  }

  /** The entry that allows it. */
  static Optional<Ledger.Entry> entry(ConfigLine configLine) {
    if (configLine.queue().isEmpty()) {
      return LEDGER.find(configLine.text(), List.of(EosLedger.PORT, EosLedger.KEPT));
    }
    return LEDGER
        .find(configLine.text(), List.of(EosLedger.QUEUE_LINE))
        .or(() ->
            PortSettings.entries().stream()
                .filter(one -> one.allows(configLine.text()))
                .findFirst());
  }
}
