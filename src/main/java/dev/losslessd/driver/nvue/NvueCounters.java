package dev.losslessd.driver.nvue;

import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Queues, marks and pauses of a port by {@code nv show interface X counters qos}. Pause durations
 * are not taken: no source tells their unit. Bytes are taken where they are exact: a text of {@code
 * 92.82 GB} is no counter.
 */
record NvueCounters(NvCli nvCli, Supplier<Release> release) {
  private record Column(String table, String name, Signal signal, Direction direction) {}

  private static final String QUEUES = "egress-queue-stats";

  private static final List<Column> COLUMNS =
      List.of(
          new Column(QUEUES, "tx-frames", Signal.PRIORITY_PACKETS, Direction.TX),
          new Column(QUEUES, "tx-bytes", Signal.PRIORITY_BYTES, Direction.TX),
          new Column(QUEUES, "tx-uc-buffer-discards", Signal.PRIORITY_DISCARDS, Direction.TX),
          new Column(QUEUES, "ecn-marked-frames", Signal.PRIORITY_MARKED, Direction.TX),
          new Column("pfc-stats", "rx-pause-frames", Signal.PFC_PAUSE_FRAMES, Direction.RX),
          new Column("pfc-stats", "tx-pause-frames", Signal.PFC_PAUSE_FRAMES, Direction.TX));

  private static final Column DEADLOCKS =
      new Column("status", "deadlock-count", Signal.WATCHDOG_SHUTDOWNS, Direction.TX);

  List<Sweep> read(Collection<PortId> ports, long atMillis, long tickNanos) {
    Node config = Tree.parse(Tree.command("applied"), nvCli.show(Tree.command("applied")));
    List<Sweep> sweeps = new ArrayList<>();
    for (PortId port : ports) {
      counters(port.name())
          .ifPresent(told -> {
            Map<QueueCell, Long> cells = parse(told);
            watchdog(config, port.name(), cells);
            sweeps.add(QueueCell.sweep(port, cells, Set.of(), atMillis, tickNanos));
          });
    }
    return List.copyOf(sweeps);
  }

  private Optional<Node> counters(String port) {
    if (!Ports.isPhysical(port)) {
      return Optional.empty();
    }
    return release.get().counters(port).stream()
        .flatMap(command -> nvCli.showIfKnown(command).stream())
        .findFirst();
  }

  /** Every number that has a priority; what is not there is missing. */
  static Map<QueueCell, Long> parse(Node told) {
    Map<QueueCell, Long> cells = new HashMap<>();
    for (Column column : COLUMNS) {
      told.at(column.table()).ifPresent(rows -> take(cells, column, rows));
    }
    return cells;
  }

  private static void take(Map<QueueCell, Long> cells, Column column, Node rows) {
    for (String row : rows.names()) {
      if (Tree.isPriority(row)) {
        QueueCell cell = new QueueCell(column.signal(), column.direction(), Integer.parseInt(row));
        rows.text(row, column.name())
            .ifPresent(text -> number(column, text).ifPresent(value -> cells.put(cell, value)));
      }
    }
  }

  /** Packets that are printed as bytes are neither. */
  private static OptionalLong number(Column column, String text) {
    Optional<Bytes> size =
        Pattern.matches(".*[A-Za-z]", text) ? Bytes.parse(text) : Optional.empty();
    return size.isPresent()
        ? size.filter(one -> one.isExact() && column.signal() == Signal.PRIORITY_BYTES).stream()
            .mapToLong(Bytes::least)
            .findFirst()
        : QueueCells.number(
            "nv show interface X counters qos",
            column.table() + " " + column.name() + " " + text,
            text);
  }

  /** Asked only of ports that have one. */
  private void watchdog(Node config, String port, Map<QueueCell, Long> cells) {
    if (!config.has("interface", port, "qos", "pfc-watchdog")) {
      return;
    }
    nvCli
        .showIfKnown("nv show interface " + port + " qos pfc-watchdog")
        .ifPresent(told -> cells.putAll(deadlocks(told)));
  }

  /** Returns how often each queue was shut. */
  static Map<QueueCell, Long> deadlocks(Node told) {
    Map<QueueCell, Long> cells = new HashMap<>();
    take(
        cells,
        DEADLOCKS,
        told.at("status", "traffic-class").or(() -> told.at("status")).orElse(told));
    return cells;
  }
}
