package dev.losslessd.driver.nxos;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Signal;
import java.util.ArrayList;
import java.util.List;

/**
 * What one number of a queue means.
 *
 * @param priority of the queue, which has the same number; negative for the whole port
 */
record QueueCell(Signal signal, Direction direction, int priority) {
  /** The slow sweep: by {@code show queuing}, once for the whole switch. */
  static final String SOURCE = "queues";

  private static final List<QueueCell> ALL = all();

  static final Schema SCHEMA = new Schema(ALL.stream().map(QueueCell::counter).toList(), SOURCE);

  private static List<QueueCell> all() {
    List<QueueCell> all = new ArrayList<>();
    all.add(new QueueCell(Signal.BUFFER_DISCARDS, Direction.RX, -1));
    all.add(new QueueCell(Signal.BUFFER_DISCARDS, Direction.TX, -1));
    for (int n = 0; n < Priority.COUNT; n++) {
      for (Signal signal :
          List.of(
              Signal.PRIORITY_PACKETS,
              Signal.PRIORITY_BYTES,
              Signal.PRIORITY_DISCARDS,
              Signal.PRIORITY_MARKED,
              Signal.PFC_PAUSE_FRAMES,
              Signal.WATCHDOG_SHUTDOWNS,
              Signal.WATCHDOG_RESTORES,
              Signal.WATCHDOG_DISCARDS)) {
        all.add(new QueueCell(signal, Direction.TX, n));
      }
      all.add(new QueueCell(Signal.PFC_PAUSE_FRAMES, Direction.RX, n));
      all.add(new QueueCell(Signal.WATCHDOG_DISCARDS, Direction.RX, n));
    }
    return List.copyOf(all);
  }

  /** In the order of the schema's columns. */
  static List<QueueCell> columns() {
    return ALL;
  }

  private Counter counter() {
    String name = "queuing " + signal.name().toLowerCase(java.util.Locale.ROOT);
    return priority < 0
        ? Counter.of(signal, direction, name, 64)
        : Counter.of(signal, direction, Priority.of(priority), name + "." + priority, 64);
  }
}
