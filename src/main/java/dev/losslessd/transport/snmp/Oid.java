package dev.losslessd.transport.snmp;

import dev.losslessd.text.Pattern;
import java.util.Arrays;

/** An object identifier, or part of one such as a table index. Ordered as agents order them. */
public final class Oid implements Comparable<Oid> {
  /** Most sub-identifiers of an OID (RFC 2578, section 7.1.3). */
  private static final int MOST = 128;

  private static final Pattern FORM = Pattern.compile("\\d{1,10}(\\.\\d{1,10})*");

  /** Unsigned 32 bit each. */
  private final int[] parts;

  private Oid(int[] parts) {
    this.parts = parts;
  }

  /**
   * @param text {@code 1.3.6.1.2.1.2.2.1.2}, no leading dot
   */
  public static Oid of(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "object identifier \"" + text + "\": expected numbers with dots between");
    }
    return of(Arrays.stream(text.split("\\.")).mapToLong(Long::parseLong).toArray());
  }

  /**
   * @param numbers 1..128 numbers of 0..4294967295
   */
  public static Oid of(long... numbers) {
    if (numbers.length < 1 || numbers.length > MOST) {
      throw new IllegalArgumentException(
          "object identifier of " + numbers.length + " numbers: expected 1.." + MOST);
    }
    int[] parts = new int[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] < 0 || numbers[i] > 0xffff_ffffL) {
        throw new IllegalArgumentException(
            "object identifier part " + numbers[i] + ": expected 0..4294967295");
      }
      parts[i] = (int) numbers[i];
    }
    return new Oid(parts);
  }

  static Oid ofRaw(int[] parts) {
    return new Oid(parts.clone());
  }

  /** This with more numbers behind it: a column with an index. */
  public Oid append(long... more) {
    return append(of(more));
  }

  public Oid append(Oid more) {
    int[] all = Arrays.copyOf(parts, parts.length + more.parts.length);
    System.arraycopy(more.parts, 0, all, parts.length, more.parts.length);
    return new Oid(all);
  }

  /** Whether this stands below the other in the tree. */
  public boolean isBelow(Oid root) {
    return parts.length > root.parts.length
        && Arrays.equals(parts, 0, root.parts.length, root.parts, 0, root.parts.length);
  }

  /** Returns the sub-identifiers after the root: the index of a cell. */
  public Oid after(Oid root) {
    if (!isBelow(root)) {
      throw new IllegalArgumentException(this + " is not below " + root);
    }
    return new Oid(Arrays.copyOfRange(parts, root.parts.length, parts.length));
  }

  public int size() {
    return parts.length;
  }

  /** The number at a place, 0 is the first. */
  public long part(int place) {
    return Integer.toUnsignedLong(parts[place]);
  }

  int[] raw() {
    return parts.clone();
  }

  @Override
  public int compareTo(Oid other) {
    return Arrays.compareUnsigned(parts, other.parts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Oid oid && Arrays.equals(parts, oid.parts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(parts);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(parts.length * 4);
    for (int part : parts) {
      text.append(text.isEmpty() ? "" : ".").append(Integer.toUnsignedString(part));
    }
    return text.toString();
  }
}
