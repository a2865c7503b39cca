package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The queues of all ports by two commands. Each is asked for as JSON; a switch that has none for it
 * is asked for text from then on.
 */
final class QueueReader {
  private final Console console;
  private boolean queuesAsText;
  private boolean watchdogAsText;

  QueueReader(Console console) {
    this.console = console;
  }

  List<Sweep> read(Collection<PortId> ports, long atMillis, long tickNanos) {
    Map<String, Map<QueueCell, Long>> queues = queues();
    Map<String, Map<QueueCell, Long>> watchdog = watchdog();
    List<Sweep> sweeps = new ArrayList<>();
    for (PortId port : ports) {
      Map<QueueCell, Long> cells = queues.get(port.name());
      if (cells != null) {
        Map<QueueCell, Long> all = new HashMap<>(watchdog.getOrDefault(port.name(), Map.of()));
        all.putAll(cells);
        sweeps.add(QueueCell.sweep(port, all, Set.of(), atMillis, tickNanos));
      }
    }
    return List.copyOf(sweeps);
  }

  private Map<String, Map<QueueCell, Long>> queues() {
    if (!queuesAsText) {
      Optional<Map<String, Map<QueueCell, Long>>> told =
          parsed(QueueJson.COMMAND, QueueJson::parseQueues);
      if (told.isPresent()) {
        return told.get();
      }
      queuesAsText = true;
    }
    return QueueTable.parseQueues(console.show(QueueTable.COMMAND));
  }

  /** A switch without the command has no watchdog to count. */
  private Map<String, Map<QueueCell, Long>> watchdog() {
    if (!watchdogAsText) {
      Optional<Map<String, Map<QueueCell, Long>>> told =
          parsed(WatchdogTable.JSON, WatchdogTable::parseJson);
      if (told.isPresent()) {
        return told.get();
      }
      watchdogAsText = true;
    }
    return parsed(WatchdogTable.COMMAND, WatchdogTable::parseWatchdog).orElse(Map.of());
  }

  private <T> Optional<T> parsed(String command, Function<String, T> parser) {
    return console.showIfKnown(command).map(parser);
  }
}
