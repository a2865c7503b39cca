package dev.losslessd.driver.nxos;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        Map<QueueCell, Long> more = watchdog.getOrDefault(port.name(), Map.of());
        sweeps.add(sweep(port, cells, more, atMillis, tickNanos));
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

  @SuppressWarnings("EnumOrdinal") // a sweep keeps its reasons as ordinals, one byte each
  private static Sweep sweep(
      PortId port,
      Map<QueueCell, Long> cells,
      Map<QueueCell, Long> more,
      long atMillis,
      long tickNanos) {
    List<QueueCell> columns = QueueCell.columns();
    long[] values = new long[columns.size()];
    byte[] missing = new byte[columns.size()];
    for (int n = 0; n < values.length; n++) {
      Long value = cells.getOrDefault(columns.get(n), more.get(columns.get(n)));
      if (value == null) {
        missing[n] = (byte) Sweep.Missing.NOT_EXPOSED.ordinal();
      } else {
        values[n] = value;
      }
    }
    return new Sweep(port, QueueCell.SCHEMA, values, missing, atMillis, tickNanos);
  }
}
