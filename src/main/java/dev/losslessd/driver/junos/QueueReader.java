package dev.losslessd.driver.junos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Once;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The queues of all ports by {@code show interfaces queue}, and their PFC frames.
 *
 * @param classes of now, by which queues belong to priorities
 */
record QueueReader(Console console, Supplier<Classes> classes) {
  static final String COMMAND = "show interfaces queue";

  private static final Pattern USED =
      Pattern.compile("\\s*Egress queues: \\d{1,2} supported, (\\d{1,2}) in use\\s*");
  private static final Pattern INGRESS = Pattern.compile("\\s*Ingress queues: .*");
  private static final Pattern QUEUE =
      Pattern.compile("\\s*Queue: (\\d{1,2}), Forwarding classes: .+");

  private static final Map<String, Signal> OF_QUEUE =
      Map.of(
          "Transmitted Packets", Signal.PRIORITY_PACKETS,
          "Transmitted Bytes", Signal.PRIORITY_BYTES,
          "Transmitted ECN-CE packets", Signal.PRIORITY_MARKED,
          "Transmitted Total-dropped packets", Signal.PRIORITY_DISCARDS);

  /** The rate behind proves that the number is whole. */
  private static final Pattern COUNT =
      Pattern.compile(
          "\\s*([A-Za-z-]+(?: [a-z]+)?)\\s*:\\s+(\\d{1,20}|Not Available)(?:\\s+\\d+ [pb]ps)?\\s*");

  List<Sweep> read(Collection<PortId> ports, long atMillis, long tickNanos) {
    Classes now = classes.get();
    Map<String, Map<Integer, Map<String, Long>>> queues =
        console.showIfKnown(COMMAND).map(QueueReader::parse).orElse(Map.of());
    Map<String, Interfaces.Facts> facts =
        Interfaces.parse(Interfaces.EXTENSIVE, console.show(Interfaces.EXTENSIVE));
    QueueCells cells = new QueueCells();
    for (PortId port : ports) {
      String name = port.name();
      queues
          .getOrDefault(name, Map.of())
          .forEach((queue, counts) ->
              priorityOf(now, queue).ifPresent(priority -> put(name, priority, counts, cells)));
      Optional.ofNullable(facts.get(name))
          .ifPresent(one -> one.pauses().forEach((cell, frames) -> cells.put(name, cell, frames)));
    }
    return cells.sweeps(ports, atMillis, tickNanos);
  }

  /** Adds the counts of a queue; those that the switch calls not available are missing. */
  private static void put(String port, int priority, Map<String, Long> counts, QueueCells cells) {
    OF_QUEUE.forEach((name, signal) -> {
      Long count = counts.get(name);
      if (count != null) {
        cells.put(port, new QueueCell(signal, Direction.TX, priority), count);
      }
    });
    Long tail = counts.get("Transmitted Tail-dropped packets");
    Long red = counts.get("Transmitted RED-dropped packets");
    if (tail != null && red != null) {
      cells.put(port, new QueueCell(Signal.PRIORITY_DISCARDS, Direction.TX, priority), tail + red);
    }
  }

  /** A port while it is read. */
  private static final class Reader {
    final Map<Integer, Map<String, Long>> queues = new LinkedHashMap<>();
    int expected = -1;
    String section = "";
    Map<String, Long> counts = new HashMap<>();
    boolean within;
  }

  /** Counts by port, queue, and section with name; without those that are not available. */
  static Map<String, Map<Integer, Map<String, Long>>> parse(String text) {
    Map<String, Map<Integer, Map<String, Long>>> all = new LinkedHashMap<>();
    Interfaces.blocks(text)
        .forEach((name, lines) -> {
          Reader reader = new Reader();
          lines.forEach(line -> line(line, reader));
          int found = reader.queues.size();
          if (Interfaces.isPort(name)) {
            if (found < reader.expected) {
              throw ParseErrors.at(
                  COMMAND, name + " with " + found + " queues", reader.expected + " queues");
            }
            all.put(name, reader.queues);
          }
        });
    return all;
  }

  private static void line(String line, Reader reader) {
    Matcher used = USED.matcher(line);
    Matcher queue = QUEUE.matcher(line);
    Matcher count = COUNT.matcher(line);
    if (used.matches()) {
      reader.expected = Integer.parseInt(used.group(1));
    } else if (INGRESS.matcher(line).matches()) {
      reader.within = false;
    } else if (queue.matches() && reader.expected >= 0) {
      reader.within = true;
      reader.counts = new HashMap<>();
      reader.queues.put(Integer.parseInt(queue.group(1)), reader.counts);
    } else if (line.strip().equals("Queued:") || line.strip().equals("Transmitted:")) {
      reader.section = line.strip().replace(":", "");
    } else if (count.matches() && reader.within) {
      count(line, count, reader);
    } else if (reader.within
        && line.contains(" : ")
        && Pattern.matches("(?:Packets|Bytes) .*", line.strip())) {
      throw ParseErrors.at(COMMAND, line, "a count and its rate");
    }
  }

  private static void count(String line, Matcher m, Reader reader) {
    boolean number = !m.group(2).equals("Not Available");
    if (number && !line.stripTrailing().endsWith("ps")) {
      throw ParseErrors.at(COMMAND, line, "a count and its rate");
    }
    if (number) {
      OptionalLong value = QueueCells.number(COMMAND, line, m.group(2));
      value.ifPresent(n -> reader.counts.putIfAbsent(reader.section + " " + m.group(1).strip(), n));
    }
  }

  /** The priority that a queue serves: the one whose class is on it, if there is but one. */
  static OptionalInt priorityOf(Classes classes, int queue) {
    int[] all =
        IntStream.range(0, Priority.COUNT)
            .filter(n ->
                classes.of(Priority.of(n)).filter(one -> classes.queue(one) == queue).isPresent())
            .toArray();
    return all.length == 1 ? OptionalInt.of(all[0]) : OptionalInt.empty();
  }

  /**
   * Returns what tells the queue that is a priority's alone, by the classes of now; empty if that
   * cannot be told.
   */
  IntFunction<OptionalInt> queueOf() {
    Once<Classes> now = new Once<>(classes);
    return priority -> {
      return Failures.readable(
          () -> {
            int queue = now.get().queueOf(Priority.of(priority));
            OptionalInt back = priorityOf(now.get(), queue);
            return back.isEmpty() || back.getAsInt() == priority
                ? OptionalInt.of(queue)
                : OptionalInt.empty();
          },
          OptionalInt.empty()); // without the command line, queues are nobody's
    };
  }
}
