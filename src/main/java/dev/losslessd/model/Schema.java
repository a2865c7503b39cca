package dev.losslessd.model;

import java.util.List;

/**
 * The fixed columns of a port's sweeps. A port that gains or loses columns gets a new schema.
 *
 * @param source which of a port's readers this is; empty for the main one. Each source has its own
 *     pace, so that a sweep's time is true for all of its values
 */
public record Schema(List<Counter> counters, String source) {
  public Schema {
    counters = List.copyOf(counters);
  }

  /** Columns of the main reader. */
  public Schema(List<Counter> counters) {
    this(counters, "");
  }

  public int size() {
    return counters.size();
  }
}
