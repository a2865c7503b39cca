package dev.losslessd.driver.eos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.Garbled;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the whole switch is told: the DSCP map, and the times of the PFC watchdog. */
final class Globals {
  static final String WATCHDOG = "priority-flow-control pause watchdog ";

  private static final Pattern MAP =
      Pattern.compile("qos map dscp ((?:\\d+ )+)to traffic-class (\\d+)(?: drop-precedence \\d)?");

  /**
   * What is set where nothing is: the times and the action of Arista's examples. Without an action
   * a queue that is stuck disables its port.
   */
  private static final List<String> USUAL =
      List.of(
          "default timeout 0.2",
          "default recovery-time 1",
          "default polling-interval 0.1",
          "action drop");

  private Globals() {}

  /** Entries of its own; what no line names follows the chip's map. */
  static DscpMap dscpMap(ConfigTree config) {
    Map<Dscp, Priority> entries = new TreeMap<>();
    for (ConfigTree line : config.starting("qos map dscp ")) {
      Matcher m = MAP.matcher(line.line());
      if (!m.matches() || !m.group(2).matches("[0-7]")) {
        throw Garbled.at(
            RunningConfig.COMMAND, line.line(), "qos map dscp NUMBERS to traffic-class 0..7");
      }
      for (String dscp : m.group(1).strip().split(" ")) {
        if (dscp.length() > 2 || Integer.parseInt(dscp) > 63) {
          throw Garbled.at(RunningConfig.COMMAND, line.line(), "DSCPs of 0..63");
        }
        entries.put(Dscp.of(Integer.parseInt(dscp)), Priority.of(Integer.parseInt(m.group(2))));
      }
    }
    return DscpMap.of(entries);
  }

  /** PFC of all ports is off, whatever their own lines say. */
  static boolean pfcIsKilled(ConfigTree config) {
    return config.has("priority-flow-control all off");
  }

  /** Without a time-out of its own the watchdog does nothing. Unverified for each release. */
  static PfcWatchdog watchdog(ConfigTree config) {
    return new PfcWatchdog(
        watchdogLines(config).stream().anyMatch(line -> line.startsWith("default timeout ")));
  }

  /** Times and action, without the words before them. */
  static List<String> watchdogLines(ConfigTree config) {
    return config.after(WATCHDOG).stream()
        .filter(line -> line.startsWith("default ") || line.startsWith("action "))
        .toList();
  }

  static String watchdogWords(ConfigTree config) {
    List<String> lines = watchdogLines(config);
    return lines.isEmpty() ? Item.NONE : String.join("; ", lines.stream().sorted().toList());
  }

  /**
   * Times and action as they shall be.
   *
   * @param words those that were there once and shall come back; empty where the value tells all
   */
  static List<String> wantedWatchdog(ConfigTree config, PfcWatchdog wanted, String words) {
    if (!words.isEmpty()) {
      return words.equals(Item.NONE) ? List.of() : List.of(words.split("; ", -1));
    }
    if (!wanted.on()) {
      return List.of();
    }
    List<String> lines = watchdogLines(config);
    return Stream.concat(lines.stream(), unset(lines)).toList();
  }

  /** What is usual of times and action, and no line says otherwise. */
  static Stream<String> unset(List<String> lines) {
    return USUAL.stream()
        .filter(usual -> lines.stream().noneMatch(line -> key(line).equals(key(usual))));
  }

  /** A line without its value. */
  static String key(String line) {
    return line.startsWith("action") ? "action" : line.substring(0, line.lastIndexOf(' '));
  }
}
