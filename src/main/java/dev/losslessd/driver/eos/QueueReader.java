package dev.losslessd.driver.eos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The queues of all ports by three commands, each as JSON; what a release lacks is missing. */
final class QueueReader {
  static final String ECN = "show qos interfaces ecn counters queue | json";
  static final String DROPS = "show interfaces counters queue | json";
  static final String WATCHDOG = "show priority-flow-control counters watchdog | json";

  /** {@code TC3}; ranges such as {@code TC0-2} are counted together and belong to no priority. */
  private static final Pattern CLASS = Pattern.compile("TC([0-7])");

  /**
   * ECN marks of each port, by queue.
   *
   * @param off queues whose counter is {@code -}: counting is off
   */
  record Marks(Map<String, Map<QueueCell, Long>> counted, Map<String, Set<QueueCell>> off) {}

  private final Console console;

  QueueReader(Console console) {
    this.console = console;
  }

  List<Sweep> read(Collection<PortId> ports, long atMillis, long tickNanos) {
    Marks marks =
        console.showIfKnown(ECN).map(QueueReader::parseMarks).orElse(new Marks(Map.of(), Map.of()));
    Optional<Map<String, Map<QueueCell, Long>>> drops =
        console.showIfKnown(DROPS).map(QueueReader::parseDrops);
    Optional<Map<String, Map<QueueCell, Long>>> watchdog =
        console.showIfKnown(WATCHDOG).map(QueueReader::parseWatchdog);
    List<Sweep> sweeps = new ArrayList<>();
    for (PortId port : ports) {
      String name = port.name();
      Map<QueueCell, Long> cells = new HashMap<>(marks.counted().getOrDefault(name, Map.of()));
      drops.ifPresent(all -> cells.putAll(all.getOrDefault(name, Map.of())));
      watchdog.ifPresent(all -> cells.putAll(withoutEvents(all.getOrDefault(name, Map.of()))));
      Set<QueueCell> off = marks.off().getOrDefault(name, Set.of());
      if (!cells.isEmpty() || !off.isEmpty()) {
        sweeps.add(QueueCell.sweep(port, cells, off, atMillis, tickNanos));
      }
    }
    return List.copyOf(sweeps);
  }

  /** The switch leaves out queues and ports without an event: those have had none. */
  private static Map<QueueCell, Long> withoutEvents(Map<QueueCell, Long> told) {
    Map<QueueCell, Long> all = new HashMap<>(told);
    for (int n = 0; n < 8; n++) {
      all.putIfAbsent(new QueueCell(Signal.WATCHDOG_SHUTDOWNS, Direction.TX, n), 0L);
      all.putIfAbsent(new QueueCell(Signal.WATCHDOG_RESTORES, Direction.TX, n), 0L);
    }
    return all;
  }

  /** {@code intfQueueCounters.PORT.queueCounters.N}, as text; {@code -} while counting is off. */
  static Marks parseMarks(String text) {
    QueueCells cells = new QueueCells();
    Map<String, Set<QueueCell>> off = new HashMap<>();
    byPort(
        ECN,
        text,
        "intfQueueCounters",
        (name, port) -> {
          for (DeviceJson queues : port.rows("queueCounters")) {
            for (String queue : queues.fields()) {
              if (!queue.matches("[0-7]")) {
                continue; // queues of multicast, from 8 on, on some chips
              }
              QueueCell cell =
                  new QueueCell(Signal.PRIORITY_MARKED, Direction.TX, Integer.parseInt(queue));
              queues
                  .wholeIfThere(queue)
                  .ifPresentOrElse(
                      n -> cells.put(name, cell, n),
                      () -> off.computeIfAbsent(name, _ -> new HashSet<>()).add(cell));
            }
          }
        });
    return new Marks(cells.all(), off);
  }

  /** Packets dropped by traffic class, unicast, all drop precedences together. */
  static Map<String, Map<QueueCell, Long>> parseDrops(String text) {
    QueueCells cells = new QueueCells();
    for (DeviceJson egress : DeviceJson.parse(DROPS, text).rows("egressQueueCounters")) {
      for (DeviceJson all : egress.rows("interfaces")) {
        for (String name : all.fields()) {
          for (DeviceJson classes : all.rows(name, "ucastQueues", "trafficClasses")) {
            drops(name, classes, cells);
          }
        }
      }
    }
    return cells.all();
  }

  private static void drops(String name, DeviceJson classes, QueueCells cells) {
    for (String field : classes.fields()) {
      Matcher one = CLASS.matcher(field);
      if (!one.matches()) {
        continue;
      }
      long sum = 0;
      for (DeviceJson precedences : classes.rows(field, "dropPrecedences")) {
        for (String precedence : precedences.fields()) {
          sum += precedences.rows(precedence).getFirst().whole("droppedPackets");
        }
      }
      int priority = Integer.parseInt(one.group(1));
      cells.put(name, new QueueCell(Signal.PRIORITY_DISCARDS, Direction.TX, priority), sum);
    }
  }

  /** {@code interfaces.PORT.txQueues.N}, of queues that have had an event. */
  static Map<String, Map<QueueCell, Long>> parseWatchdog(String text) {
    QueueCells cells = new QueueCells();
    byPort(
        WATCHDOG,
        text,
        "interfaces",
        (name, port) -> {
          for (DeviceJson queues : port.rows("txQueues")) {
            for (String queue : queues.fields()) {
              if (queue.matches("[0-7]")) {
                DeviceJson one = queues.rows(queue).getFirst();
                int n = Integer.parseInt(queue);
                cells.put(
                    name,
                    new QueueCell(Signal.WATCHDOG_SHUTDOWNS, Direction.TX, n),
                    one.whole("stuckCount"));
                cells.put(
                    name,
                    new QueueCell(Signal.WATCHDOG_RESTORES, Direction.TX, n),
                    one.whole("recoveryCount"));
              }
            }
          }
        });
    return cells.all();
  }

  /** Takes one port of a list. */
  private interface OfPort {
    void take(String name, DeviceJson port);
  }

  private static void byPort(String command, String text, String field, OfPort work) {
    DeviceJson root = DeviceJson.parse(command, text);
    List<DeviceJson> lists = root.rows(field);
    if (lists.isEmpty()) {
      throw root.garbled(field, "a list by port");
    }
    for (DeviceJson all : lists) {
      all.fields().forEach(name -> work.take(name, all.rows(name).getFirst()));
    }
  }
}
