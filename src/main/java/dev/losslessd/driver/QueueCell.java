package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Meaning of one number of a queue.
 *
 * @param priority of the queue, which has the same number; negative for the whole port
 */
public record QueueCell(Signal signal, Direction direction, int priority) {
  /** The slow sweep: by the command line, once for the whole switch. */
  public static final String SOURCE = "queues";

  private static final List<QueueCell> ALL = all();

  private static final Schema SCHEMA =
      new Schema(ALL.stream().map(QueueCell::counter).toList(), SOURCE);

  private static List<QueueCell> all() {
    List<QueueCell> all = new ArrayList<>();
    for (Signal signal :
        List.of(Signal.BUFFER_DISCARDS, Signal.PFC_PAUSE_FRAMES, Signal.GLOBAL_PAUSE_FRAMES)) {
      all.add(new QueueCell(signal, Direction.RX, -1));
      all.add(new QueueCell(signal, Direction.TX, -1));
    }
    for (Signal signal :
        List.of(
            Signal.CONTROL_QUEUE_PACKETS,
            Signal.CONTROL_QUEUE_BYTES,
            Signal.CONTROL_QUEUE_DISCARDS)) {
      all.add(new QueueCell(signal, Direction.TX, -1));
    }
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
      all.add(new QueueCell(Signal.PFC_PAUSE_TIME, Direction.RX, n));
      all.add(new QueueCell(Signal.WATCHDOG_DISCARDS, Direction.RX, n));
    }
    return List.copyOf(all);
  }

  /** Returns all cells in the order of the schema's columns. */
  public static List<QueueCell> columns() {
    return ALL;
  }

  /**
   * A port's sweep from what was read of it.
   *
   * @param cells what has a number; all else is missing
   * @param off what the device does not count because that is switched off
   */
  @SuppressWarnings("EnumOrdinal") // a sweep keeps its reasons as ordinals, one byte each
  public static Sweep sweep(
      PortId port, Map<QueueCell, Long> cells, Set<QueueCell> off, long atMillis, long tickNanos) {
    long[] values = new long[ALL.size()];
    byte[] missing = new byte[ALL.size()];
    for (int n = 0; n < values.length; n++) {
      Long value = cells.get(ALL.get(n));
      if (value == null) {
        Sweep.Missing why =
            off.contains(ALL.get(n)) ? Sweep.Missing.SWITCHED_OFF : Sweep.Missing.NOT_EXPOSED;
        missing[n] = (byte) why.ordinal();
      } else {
        values[n] = value;
      }
    }
    return new Sweep(port, SCHEMA, values, missing, atMillis, tickNanos);
  }

  private Counter counter() {
    String name = "queuing " + signal.name().toLowerCase(Locale.ROOT);
    return priority < 0
        ? Counter.of(signal, direction, name, 64)
        : Counter.of(signal, direction, Priority.of(priority), name + "." + priority, 64);
  }
}
