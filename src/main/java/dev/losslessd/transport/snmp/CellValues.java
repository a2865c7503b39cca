package dev.losslessd.transport.snmp;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Values of one reading of a {@link CellPlan}, by the number of the cell. */
public final class CellValues {
  private static final byte UNREAD = 0;
  private static final byte COUNT = 1;
  private static final byte OTHER = 2;

  private final long[] counts;
  private final byte[] states;
  private final Map<Integer, SnmpValue> others = new HashMap<>();
  private int unread;

  CellValues(int size) {
    counts = new long[size];
    states = new byte[size];
    unread = size;
  }

  /** Whether the agent answered for the cell in time; that there is none counts as an answer. */
  public boolean isRead(int cell) {
    return states[cell] != UNREAD;
  }

  /** Cells that the agent did not answer for in time. */
  public int unread() {
    return unread;
  }

  /** Whether the cell is a Counter32, a Counter64 or an INTEGER that is not negative. */
  public boolean isCount(int cell) {
    return states[cell] == COUNT;
  }

  /**
   * Returns the unsigned value of a cell that {@link #isCount}.
   *
   * @throws IllegalStateException if it has none: absent is not zero
   */
  public long count(int cell) {
    if (states[cell] != COUNT) {
      throw new IllegalStateException("cell " + cell + " has no count");
    }
    return counts[cell];
  }

  /** The value of a cell that is read and no count. */
  public Optional<SnmpValue> other(int cell) {
    return Optional.ofNullable(others.get(cell));
  }

  /** Whether the agent said that there is no such cell. */
  public boolean isMissing(int cell) {
    return states[cell] == OTHER && others.get(cell) instanceof SnmpValue.Missing;
  }

  void put(int cell, SnmpValue value) {
    state(cell, OTHER);
    others.put(cell, value);
  }

  /** Puts a count, without making an object for it. */
  void putCount(int cell, long bits) {
    state(cell, COUNT);
    counts[cell] = bits;
  }

  private void state(int cell, byte now) {
    unread -= states[cell] == UNREAD ? 1 : 0;
    states[cell] = now;
  }
}
