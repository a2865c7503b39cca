package dev.losslessd.transport.netlink;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A message that was read attribute by attribute once, without its values and sequence number. One
 * that has the same bytes everywhere else is as sound as that one was, and its values are at the
 * same places: one copy and one comparison instead of hundreds of checked accesses. Everything in
 * netlink is aligned to words of 4 bytes.
 */
final class StatsShape {
  private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
  private static final int WORD = 4;
  private static final int SEQUENCE_AT = 8 / WORD;

  private int[] shape = {};
  private int[] places = {};

  /** Knows no shape any more. */
  void forget() {
    shape = new int[0];
  }

  /**
   * @param message that was found sound
   * @param values where they are, 8 bytes each
   */
  void learn(MemorySegment message, int[] values) {
    if (!LITTLE || message.byteSize() % WORD != 0) {
      return;
    }
    shape = message.toArray(JAVA_INT_UNALIGNED);
    places = Arrays.stream(values).map(at -> at / WORD).toArray();
    blank(shape, 0);
  }

  /**
   * Takes the values of a message of the known shape.
   *
   * @param answer words; those that differ from answer to answer are gone afterwards
   * @param at first word of the message
   * @param length of the message, in bytes
   * @return whether it has that shape; the values mean nothing otherwise
   */
  boolean take(int[] answer, int at, int length, long[] values) {
    if (length == 0 || length != shape.length * WORD || values.length != places.length) {
      return false;
    }
    for (int n = 0; n < places.length; n++) {
      int place = at + places[n];
      values[n] = (answer[place] & 0xffff_ffffL) | ((long) answer[place + 1] << 32);
    }
    blank(answer, at);
    return Arrays.equals(answer, at, at + shape.length, shape, 0, shape.length);
  }

  private void blank(int[] words, int at) {
    words[at + SEQUENCE_AT] = 0;
    for (int place : places) {
      words[at + place] = 0;
      words[at + place + 1] = 0;
    }
  }
}
