package dev.losslessd.driver.eos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The queues of all ports by three commands, each as JSON; what a release lacks is missing. */
record QueueReader(Console console) {
  static final String ECN = "show qos interfaces ecn counters queue | json";
  static final String DROPS = "show interfaces counters queue | json";
  static final String WATCHDOG = "show priority-flow-control counters watchdog | json";

  private static final Map<Signal, String> EVENTS =
      new EnumMap<>(
          Map.of(
              Signal.WATCHDOG_SHUTDOWNS, "stuckCount", Signal.WATCHDOG_RESTORES, "recoveryCount"));

  List<Sweep> read(Collection<PortId> ports, long atMillis, long tickNanos) {
    QueueCells cells = new QueueCells();
    console.showIfKnown(ECN).ifPresent(text -> marks(text, cells));
    console.showIfKnown(DROPS).ifPresent(text -> drops(text, cells));
    console
        .showIfKnown(WATCHDOG)
        .ifPresent(text -> {
          watchdog(text, cells);
          ports.forEach(port -> withoutEvents(port.name(), cells));
        });
    return cells.sweeps(ports, atMillis, tickNanos);
  }

  /** The switch leaves out queues and ports without an event: those have had none. */
  private static void withoutEvents(String port, QueueCells cells) {
    for (int n = 0; n < Priority.COUNT; n++) {
      for (Signal signal : EVENTS.keySet()) {
        cells.put(port, new QueueCell(signal, Direction.TX, n), 0);
      }
    }
  }

  /** {@code intfQueueCounters.PORT.queueCounters.N}, as text; {@code -} while counting is off. */
  static void marks(String text, QueueCells cells) {
    queues(
        ECN,
        text,
        "intfQueueCounters",
        "queueCounters",
        (port, queue, all) -> {
          QueueCell cell = new QueueCell(Signal.PRIORITY_MARKED, Direction.TX, queue);
          all.wholeIfThere("" + queue)
              .ifPresentOrElse(n -> cells.put(port, cell, n), () -> cells.off(port, cell));
        });
  }

  /** Packets dropped by traffic class, unicast, all drop precedences together. */
  static void drops(String text, QueueCells cells) {
    DeviceJson.parse(DROPS, text)
        .rows("egressQueueCounters", "interfaces")
        .forEach(all ->
            all.named((port, one) ->
                one.rows("ucastQueues", "trafficClasses")
                    .forEach(
                        classes -> classes.named((name, tc) -> drops(port, name, tc, cells)))));
  }

  private static void drops(String port, String name, DeviceJson tc, QueueCells cells) {
    if (!Pattern.matches("TC[0-7]", name)) {
      return; // ranges such as TC0-2 are counted together and belong to no priority
    }
    List<Long> drops = new ArrayList<>();
    tc.rows("dropPrecedences")
        .forEach(all -> all.named((_, one) -> drops.add(one.whole("droppedPackets"))));
    QueueCell cell = new QueueCell(Signal.PRIORITY_DISCARDS, Direction.TX, name.charAt(2) - '0');
    // a class without a precedence is not told of, and so has no number
    drops.stream().reduce(Long::sum).ifPresent(sum -> cells.put(port, cell, sum));
  }

  /** {@code interfaces.PORT.txQueues.N}, of queues that have had an event. */
  static void watchdog(String text, QueueCells cells) {
    queues(
        WATCHDOG,
        text,
        "interfaces",
        "txQueues",
        (port, queue, all) ->
            all.rows("" + queue)
                .forEach(one ->
                    EVENTS.forEach((signal, field) ->
                        cells.put(
                            port, new QueueCell(signal, Direction.TX, queue), one.whole(field)))));
  }

  /** Takes one queue from the list of a port. */
  private interface OfQueue {
    void take(String port, int queue, DeviceJson all);
  }

  /** Queues of multicast, from 8 on, which some chips have, are passed over. */
  private static void queues(
      String command, String text, String ports, String queues, OfQueue work) {
    DeviceJson.parse(command, text)
        .required(ports, "a list by port")
        .forEach(list ->
            list.named((name, port) ->
                port.rows(queues)
                    .forEach(all ->
                        all.fields().stream()
                            .filter(queue -> Pattern.matches("[0-7]", queue))
                            .forEach(queue -> work.take(name, Integer.parseInt(queue), all)))));
  }
}
