package dev.losslessd.driver.eos;

import static dev.losslessd.driver.eos.RunningConfig.garbled;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.WatchdogRange;
import dev.losslessd.text.Pattern;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Times and action of the switch-wide watchdog. EOS has seconds with two decimals, and polls at
 * most at half of the shorter time: where a line says otherwise it takes an interval of its own
 * (Arista's guide of the PFC watchdog).
 *
 * @param lines of times and action, without {@link #WATCHDOG} before them
 */
record WatchdogLines(List<String> lines) {
  static final String WATCHDOG = "priority-flow-control pause watchdog ";
  private static final String TIMEOUT = "default timeout ";
  private static final String RECOVERY = "default recovery-time ";
  private static final String POLLING = "default polling-interval ";
  private static final String ACTION = "action ";

  /**
   * Lines that are set where there are none: the times and the action of Arista's examples. Without
   * an action a queue that is stuck disables its port.
   */
  private static final List<String> USUAL =
      List.of(TIMEOUT + "0.2", RECOVERY + "1", POLLING + "0.1", "action drop");

  /** Range of timeout and recovery-time: 0.01 to 60 s. */
  private static final WatchdogRange.Times HUNDREDTHS = new WatchdogRange.Times(10, 60_000, 10);

  static final WatchdogRange RANGE =
      new WatchdogRange(
          HUNDREDTHS,
          HUNDREDTHS,
          Set.of(PfcWatchdog.Action.DROP, PfcWatchdog.Action.FORWARD),
          false,
          "");

  private static final int MILLIS = 3;

  static WatchdogLines of(ConfigTree config) {
    return new WatchdogLines(
        config.after(WATCHDOG).stream()
            .filter(line -> line.startsWith("default ") || line.startsWith(ACTION))
            .toList());
  }

  /** Without a time-out of its own the watchdog does nothing. Unverified for each release. */
  PfcWatchdog value() {
    Integer detect = millis(TIMEOUT);
    return detect == null
        ? PfcWatchdog.OFF
        : new PfcWatchdog(true, detect, millis(RECOVERY), action());
  }

  /** Returns the time of a line; null where there is none. */
  private @Nullable Integer millis(String words) {
    return value(words).map(text -> millis(words, text)).orElse(null);
  }

  private static int millis(String words, String text) {
    if (!Pattern.matches("\\d{1,3}(?:\\.\\d{1,3})?", text)) {
      throw garbled(words + text, "seconds with up to 3 decimals");
    }
    int millis = new BigDecimal(text).movePointRight(MILLIS).intValueExact();
    if (millis < 1 || millis > PfcWatchdog.LONGEST_MILLIS) {
      throw garbled(words + text, "0.005 to 60 seconds");
    }
    return millis;
  }

  /** Returns the action of a line; null where a stuck queue disables its port. */
  private PfcWatchdog.@Nullable Action action() {
    return switch (value(ACTION).orElse("")) {
      case "drop" -> PfcWatchdog.Action.DROP;
      // pause frames of the stuck queue are ignored (IGNORE_PFC in Arista's models)
      case "no-drop" -> PfcWatchdog.Action.FORWARD;
      case "", "errdisable" -> null;
      default -> throw garbled(ACTION + value(ACTION).orElse(""), "drop, no-drop, errdisable");
    };
  }

  private Optional<String> value(String words) {
    return lines.stream()
        .filter(line -> line.startsWith(words))
        .map(line -> line.substring(words.length()))
        .findFirst();
  }

  /**
   * Times and action as they shall be.
   *
   * @param words those that were there once and shall come back; empty where the value tells all
   */
  WatchdogLines wanted(PfcWatchdog wanted, String words) {
    if (!words.isEmpty()) {
      return new WatchdogLines(InverseWords.parse(words));
    }
    return wanted.on()
        ? new WatchdogLines(Stream.concat(lines.stream(), unset()).toList()).with(wanted)
        : new WatchdogLines(List.of());
  }

  /** Returns the usual lines of times and action that have no line of their kind yet. */
  private Stream<String> unset() {
    return USUAL.stream().filter(usual -> !hasKind(usual));
  }

  private boolean hasKind(String line) {
    return lines.stream().anyMatch(one -> key(one).equals(key(line)));
  }

  /** A line without its value. */
  private static String key(String line) {
    return line.startsWith("action") ? "action" : line.substring(0, line.lastIndexOf(' '));
  }

  /** Returns all lines with what is stated in their place. */
  private WatchdogLines with(PfcWatchdog wanted) {
    WatchdogLines timed =
        with(TIMEOUT, wanted.detectMillis()).with(RECOVERY, wanted.restoreMillis());
    WatchdogLines polled = timed.equals(this) ? this : timed.polling();
    PfcWatchdog.Action action = wanted.action();
    return action == null || action == action()
        ? polled
        : polled.with(ACTION, action == PfcWatchdog.Action.DROP ? "drop" : "no-drop");
  }

  private WatchdogLines with(String words, @Nullable Integer millis) {
    return millis == null || millis.equals(millis(words)) ? this : with(words, seconds(millis));
  }

  private WatchdogLines with(String words, String value) {
    List<String> all = new ArrayList<>(lines);
    all.replaceAll(line -> line.startsWith(words) ? words + value : line);
    if (value(words).isEmpty()) {
      all.add(words + value);
    }
    return new WatchdogLines(List.copyOf(all));
  }

  private WatchdogLines polling() {
    Integer timeout = millis(TIMEOUT);
    Integer recovery = millis(RECOVERY);
    Integer polling = millis(POLLING);
    if (timeout == null || recovery == null || polling == null) {
      return this;
    }
    int most = Math.min(timeout, recovery) / 2;
    return polling > most ? with(POLLING, seconds(most)) : this;
  }

  private static String seconds(int millis) {
    return BigDecimal.valueOf(millis, MILLIS).stripTrailingZeros().toPlainString();
  }

  /** Returns the lines of the configuration that lead from these to others. */
  Stream<String> to(WatchdogLines next) {
    return Stream.concat(
        lines.stream().filter(old -> !next.hasKind(old)).map(old -> "no " + WATCHDOG + key(old)),
        next.lines.stream().filter(line -> !lines.contains(line)).map(line -> WATCHDOG + line));
  }

  /**
   * Returns what differs from the usual lines. While the watchdog is on, these are the lines not
   * set: without an action a stuck queue disables its port. While it is off, they are the lines
   * left over.
   */
  List<String> extra() {
    return value().on()
        ? unset().map(line -> "no " + WATCHDOG + key(line)).toList()
        : lines.stream().map(line -> WATCHDOG + line).toList();
  }
}
