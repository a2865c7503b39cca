package dev.losslessd.store;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;

/**
 * Numbers in an array, four bytes each: a list of boxed ones takes five times as much, and there is
 * one for each revision of a long history.
 */
public final class IntList extends AbstractList<Integer> implements RandomAccess {
  private int[] values;
  private int size;

  private IntList(int room) {
    values = new int[room];
  }

  /** A copy that can grow. */
  public static IntList of(Collection<Integer> numbers) {
    IntList list = new IntList(Math.max(8, numbers.size()));
    list.addAll(numbers);
    return list;
  }

  /** Returns an unmodifiable copy in compact form. */
  static List<Integer> copyOf(Collection<Integer> numbers) {
    return Collections.unmodifiableList(of(numbers));
  }

  @Override
  public boolean add(Integer number) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + size / 2);
    }
    values[size++] = number;
    modCount++;
    return true;
  }

  @Override
  public Integer get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return values[index];
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  protected void removeRange(int from, int to) {
    System.arraycopy(values, to, values, from, size - to);
    size -= to - from;
    modCount++;
  }
}
