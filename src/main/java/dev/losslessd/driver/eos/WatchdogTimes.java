package dev.losslessd.driver.eos;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.WatchdogRange;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times and action in the lines of the switch-wide watchdog. EOS has seconds with two decimals, and
 * polls at most at half of the shorter time: where a line says otherwise it takes an interval of
 * its own (Arista's guide of the PFC watchdog).
 */
final class WatchdogTimes {
  /** Range of timeout and recovery-time: 0.01 to 60 s. */
  private static final WatchdogRange.Times HUNDREDTHS = new WatchdogRange.Times(10, 60_000, 10);

  static final WatchdogRange RANGE =
      new WatchdogRange(
          HUNDREDTHS,
          HUNDREDTHS,
          Set.of(PfcWatchdog.Action.DROP, PfcWatchdog.Action.FORWARD),
          false,
          "");

  private static final Pattern SECONDS = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3})?");
  private static final String ACTION = "action ";
  private static final int MILLIS = 3;

  private WatchdogTimes() {}

  /** Returns the time of a line; null where there is none. */
  static @Nullable Integer millis(List<String> lines, String words) {
    return value(lines, words).map(text -> millis(words, text)).orElse(null);
  }

  private static int millis(String words, String text) {
    if (!SECONDS.matcher(text).matches()) {
      throw ParseErrors.at(RunningConfig.COMMAND, words + text, "seconds with up to 3 decimals");
    }
    int millis = new BigDecimal(text).movePointRight(MILLIS).intValueExact();
    if (millis < 1 || millis > PfcWatchdog.LONGEST_MILLIS) {
      throw ParseErrors.at(RunningConfig.COMMAND, words + text, "0.005 to 60 seconds");
    }
    return millis;
  }

  /** Returns the action of a line; null where a stuck queue disables its port. */
  static PfcWatchdog.@Nullable Action action(List<String> lines) {
    return value(lines, ACTION)
        .flatMap(word ->
            switch (word) {
              case "drop" -> Optional.of(PfcWatchdog.Action.DROP);
              // pause frames of the stuck queue are ignored (IGNORE_PFC in Arista's models)
              case "no-drop" -> Optional.of(PfcWatchdog.Action.FORWARD);
              default -> Optional.empty();
            })
        .orElse(null);
  }

  /**
   * Returns lines with what is stated in their place.
   *
   * @param lines of times and action, all of them
   */
  static List<String> over(List<String> lines, PfcWatchdog wanted) {
    List<String> all = new ArrayList<>(lines);
    boolean times = put(all, Globals.TIMEOUT, wanted.detectMillis());
    times |= put(all, Globals.RECOVERY, wanted.restoreMillis());
    PfcWatchdog.Action action = wanted.action();
    if (action != null && action != action(lines)) {
      replace(all, ACTION, action == PfcWatchdog.Action.DROP ? "drop" : "no-drop");
    }
    if (times) {
      polling(all);
    }
    return List.copyOf(all);
  }

  /** Whether the line had to be another one. */
  private static boolean put(List<String> lines, String words, @Nullable Integer millis) {
    if (millis == null || millis.equals(millis(lines, words))) {
      return false;
    }
    replace(lines, words, seconds(millis));
    return true;
  }

  private static void polling(List<String> lines) {
    Integer timeout = millis(lines, Globals.TIMEOUT);
    Integer recovery = millis(lines, Globals.RECOVERY);
    Integer polling = millis(lines, Globals.POLLING);
    if (timeout != null && recovery != null && polling != null) {
      int most = Math.min(timeout, recovery) / 2;
      if (polling > most) {
        replace(lines, Globals.POLLING, seconds(most));
      }
    }
  }

  private static void replace(List<String> lines, String words, String value) {
    lines.replaceAll(line -> line.startsWith(words) ? words + value : line);
    if (value(lines, words).isEmpty()) {
      lines.add(words + value);
    }
  }

  /** Returns lines by which a port has times or an action of its own, instead of the switch's. */
  static List<String> ofPort(Collection<ConfigLine> lines) {
    return lines.stream()
        .map(ConfigLine::text)
        .filter(text -> text.startsWith(Globals.WATCHDOG + "port "))
        .toList();
  }

  private static String seconds(int millis) {
    return BigDecimal.valueOf(millis, MILLIS).stripTrailingZeros().toPlainString();
  }

  private static Optional<String> value(List<String> lines, String words) {
    return lines.stream()
        .filter(line -> line.startsWith(words))
        .map(line -> line.substring(words.length()))
        .findFirst();
  }
}
