package dev.losslessd.cli;

import java.time.Duration;

/**
 * The time that a gate has, from the start of its process to its end.
 *
 * @param within all of it
 */
record GateTime(Duration within) {
  /** Part for printing and for the end of the process. */
  private static final int FOR_END = 5;

  /** Part of what the start has left that waits for the daemon. */
  private static final int FOR_DAEMON = 3;

  /** The least part for a look, where the start took all. */
  private static final int LEAST = 10;

  /**
   * @param age of the process
   */
  Duration forDaemon(Duration age) {
    return left(age).dividedBy(FOR_DAEMON);
  }

  /** What the daemon has not taken. */
  Duration forFiles(Duration age) {
    return left(age);
  }

  private Duration left(Duration age) {
    Duration left = within.minus(within.dividedBy(FOR_END)).minus(age);
    Duration least = within.dividedBy(LEAST);
    return left.compareTo(least) < 0 ? least : left;
  }
}
