package dev.losslessd.driver.eos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.model.PfcWatchdog;
import java.util.List;
import java.util.stream.Stream;

/** PFC lines of the whole switch: the times of the watchdog. */
final class Globals {
  static final String WATCHDOG = "priority-flow-control pause watchdog ";

  static final String TIMEOUT = "default timeout ";
  static final String RECOVERY = "default recovery-time ";
  static final String POLLING = "default polling-interval ";

  /**
   * Lines that are set where there are none: the times and the action of Arista's examples. Without
   * an action a queue that is stuck disables its port.
   */
  private static final List<String> USUAL =
      List.of(TIMEOUT + "0.2", RECOVERY + "1", POLLING + "0.1", "action drop");

  private Globals() {}

  /** PFC of all ports is off, whatever their own lines say. */
  static boolean pfcIsKilled(ConfigTree config) {
    return config.has("priority-flow-control all off");
  }

  /** Without a time-out of its own the watchdog does nothing. Unverified for each release. */
  static PfcWatchdog watchdog(ConfigTree config) {
    return watchdog(watchdogLines(config));
  }

  private static PfcWatchdog watchdog(List<String> lines) {
    Integer detect = WatchdogTimes.millis(lines, TIMEOUT);
    return detect == null
        ? PfcWatchdog.OFF
        : new PfcWatchdog(
            true, detect, WatchdogTimes.millis(lines, RECOVERY), WatchdogTimes.action(lines));
  }

  /** Times and action, without the words before them. */
  static List<String> watchdogLines(ConfigTree config) {
    return config.after(WATCHDOG).stream()
        .filter(line -> line.startsWith("default ") || line.startsWith("action "))
        .toList();
  }

  static String watchdogWords(ConfigTree config) {
    List<String> lines = watchdogLines(config);
    return lines.isEmpty() ? ConfigLine.NONE : String.join("; ", lines.stream().sorted().toList());
  }

  /**
   * Times and action as they shall be.
   *
   * @param words those that were there once and shall come back; empty where the value tells all
   */
  static List<String> wantedWatchdog(ConfigTree config, PfcWatchdog wanted, String words) {
    if (!words.isEmpty()) {
      return words.equals(ConfigLine.NONE) ? List.of() : List.of(words.split("; ", -1));
    }
    if (!wanted.on()) {
      return List.of();
    }
    List<String> lines = watchdogLines(config);
    return WatchdogTimes.over(Stream.concat(lines.stream(), unset(lines)).toList(), wanted);
  }

  /** Returns the usual lines of times and action that have no line of their kind yet. */
  static Stream<String> unset(List<String> lines) {
    return USUAL.stream()
        .filter(usual -> lines.stream().noneMatch(line -> key(line).equals(key(usual))));
  }

  /** A line without its value. */
  static String key(String line) {
    return line.startsWith("action") ? "action" : line.substring(0, line.lastIndexOf(' '));
  }
}
