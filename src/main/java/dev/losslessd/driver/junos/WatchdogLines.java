package dev.losslessd.driver.junos;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.PollingTime;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.WatchdogRange;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Worded;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Statements of a profile's {@code pfc-watchdog}. A storm is detected after a number of polling
 * intervals, so that the time is the product of two of them. Without statements the defaults of
 * Juniper's guide hold: 2 intervals of 100 ms, 200 ms to recover, drop.
 */
final class WatchdogLines {
  private static final String WATCHDOG = "pfc-watchdog";
  private static final String POLL = WATCHDOG + " poll-interval ";
  private static final String DETECTION = WATCHDOG + " detection ";
  private static final String RECOVERY = WATCHDOG + " recovery ";
  private static final String ACTION = WATCHDOG + " watchdog-action ";

  private static final List<String> KNOWN = List.of(POLL, DETECTION, RECOVERY, ACTION);
  private static final int DEFAULT_POLL = 100;
  private static final int DEFAULT_DETECTION = 2;
  private static final int DEFAULT_RECOVERY = 200;

  /** No source has the ranges: {@code commit check} refuses what a release does not take. */
  static final WatchdogRange RANGE =
      new WatchdogRange(
          PollingTime.TIMES,
          new WatchdogRange.Times(100, 60_000, 1),
          Set.of(PfcWatchdog.Action.DROP, PfcWatchdog.Action.FORWARD),
          false,
          "");

  private WatchdogLines() {}

  /** Reads the watchdog of a profile from its statements. */
  static PfcWatchdog read(Collection<String> statements) {
    if (statements.isEmpty()) {
      return PfcWatchdog.OFF;
    }
    statements.stream()
        .filter(one -> !one.equals(WATCHDOG) && KNOWN.stream().noneMatch(one::startsWith))
        .findFirst()
        .ifPresent(one -> {
          throw ParseErrors.at("pfc-watchdog", one, "one of " + KNOWN);
        });
    int poll = number(statements, POLL, DEFAULT_POLL);
    int count = number(statements, DETECTION, DEFAULT_DETECTION);
    if ((long) poll * count > PfcWatchdog.LONGEST_MILLIS) {
      throw ParseErrors.at("pfc-watchdog", DETECTION + count, "at most 5000 s in all");
    }
    String action = value(statements, ACTION, "drop");
    return new PfcWatchdog(
        true,
        new PollingTime(poll, count).millis(),
        number(statements, RECOVERY, DEFAULT_RECOVERY),
        Worded.find(PfcWatchdog.Action.class, action)
            .orElseThrow(() -> ParseErrors.at("pfc-watchdog", ACTION + action, "drop or forward")));
  }

  /**
   * @param before statements that are there, which stay where nothing else is wanted
   */
  static TreeSet<String> of(PfcWatchdog wanted, Collection<String> before) {
    TreeSet<String> lines = new TreeSet<>(before);
    PfcWatchdog is = read(before);
    if (wanted.detectMillis() != null && !wanted.detectMillis().equals(is.detectMillis())) {
      detect(lines, wanted.detectMillis());
    }
    if (wanted.restoreMillis() != null && !wanted.restoreMillis().equals(is.restoreMillis())) {
      replace(lines, RECOVERY, "" + wanted.restoreMillis());
    }
    PfcWatchdog.Action action = wanted.action();
    if (action != null && action != is.action()) {
      replace(lines, ACTION, action.word());
    }
    if (lines.isEmpty()) {
      lines.add(WATCHDOG);
    } else if (lines.size() > 1) {
      lines.remove(WATCHDOG);
    }
    return lines;
  }

  private static void detect(TreeSet<String> lines, int millis) {
    int there = number(lines, POLL, DEFAULT_POLL);
    PollingTime time = PollingTime.of(millis, there);
    if (time.intervalMillis() != there) {
      replace(lines, POLL, "" + time.intervalMillis());
    }
    replace(lines, DETECTION, "" + time.count());
  }

  private static void replace(TreeSet<String> lines, String words, String value) {
    lines.removeIf(line -> line.startsWith(words));
    lines.add(words + value);
  }

  private static int number(Collection<String> statements, String words, int otherwise) {
    String text = value(statements, words, "" + otherwise);
    if (!Pattern.matches("[1-9]\\d{0,4}", text)) {
      throw ParseErrors.at("pfc-watchdog", words + text, "a number of 1..99999");
    }
    return Integer.parseInt(text);
  }

  private static String value(Collection<String> statements, String words, String otherwise) {
    return statements.stream()
        .filter(statement -> statement.startsWith(words))
        .map(statement -> statement.substring(words.length()))
        .findFirst()
        .orElse(otherwise);
  }
}
