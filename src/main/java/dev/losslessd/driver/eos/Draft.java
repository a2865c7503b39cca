package dev.losslessd.driver.eos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Target;
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
  private final DiffCheck due = new DiffCheck();
  private SortedMap<Dscp, String> dscps;
  private List<String> watchdog;

  /**
   * @param queueWord for ports whose lines use none yet
   */
  Draft(EosSnapshot now, String queueWord) {
    this.now = now;
    this.queueWord = queueWord;
    this.dscps = DscpLines.places(config());
    this.watchdog = Globals.watchdogLines(config());
  }

  private ConfigTree config() {
    return now.config().tree();
  }

  /**
   * @throws DeviceException UNSUPPORTED if this switch cannot do it
   */
  void take(Change change) {
    switch (change.target()) {
      case Target.Port port -> port(port.id().name()).take(change);
      case Target.Device _ -> takeForAll(change);
    }
  }

  private void takeForAll(Change change) {
    switch (change.after()) {
      case DscpMap map -> dscps = DscpLines.wanted(dscps, map, change.wordsAfter());
      case PfcWatchdog wanted ->
          watchdog = Globals.wantedWatchdog(config(), wanted, change.wordsAfter());
      default ->
          throw DeviceException.unsupported(
              change.target() + ": the whole switch has no knob " + change.kind().word());
    }
  }

  private PortDraft port(String name) {
    return ports.computeIfAbsent(name, one -> new PortDraft(now, one, queueWord));
  }

  /** All lines of the session, in order. */
  EosConsole.Script script() {
    List<Line> lines = new ArrayList<>();
    DscpLines.between(DscpLines.places(config()), dscps)
        .forEach(text -> lines.add(EosLedger.line(EosLedger.DSCP, text)));
    watchdogLines(lines);
    ports.values().forEach(port -> port.emit(lines, due));
    return new EosConsole.Script(lines, now.text(), due);
  }

  private void watchdogLines(List<Line> lines) {
    List<String> before = Globals.watchdogLines(config());
    for (String old : before) {
      boolean stays = watchdog.stream().anyMatch(l -> Globals.key(l).equals(Globals.key(old)));
      if (!stays) {
        lines.add(watchdogLine("no " + Globals.WATCHDOG + Globals.key(old)));
      }
    }
    watchdog.stream()
        .filter(line -> !before.contains(line))
        .forEach(line -> lines.add(watchdogLine(Globals.WATCHDOG + line)));
  }

  private static Line watchdogLine(String text) {
    return EosLedger.line(EosLedger.WATCHDOG, text);
  }

  /** Whether the ledger has a line of a port or profile. */
  static boolean isKnown(ConfigLine configLine) {
    return entry(configLine).isPresent();
  }

  /**
   * @throws DeviceException UNSUPPORTED if the ledger does not have it
   */
  static Line item(ConfigLine configLine) {
    return entry(configLine)
        .map(entry -> EosLedger.line(entry, configLine.text()))
        .orElseThrow(() ->
            DeviceException.unsupported(
                "line '"
                    + Sanitized.of(configLine.word())
                    + "' is not in the ledger: it is neither set nor copied"));
  }

  /** The entry that allows it. */
  private static Optional<String> entry(ConfigLine configLine) {
    for (String entry :
        List.of(EosLedger.PORT, EosLedger.KEPT, EosLedger.QUEUE_LINE, EosLedger.ECN_COUNT)) {
      boolean inQueue = entry.equals(EosLedger.QUEUE_LINE) || entry.equals(EosLedger.ECN_COUNT);
      Optional<Ledger.Entry> found =
          EosLedger.LEDGER.entries().stream().filter(e -> e.id().equals(entry)).findFirst();
      if (inQueue != configLine.queue().isEmpty()
          && found.orElseThrow().allows(configLine.text())) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }
}
