package dev.losslessd.transport.netlink;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.losslessd.transport.TransportException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Walks netlink attributes and reads integers; every length is checked before it is believed. */
final class Attributes {
  /** Gets each attribute of one level. */
  interface Visitor {
    void visit(int type, MemorySegment payload);
  }

  private Attributes() {}

  /**
   * @param where for messages: {@code IEEE_GET ens1f0np0 IEEE}
   */
  static void each(MemorySegment nest, String where, Visitor visitor) {
    long end = nest.byteSize();
    long at = 0;
    while (at < end) {
      if (end - at < Dcbnl.NLA_HEADER) {
        throw garbled(where, (end - at) + " bytes left, expected an attribute of 4 or more");
      }
      int length = u16(nest, at);
      int type = u16(nest, at + 2) & Dcbnl.NLA_TYPE_MASK;
      if (length < Dcbnl.NLA_HEADER || length > end - at) {
        throw garbled(
            where, "attribute " + type + " has length " + length + ", expected 4.." + (end - at));
      }
      visitor.visit(type, nest.asSlice(at + Dcbnl.NLA_HEADER, length - Dcbnl.NLA_HEADER));
      at += length + 3L & ~3L;
    }
  }

  /** Returns the length of the message there, its header included. */
  static long messageLength(MemorySegment bytes, long at, String what) {
    long left = bytes.byteSize() - at;
    long length = left < Dcbnl.NLMSG_HEADER ? 0 : u32(bytes, at);
    if (length < Dcbnl.NLMSG_HEADER || length > left) {
      throw garbled(what, "message of length " + length + ", expected 16.." + left);
    }
    return length;
  }

  static void requireLength(MemorySegment payload, int expected, String what) {
    if (payload.byteSize() != expected) {
      throw garbled(what, "length " + payload.byteSize() + ", expected " + expected);
    }
  }

  static int requireRange(int value, int most, String what) {
    if (value > most) {
      throw garbled(what, value + " is outside 0.." + most);
    }
    return value;
  }

  static TransportException garbled(String what, String why) {
    return TransportException.garbled(what + ": " + why);
  }

  static int u8(MemorySegment bytes, long at) {
    return bytes.get(JAVA_BYTE, at) & 0xff;
  }

  static int u16(MemorySegment bytes, long at) {
    return bytes.get(JAVA_SHORT_UNALIGNED, at) & 0xffff;
  }

  static long u32(MemorySegment bytes, long at) {
    return bytes.get(JAVA_INT_UNALIGNED, at) & 0xffff_ffffL;
  }

  static int i32(MemorySegment bytes, long at) {
    return bytes.get(JAVA_INT_UNALIGNED, at);
  }

  static long u64(MemorySegment bytes, long at) {
    return bytes.get(JAVA_LONG_UNALIGNED, at);
  }

  /** NUL-terminated, or up to the end. */
  static String text(MemorySegment payload) {
    byte[] bytes = payload.toArray(JAVA_BYTE);
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
