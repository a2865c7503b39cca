package dev.losslessd.model;

import java.util.List;

/** The fixed columns of a port's sweeps. A port that gains or loses columns gets a new schema. */
public record Schema(List<Counter> counters) {
  public Schema {
    counters = List.copyOf(counters);
  }

  public int size() {
    return counters.size();
  }
}
