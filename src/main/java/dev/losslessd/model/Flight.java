package dev.losslessd.model;

import java.util.List;

/**
 * The last minutes of a port's fast set, oldest first.
 *
 * @param reads one for each read that is kept
 */
public record Flight(PortId port, List<Counter> counters, List<Read> reads) {
  /**
   * One read.
   *
   * @param atMillis wall time
   * @param values raw, in the order of the counters
   */
  public record Read(long atMillis, List<Long> values) {}
}
