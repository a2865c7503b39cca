package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceSweeper;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The queues of all ports by two commands, pause frames by two more. Each of the first two is asked
 * for as JSON; a switch that has none for it is asked for text from then on.
 */
final class QueueReader implements DeviceSweeper {
  private final DeviceId device;
  private final Console console;
  private final Set<String> withoutJson = new HashSet<>();
  private volatile Map<PortId, String> leftOut = Map.of();

  QueueReader(DeviceId device, Console console) {
    this.device = device;
    this.console = console;
  }

  /** Reads the queues of these ports and of the switch's internal ports. */
  @Override
  public List<Sweep> sweep(Collection<PortId> ports, long atMillis, long tickNanos) {
    QueueCells cells = queues();
    QueueCells watchdog = watchdog();
    frames(cells);
    cells.addKnown(watchdog);
    cells.all().values().forEach(QueueReader::countPrioritiesOnce);
    Map<PortId, String> odd = new TreeMap<>();
    cells.leftOut().forEach((port, why) -> odd.put(new PortId(device, port), why));
    leftOut = odd;
    Set<PortId> all = new LinkedHashSet<>(ports);
    cells.all().keySet().stream()
        .filter(Ports::isInternal)
        .map(name -> new PortId(device, name))
        .forEach(all::add);
    return cells.sweeps(all, atMillis, tickNanos);
  }

  @Override
  public Map<PortId, String> leftOut() {
    return leftOut;
  }

  /**
   * Drops the PFC frames of a port where those of its priorities are there: they are the same
   * frames.
   */
  private static void countPrioritiesOnce(Map<QueueCell, Long> cells) {
    for (Direction direction : Direction.values()) {
      boolean told =
          cells.keySet().stream()
              .anyMatch(cell ->
                  cell.signal() == Signal.PFC_PAUSE_FRAMES
                      && cell.direction() == direction
                      && cell.priority() >= 0);
      if (told) {
        cells.remove(new QueueCell(Signal.PFC_PAUSE_FRAMES, direction, -1));
      }
    }
  }

  /** Adds pause frames of the ports: PFC of all priorities together, and 802.3x. */
  private void frames(QueueCells cells) {
    rows(PfcTable.COMMAND, PfcTable::parsePfc)
        .forEach((port, row) ->
            pauses(cells, port, Signal.PFC_PAUSE_FRAMES, row.received(), row.sent()));
    rows(PauseTable.COMMAND, PauseTable::parsePause)
        .forEach((port, row) ->
            pauses(cells, port, Signal.GLOBAL_PAUSE_FRAMES, row.received(), row.sent()));
  }

  /** What is not understood is missing; the setting that needs it says why. */
  private <T> Map<String, T> rows(String command, Function<String, PortRows<T>> parser) {
    return console
        .showIfKnown(command)
        .map(text -> PortRows.read(command, () -> parser.apply(text)).rows())
        .orElse(Map.of());
  }

  private static void pauses(
      QueueCells cells, String port, Signal signal, long received, long sent) {
    cells.put(port, new QueueCell(signal, Direction.RX, -1), received);
    cells.put(port, new QueueCell(signal, Direction.TX, -1), sent);
  }

  private QueueCells queues() {
    return json(QueueJson.COMMAND, QueueJson::parseQueues)
        .orElseGet(() -> QueueTable.parseQueues(console.show(QueueTable.COMMAND)));
  }

  /** A switch without the command has no watchdog to count. */
  private QueueCells watchdog() {
    return json(WatchdogTable.JSON, WatchdogTable::parseJson)
        .or(() -> parsed(WatchdogTable.COMMAND, WatchdogTable::parseWatchdog))
        .orElseGet(QueueCells::new);
  }

  private <T> Optional<T> json(String command, Function<String, T> parser) {
    Optional<T> told = withoutJson.contains(command) ? Optional.empty() : parsed(command, parser);
    if (told.isEmpty()) {
      withoutJson.add(command);
    }
    return told;
  }

  private <T> Optional<T> parsed(String command, Function<String, T> parser) {
    return console.showIfKnown(command).map(parser);
  }
}
