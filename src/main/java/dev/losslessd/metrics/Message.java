package dev.losslessd.metrics;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** A protobuf message in the making. It keeps its room when it is cleared for the next one. */
final class Message {
  private static final int ROOM = 256;
  private static final int LONGEST_VARINT = 10;
  private static final int FIXED_64 = 1;
  private static final int DELIMITED = 2;
  private static final int MORE = 0x80;
  private static final int GROUP_BITS = 7;
  private static final int TYPE_BITS = 3;

  private byte[] bytes = new byte[ROOM];
  private int size;

  void clear() {
    size = 0;
  }

  /** Adds a field of type {@code enum}, {@code uint64} or the like. */
  Message varint(int field, long value) {
    varint((long) field << TYPE_BITS);
    varint(value);
    return this;
  }

  /** Adds a field of type {@code double}; zero is written as well. */
  Message number(int field, double value) {
    varint((long) field << TYPE_BITS | FIXED_64);
    room(Long.BYTES);
    long bits = Double.doubleToRawLongBits(value);
    for (int n = 0; n < Long.BYTES; n++) {
      bytes[size++] = (byte) (bits >>> (n * Byte.SIZE));
    }
    return this;
  }

  /** Adds a field of type {@code string}, as UTF-8. */
  Message string(int field, byte[] text, int from, int end) {
    varint((long) field << TYPE_BITS | DELIMITED);
    varint(end - from);
    room(end - from);
    System.arraycopy(text, from, bytes, size, end - from);
    size += end - from;
    return this;
  }

  /** Adds a message as it is now. */
  Message message(int field, Message inner) {
    return string(field, inner.bytes, 0, inner.size);
  }

  /** Adds the message to others. */
  void addTo(Pieces pieces) {
    pieces.add(bytes, size);
  }

  /**
   * Writes the length of the whole, and the whole: the message, and fields that follow it.
   *
   * @param length whatever it holds, overwritten
   */
  void writeDelimited(Pieces more, Message length, OutputStream out) throws IOException {
    length.clear();
    length.varint(size + more.size());
    out.write(length.bytes, 0, length.size);
    out.write(bytes, 0, size);
    more.writeTo(out);
  }

  private void varint(long value) {
    room(LONGEST_VARINT);
    long rest = value;
    while ((rest & ~(MORE - 1L)) != 0) {
      bytes[size++] = (byte) (rest | MORE);
      rest >>>= GROUP_BITS;
    }
    bytes[size++] = (byte) rest;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }
}
