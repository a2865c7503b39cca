package dev.losslessd.driver.nvue;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Optional;

/**
 * Which Cumulus Linux it is, and so which words it knows.
 *
 * @param minor of 5.x
 */
record Release(int major, int minor) {
  static final String COMMAND = "nv show system version";

  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\d.])(\\d{1,2})\\.(\\d{1,3})(?:\\.\\d+)?");

  /** Names under which releases tell it; the base's and the kernel's versions are others. */
  private static final List<String> NAMES =
      List.of("build", "product-release", "release", "image", "version");

  private static final int OLDEST = 5;

  /** NVUE reference: from 5.15 on states are {@code enabled} and {@code disabled}. */
  private static final int ENABLED = 15;

  /** NVUE reference: counters moved to {@code nv show interface X counters qos} in 5.5. */
  private static final int COUNTERS = 5;

  /**
   * NVUE reference of 5.17, {@code qos shared-headroom-pool}: "QoS currently supports a single
   * lossless priority group". How many priorities share one is in no source: one has it alone.
   */
  private static final int ONE_GROUP = 17;

  /** Spectrum's guides show lossless pools for at most this many priorities. Unverified by ASIC. */
  private static final int MAX_LOSSLESS = 3;

  private static final int WATCHDOG_TIMES = 6;

  static Release parse(Node version) {
    for (String name : NAMES) {
      for (Optional<String> value : version.lines(name).values()) {
        Matcher found = NUMBER.matcher(value.orElse(""));
        if (found.find()) {
          int major = Integer.parseInt(found.group(1));
          String text = value.get();
          ParseErrors.throwIf(major < OLDEST, COMMAND, text, "Cumulus Linux 5, which has NVUE");
          return new Release(major, Integer.parseInt(found.group(2)));
        }
      }
    }
    throw ParseErrors.at(COMMAND, version.toString(), "a release like 5.9.1 in one of " + NAMES);
  }

  /** NVUE reference: polling interval and robustness of the PFC watchdog are there from 5.6 on. */
  boolean hasWatchdogTimes() {
    return atLeast(WATCHDOG_TIMES);
  }

  private boolean atLeast(int other) {
    return major > OLDEST || minor >= other;
  }

  /** Number of priorities that may be lossless at once. */
  int losslessPriorities() {
    return atLeast(ONE_GROUP) ? 1 : MAX_LOSSLESS;
  }

  String word(boolean on) {
    String plain = on ? "enable" : "disable";
    return atLeast(ENABLED) ? plain + "d" : plain;
  }

  /** Returns the commands for a port's counters, that of other releases last. */
  List<String> counters(String port) {
    String fresh = "nv show interface " + port + " counters qos";
    String old = "nv show interface " + port + " qos counters";
    return atLeast(COUNTERS) ? List.of(fresh, old) : List.of(old, fresh);
  }
}
