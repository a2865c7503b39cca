package dev.losslessd.transport.netlink;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * An answer that was read attribute by attribute once, without its values and sequence numbers. One
 * that has the same bytes everywhere else is as sound as that one was, and its values are at the
 * same places: one copy and one comparison instead of hundreds of checked accesses.
 */
final class StatsShape {
  private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
  private static final int SEQUENCE_AT = 8;

  /** Of the request within its acknowledgement: behind the latter's header and the verdict. */
  private static final int ECHO_AT = 16 + 4 + SEQUENCE_AT;

  private byte[] shape = {};
  private byte[] now = {};
  private int[] sequences = {};
  private int[] places = {};

  /** Knows no shape any more. */
  void forget() {
    shape = new byte[0];
  }

  /**
   * @param answer that was found sound
   * @param values where they are, 8 bytes each
   */
  void learn(MemorySegment answer, int length, int sequence, int[] values) {
    now = answer.asSlice(0, length).toArray(JAVA_BYTE);
    int acknowledged = number(0) + 3 & ~3;
    sequences =
        Arrays.stream(new int[] {SEQUENCE_AT, acknowledged + SEQUENCE_AT, acknowledged + ECHO_AT})
            .filter(at -> at + 4 <= length && number(at) == sequence)
            .toArray();
    places = values.clone();
    blank();
    shape = LITTLE ? now : new byte[0];
    now = new byte[length];
  }

  /**
   * Takes the values of an answer of the known shape.
   *
   * @return whether it has that shape; the values mean nothing otherwise
   */
  boolean take(MemorySegment answer, int length, int sequence, long[] values) {
    if (length == 0 || length != shape.length || values.length != places.length) {
      return false;
    }
    MemorySegment.copy(answer, JAVA_BYTE, 0, now, 0, length);
    for (int at : sequences) {
      if (number(at) != sequence) {
        return false;
      }
    }
    for (int n = 0; n < places.length; n++) {
      values[n] = (number(places[n]) & 0xffff_ffffL) | ((long) number(places[n] + 4) << 32);
    }
    blank();
    return Arrays.equals(now, shape);
  }

  private void blank() {
    for (int at : sequences) {
      Arrays.fill(now, at, at + 4, (byte) 0);
    }
    for (int at : places) {
      Arrays.fill(now, at, at + 8, (byte) 0);
    }
  }

  private int number(int at) {
    return (now[at] & 0xff)
        | ((now[at + 1] & 0xff) << 8)
        | ((now[at + 2] & 0xff) << 16)
        | (now[at + 3] << 24);
  }
}
