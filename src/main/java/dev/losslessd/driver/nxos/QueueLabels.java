package dev.losslessd.driver.nxos;

import dev.losslessd.driver.QueueCell;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Signal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Names of the counters of {@code show queuing} by release and ASIC, as text and, with the unit
 * behind the type, as JSON.
 */
final class QueueLabels {
  private static final Map<String, Signal> OF_QUEUE =
      Map.of(
          "Tx Pkts", Signal.PRIORITY_PACKETS,
          "Tx Byts", Signal.PRIORITY_BYTES,
          "Dropped Pkts", Signal.PRIORITY_DISCARDS,
          "WRED/AFD & Tail Drop Pkts", Signal.PRIORITY_DISCARDS,
          "ECN Pkts", Signal.PRIORITY_MARKED);

  private static final Map<Signal, Signal> OF_CONTROL =
      Map.of(
          Signal.PRIORITY_PACKETS, Signal.CONTROL_QUEUE_PACKETS,
          Signal.PRIORITY_BYTES, Signal.CONTROL_QUEUE_BYTES,
          Signal.PRIORITY_DISCARDS, Signal.CONTROL_QUEUE_DISCARDS);

  private static final Map<String, QueueCell> OF_PORT =
      Map.of(
          "WRED Drop Pkts", new QueueCell(Signal.BUFFER_DISCARDS, Direction.TX, -1),
          "Ingress MMU Drop Pkts", new QueueCell(Signal.BUFFER_DISCARDS, Direction.RX, -1));

  /**
   * Aggregates only grow. The totals without that word are taken to be of the last shutdown alone:
   * unverified, from the MIB, where those are gauges.
   */
  private static final Map<String, QueueCell> OF_WATCHDOG =
      Map.of(
          "Shutdown", new QueueCell(Signal.WATCHDOG_SHUTDOWNS, Direction.TX, -1),
          "Restored", new QueueCell(Signal.WATCHDOG_RESTORES, Direction.TX, -1),
          "Aggregate pkts dropped", new QueueCell(Signal.WATCHDOG_DISCARDS, Direction.TX, -1),
          "Aggregate Ingress pkts dropped",
              new QueueCell(Signal.WATCHDOG_DISCARDS, Direction.RX, -1));

  /**
   * Known and left: bytes of what is counted in packets, depths, sums of what is taken by priority,
   * and {@code WD & Tail Drop}, which counts watchdog drops twice.
   */
  static final Set<String> IGNORED =
      Set.of(
          "Dropped Byts",
          "WRED/AFD & Tail Drop Byts",
          "WD & Tail Drop Pkts",
          "WD & Tail Drop Byts",
          "ECN Byts",
          "Q Depth Byts",
          "Q Depth Pkts",
          "WRED Drop Byts",
          "Ingress MMU Drop Bytes",
          "Ingress MMU Drop Byts",
          "TxPPP",
          "RxPPP",
          "Total pkts drained",
          "Total pkts dropped",
          "Total pkts drained + dropped",
          "Total Ingress pkts dropped");

  private QueueLabels() {}

  static Optional<QueueCell> queue(String label, int group) {
    return Optional.ofNullable(OF_QUEUE.get(label))
        .map(signal -> new QueueCell(signal, Direction.TX, group));
  }

  /** The queue of the switch's own traffic; that of mirrored packets (SPAN) is left. */
  static Optional<QueueCell> control(String label) {
    return Optional.ofNullable(OF_QUEUE.get(label))
        .flatMap(signal -> Optional.ofNullable(OF_CONTROL.get(signal)))
        .map(signal -> new QueueCell(signal, Direction.TX, -1));
  }

  static Optional<QueueCell> port(String label) {
    return Optional.ofNullable(OF_PORT.get(label));
  }

  static Optional<QueueCell> watchdog(String label, int priority) {
    return Optional.ofNullable(OF_WATCHDOG.get(label))
        .map(cell -> new QueueCell(cell.signal(), cell.direction(), priority));
  }

  /** Whether a counter of this name is taken, or left on purpose. */
  static boolean isKnown(String label) {
    return OF_QUEUE.containsKey(label)
        || OF_PORT.containsKey(label)
        || OF_WATCHDOG.containsKey(label)
        || IGNORED.contains(label);
  }
}
