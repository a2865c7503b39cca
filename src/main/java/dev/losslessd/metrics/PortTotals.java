package dev.losslessd.metrics;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;

/**
 * The counters of one port as they go on the page: 32-bit ones are carried on past their wrap, a
 * counter that fell back is a reset. Written by the port's thread, read by scrapes.
 */
final class PortTotals {
  private final Schema schema;
  private final long[] raw;
  private final long[] carry;
  private final boolean[] has;
  private long resets;

  PortTotals(Schema schema) {
    this.schema = schema;
    int size = schema.size();
    raw = new long[size];
    carry = new long[size];
    has = new boolean[size];
  }

  Schema schema() {
    return schema;
  }

  /** Carries the past of columns that both schemas have over to a new schema. */
  synchronized PortTotals next(Schema other) {
    PortTotals next = new PortTotals(other);
    next.resets = resets;
    for (int column = 0; column < other.size(); column++) {
      int old = schema.counters().indexOf(other.counters().get(column));
      if (old >= 0) {
        next.raw[column] = raw[old];
        next.carry[column] = carry[old];
        next.has[column] = has[old];
      }
    }
    return next;
  }

  synchronized void add(Sweep sweep) {
    for (int column = 0; column < raw.length; column++) {
      if (sweep.has(column)) {
        add(column, sweep.value(column));
      } else if (sweep.missing(column) == Sweep.Missing.NOT_EXPOSED) {
        has[column] = false; // one that could not be read keeps its value; its age is a series
      }
    }
  }

  private void add(int column, long value) {
    if (has[column] && Long.compareUnsigned(value, raw[column]) < 0) {
      if (wrapped(schema.counters().get(column), raw[column], value)) {
        carry[column] += 1L << 32;
      } else {
        carry[column] = 0;
        // one without a meaning may as well be a gauge
        resets += schema.counters().get(column).signal() == Signal.OTHER ? 0 : 1;
      }
    }
    raw[column] = value;
    has[column] = true;
  }

  /** Near the end before and near the start now is a wrap; anything else that fell is a reset. */
  private static boolean wrapped(Counter counter, long before, long now) {
    return counter.bits() == 32 && before >= 0x8000_0000L && now < 0x8000_0000L;
  }

  /** From what the source counts to the unit of the signal. */
  long factor(int column) {
    return schema.counters().get(column).factor();
  }

  /** The counts of the last sweep. */
  synchronized void copy(Snapshot.Counts to, int at) {
    for (int column = 0; column < raw.length; column++) {
      to.counts()[at + column] = raw[column] + carry[column];
      to.has()[at + column] = has[column];
    }
  }

  synchronized long resets() {
    return resets;
  }
}
