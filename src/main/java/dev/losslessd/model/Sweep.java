package dev.losslessd.model;

/**
 * One read of one port: a value per column of the schema, all of one time. A value that is missing
 * has a reason and no number.
 *
 * @param values owned by the sweep from here on
 * @param missing ordinals of {@link Missing}; owned by the sweep from here on
 * @param atMillis wall time, milliseconds of the epoch
 * @param tickNanos monotonic time: rates use its difference, never the nominal period
 */
@SuppressWarnings("ArrayRecordComponent") // rows of numbers: handed on, never compared
public record Sweep(
    PortId port, Schema schema, long[] values, byte[] missing, long atMillis, long tickNanos) {
  /** Why a column has no number. */
  public enum Missing {
    /** The column has a number. */
    NOT,
    /** The device has no such counter any more or yet. */
    NOT_EXPOSED,
    /** The read of the counter failed. */
    UNREAD,
    /** The device could count it, but the counter is switched off. */
    SWITCHED_OFF
  }

  public Sweep {
    if (values.length != schema.size() || missing.length != schema.size()) {
      throw new IllegalArgumentException(
          "sweep of " + values.length + " values for " + schema.size() + " columns");
    }
  }

  public boolean has(int column) {
    return missing[column] == 0;
  }

  public Missing missing(int column) {
    return Missing.values()[missing[column]];
  }

  /**
   * The raw value, an unsigned 64-bit number.
   *
   * @throws IllegalStateException if it is missing: absent is not zero
   */
  public long value(int column) {
    if (!has(column)) {
      throw new IllegalStateException(
          port + " " + schema.counters().get(column).rawName() + " is " + missing(column));
    }
    return values[column];
  }
}
