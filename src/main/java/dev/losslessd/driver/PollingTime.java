package dev.losslessd.driver;

import dev.losslessd.model.WatchdogRange;

/**
 * A time that a device keeps as a number of its polling intervals.
 *
 * @param intervalMillis length of one interval
 * @param count number of intervals after which the time is over
 */
public record PollingTime(int intervalMillis, int count) {
  /** Times that {@link #of} finds intervals for: each multiple of 10 has some. */
  public static final WatchdogRange.Times TIMES = new WatchdogRange.Times(200, 5000, 10);

  /** One poll alone is no proof: it may have met the one short pause of a second. */
  private static final int FEWEST = 2;

  private static final int SHORTEST_MILLIS = 100;

  /**
   * Returns a time with the interval that the device has, where it is a multiple of that; else with
   * the shortest interval from 100 ms on that goes into it.
   *
   * @param millis one of {@link #TIMES}
   * @param present interval of the device
   */
  public static PollingTime of(int millis, int present) {
    int interval = present;
    for (int next = SHORTEST_MILLIS; !fits(millis, interval) && next <= millis; next++) {
      interval = next;
    }
    return new PollingTime(interval, millis / interval);
  }

  private static boolean fits(int millis, int interval) {
    return millis % interval == 0 && millis / interval >= FEWEST;
  }

  public int millis() {
    return intervalMillis * count;
  }
}
