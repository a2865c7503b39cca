package dev.losslessd.driver.nxos;

import dev.losslessd.driver.QueueCell;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Signal;
import dev.losslessd.text.Pattern;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of the counters of {@code show queuing} by release and ASIC, as text and, with the unit
 * behind the type, as JSON.
 */
final class QueueLabels {
  /** Whose packets a queue has: what one of its counters means; empty for one that is left out. */
  @FunctionalInterface
  interface Queue {
    /** One whose numbers are left: mirrored packets (SPAN), or no box at all. */
    Queue NONE = _ -> Optional.empty();

    Optional<QueueCell> cell(String label);

    /**
     * By the title of a box: {@code QOS GROUP 3}, {@code CONTROL QOS GROUP}, {@code SPAN QOS
     * GROUP}.
     *
     * @param word before it; null without one
     */
    static Queue of(@Nullable String word, String group) {
      if (word != null) {
        return word.strip().equals("CONTROL") ? QueueLabels::control : NONE;
      }
      return group.isEmpty() ? NONE : ofPriority(group);
    }

    /**
     * By {@code eq-qosgrp}. Systems of four queues number theirs 0 to 3, control traffic 5 and
     * mirrored packets 6, as NX-API shows them.
     *
     * @param all groups of the port
     */
    static Queue of(String group, Collection<String> all) {
      boolean four = all.containsAll(Set.of("0", "1", "2", "3")) && !all.contains("4");
      if (group.startsWith("CONTROL") || (four && group.equals("5"))) {
        return QueueLabels::control;
      }
      return Pattern.matches(four ? "[0-3]" : "[0-7]", group) ? ofPriority(group) : NONE;
    }

    /** One of the fabric's traffic, which serves the priority of the same number. */
    private static Queue ofPriority(String group) {
      return label -> QueueLabels.queue(label, Integer.parseInt(group));
    }
  }

  static final Map<String, Signal> OF_QUEUE =
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

  static final Map<String, QueueCell> OF_PORT =
      Map.of(
          "WRED Drop Pkts", new QueueCell(Signal.BUFFER_DISCARDS, Direction.TX, -1),
          "Ingress MMU Drop Pkts", new QueueCell(Signal.BUFFER_DISCARDS, Direction.RX, -1));

  /**
   * Aggregates only grow. The totals without that word are taken to be of the last shutdown alone:
   * unverified, from the MIB, where those are gauges.
   */
  static final Map<String, QueueCell> OF_WATCHDOG =
      Map.of(
          "Shutdown", new QueueCell(Signal.WATCHDOG_SHUTDOWNS, Direction.TX, -1),
          "Restored", new QueueCell(Signal.WATCHDOG_RESTORES, Direction.TX, -1),
          "Aggregate pkts dropped", new QueueCell(Signal.WATCHDOG_DISCARDS, Direction.TX, -1),
          "Aggregate Ingress pkts dropped",
              new QueueCell(Signal.WATCHDOG_DISCARDS, Direction.RX, -1));

  private QueueLabels() {}

  private static Optional<QueueCell> queue(String label, int group) {
    return Optional.ofNullable(OF_QUEUE.get(label))
        .map(signal -> new QueueCell(signal, Direction.TX, group));
  }

  /** The queue of the switch's own traffic; that of mirrored packets (SPAN) is left. */
  private static Optional<QueueCell> control(String label) {
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
}
