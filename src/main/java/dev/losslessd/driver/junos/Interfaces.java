package dev.losslessd.driver.junos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;

/** {@code show interfaces} and {@code show interfaces extensive}: physical interfaces by name. */
final class Interfaces {
  static final String COMMAND = "show interfaces";
  static final String EXTENSIVE = "show interfaces extensive";

  /** Front panel ports, broken out ones too; no bundles, units or management. */
  private static final Pattern PORT =
      Pattern.compile("(?:et|xe|ge|mge)-\\d{1,2}/\\d{1,2}/\\d{1,3}(?::\\d{1,2})?");

  /** The comma behind proves that the name is whole. */
  private static final Pattern HEAD = Pattern.compile("\\s*Physical interface: ([^\\s,]+),.*\\s*");

  /** The delimiters behind prove that the number is whole. */
  private static final Pattern MTU = Pattern.compile("\\bMTU: (\\d{1,5}|Unlimited)(?=[,\\s])");

  private static final Pattern FLOW = Pattern.compile("Flow control: (\\w+)(?=[,\\s])");
  private static final Pattern INDEX = Pattern.compile("SNMP ifIndex: (\\d{1,9})(?=[,\\s])");
  private static final Pattern PFC =
      Pattern.compile("\\s*Priority :\\s+([0-7])\\s+(\\d{1,20})\\s+(\\d{1,20})\\s*");
  private static final Pattern QUEUE =
      Pattern.compile("\\s*(\\d{1,2})\\s+([A-Za-z][^\\s,]*(?:,? [A-Za-z][^\\s,]*)*)\\s*");

  /** Queue, class, percent, bits per second, buffer percent, its time, priority, limit. */
  private static final Pattern SCHEDULER =
      Pattern.compile(
          "\\s*(\\d{1,2}) (\\S+?)(?:,"
              + " \\S+)*\\s+(\\d{1,3}|r)\\s+(\\d+|r)\\s+(\\d{1,3}|r)\\s+(\\d+|r)"
              + "\\s+(\\S+)\\s+(\\S+)\\s*");

  /**
   * Present schedule of one queue.
   *
   * @param percent of the bandwidth; empty for the remainder
   * @param priority {@code low}, {@code strict-high} ...
   */
  record Scheduled(int queue, String forwardingClass, OptionalInt percent, String priority) {}

  /**
   * Properties of one port, as {@code show interfaces} prints them. Each is read when it is needed:
   * a line that is not understood affects that property of that port.
   *
   * @param command that printed it, for messages
   * @param lines of the physical interface, without those of its units
   */
  record Facts(String command, String name, List<String> lines) {
    /** Bytes with the header of {@link MtuLines}; empty where the port has no limit. */
    OptionalInt mtu() {
      String bytes = first(MTU).orElseThrow(() -> garbled(name, "an MTU of this interface"));
      return bytes.equals("Unlimited")
          ? OptionalInt.empty()
          : OptionalInt.of(Integer.parseInt(bytes));
    }

    /** 802.3x pause as it is; empty if not shown. */
    Optional<Boolean> flow() {
      return first(FLOW).map("Enabled"::equalsIgnoreCase);
    }

