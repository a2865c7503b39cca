package dev.losslessd.driver.junos;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

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
   * PFC frames of one priority.
   *
   * @param sent unsigned 64 bits
   */
  record Pauses(int priority, long received, long sent) {}

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
    /** Bytes with the {@link EthernetHeader}; empty where the port has no limit. */
    OptionalInt mtu() {
      String bytes =
          first(MTU).orElseThrow(() -> ParseErrors.at(command, name, "an MTU of this interface"));
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
      return Interfaces.classes(lines);
    }

    /** PFC frames by {@code extensive} alone, where the chip shows them. */
    List<Pauses> pauses() {
      return Interfaces.pauses(command, lines);
    }

    /** Schedule of the queues, by {@code extensive} alone. */
    List<Scheduled> scheduled() {
      return Interfaces.scheduled(command, lines);
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
    List<String> block = new ArrayList<>();
    String name = "";
    for (String line : text.split("\n", -1)) {
      Matcher head = HEAD.matcher(line);
      if (head.matches()) {
        take(command, name, block, ports);
        name = head.group(1);
        block = new ArrayList<>();
      } else if (line.strip().startsWith("Physical interface:")) {
        throw ParseErrors.at(command, line, "Physical interface: NAME, STATE");
      } else {
        block.add(line);
      }
    }
    if (!name.isEmpty() && !MTU.matcher(String.join("\n", block)).find()) {
      throw ParseErrors.at(command, name, "an MTU of the last interface");
    }
    take(command, name, block, ports);
    return ports;
  }

  private static void take(
      String command, String name, List<String> block, Map<String, Facts> ports) {
    if (isPort(name)) {
      int units = 0;
      while (units < block.size() && !block.get(units).strip().startsWith("Logical interface ")) {
        units++;
      }
      ports.put(name, new Facts(command, name, List.copyOf(block.subList(0, units))));
    }
  }

  /** {@code Queue number: Mapped forwarding classes}. */
  private static Map<String, Integer> classes(List<String> lines) {
    Map<String, Integer> classes = new TreeMap<>();
    for (String line : section(lines, "Queue number:")) {
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
  private static List<String> section(List<String> lines, String title) {
    for (int n = 0; n < lines.size(); n++) {
      if (lines.get(n).strip().startsWith(title)) {
        return lines.subList(n + 1, lines.size());
      }
    }
    return List.of();
  }

  /** Received before sent, as the heading of {@code MAC statistics} has it. */
  private static List<Pauses> pauses(String command, List<String> lines) {
    String title = "MAC Priority Flow Control Statistics";
    List<String> section = section(lines, title);
    List<Pauses> all = new ArrayList<>();
    for (int n = 0; n < section.size() && all.size() < 8; n++) {
      Matcher m = PFC.matcher(section.get(n));
      // a line behind proves that the last number is whole
      if (!m.matches() || n + 1 == section.size()) {
        throw ParseErrors.at(command, section.get(n), "8 lines of priorities below " + title);
      }
      all.add(
          new Pauses(
              Integer.parseInt(m.group(1)),
              unsigned(command, section.get(n), m.group(2)),
              unsigned(command, section.get(n), m.group(3))));
    }
    if (!section.isEmpty() && all.size() < 8) {
      throw ParseErrors.at(command, title, "8 lines of priorities below");
    }
    return all;
  }

  static long unsigned(String command, String line, String number) {
    try {
      return Long.parseUnsignedLong(number);
    } catch (NumberFormatException e) {
      throw ParseErrors.at(command, line, "counters of 64 bits");
    }
  }

  /** {@code CoS information}, of the output: of several classes on a queue the first. */
  private static List<Scheduled> scheduled(String command, List<String> lines) {
    List<Scheduled> all = new ArrayList<>();
    List<String> section = section(lines, "CoS transmit queue");
    for (int n = 1; n < section.size(); n++) {
      Matcher m = SCHEDULER.matcher(section.get(n));
      if (!m.matches()) {
        if (Pattern.matches("\\s*\\d{1,2} .*", section.get(n))) {
          throw ParseErrors.at(command, section.get(n), "queue, class, shares, priority and limit");
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
}