    /** Index of its agent; empty if not shown. */
    OptionalInt index() {
      return first(INDEX).map(Integer::parseInt).map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    private Optional<String> first(Pattern pattern) {
      Matcher found = pattern.matcher(String.join("\n", lines));
      return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    /** Forwarding classes with their queues, by {@code extensive} alone. */
    Map<String, Integer> classes() {
      Map<String, Integer> classes = new TreeMap<>();
      for (String line : section("Queue number:")) {
        Matcher m = QUEUE.matcher(line);
        if (!m.matches()) {
          break;
        }
        for (String one : Pattern.of(",? ").split(m.group(2))) {
          classes.put(one, Integer.parseInt(m.group(1)));
        }
      }
      return classes;
    }

    /** The lines behind the one that begins so. */
    private List<String> section(String title) {
      return lines.stream().dropWhile(line -> !line.strip().startsWith(title)).skip(1).toList();
    }

    /**
     * PFC frames by {@code extensive} alone, where the chip shows them: received before sent, as
     * the heading of {@code MAC statistics} has it.
     */
    Map<QueueCell, Long> pauses() {
      String title = "MAC Priority Flow Control Statistics";
      List<String> section = section(title);
      Map<QueueCell, Long> all = new HashMap<>();
      for (int n = 0; n < Math.min(section.size(), Priority.COUNT); n++) {
        Matcher m = PFC.matcher(section.get(n));
        // a line behind proves that the last number is whole
        if (!m.matches() || n + 1 == section.size()) {
          throw garbled(section.get(n), "8 lines of priorities below " + title);
        }
        all.put(pauses(Direction.RX, m.group(1)), unsigned(section.get(n), m.group(2)));
        all.put(pauses(Direction.TX, m.group(1)), unsigned(section.get(n), m.group(3)));
      }
      return all;
    }

    private static QueueCell pauses(Direction direction, String priority) {
      return new QueueCell(Signal.PFC_PAUSE_FRAMES, direction, Integer.parseInt(priority));
    }

    private long unsigned(String line, String number) {
      return QueueCells.number(command, line, number).orElseThrow();
    }

    /**
     * Schedule of the queues by {@code extensive} alone, {@code CoS information} of the output: of
     * several classes on a queue the first.
     */
    List<Scheduled> scheduled() {
      List<Scheduled> all = new ArrayList<>();
      for (String line : section("CoS transmit queue").stream().skip(1).toList()) {
        Matcher m = SCHEDULER.matcher(line);
        if (!m.matches()) {
          if (Pattern.matches("\\s*\\d{1,2} .*", line)) {
            throw garbled(line, "queue, class, shares, priority and limit");
          }
          break;
        }
        all.add(
            new Scheduled(
                Integer.parseInt(m.group(1)),
                m.group(2),
                m.group(3).equals("r")
                    ? OptionalInt.empty()
                    : OptionalInt.of(Integer.parseInt(m.group(3))),
                m.group(7)));
      }
      return all;
    }

    private DeviceException garbled(String line, String expected) {
      return ParseErrors.at(command, line, expected);
    }
  }

  private Interfaces() {}

  static boolean isPort(String name) {
    return PORT.matcher(name).matches();
  }

  /**
   * Front panel ports by name.
   *
   * @throws DeviceException GARBLED if a name cannot be read, or if the text ends within an
   *     interface: those behind it are not known then
   */
  static Map<String, Facts> parse(String command, String text) {
    Map<String, Facts> ports = new LinkedHashMap<>();
    LinkedHashMap<String, List<String>> blocks = blocks(text);
    blocks.values().stream()
        .flatMap(List::stream)
        .filter(line -> line.strip().startsWith("Physical interface:"))
        .findFirst()
        .ifPresent(line -> {
          throw ParseErrors.at(command, line, "Physical interface: NAME, STATE");
        });
    Map.Entry<String, List<String>> last = blocks.lastEntry();
    if (!last.getKey().isEmpty() && !MTU.matcher(String.join("\n", last.getValue())).find()) {
      throw ParseErrors.at(command, last.getKey(), "an MTU of the last interface");
    }
    blocks.forEach((name, lines) -> {
      if (isPort(name)) {
        Stream<String> own =
            lines.stream().takeWhile(line -> !line.strip().startsWith("Logical interface "));
        ports.put(name, new Facts(command, name, own.toList()));
      }
    });
    return ports;
  }

  /** Lines behind the head of each physical interface, by its name; those before have none. */
  static LinkedHashMap<String, List<String>> blocks(String text) {
    LinkedHashMap<String, List<String>> blocks = new LinkedHashMap<>(Map.of("", new ArrayList<>()));
    for (String line : text.split("\n", -1)) {
      Matcher head = HEAD.matcher(line);
      if (head.matches()) {
        blocks.putLast(head.group(1), new ArrayList<>());
      } else {
        blocks.lastEntry().getValue().add(line);
      }
    }
    return blocks;
  }
}
