package dev.losslessd.fabric.host;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes netlink messages and attributes, one after the other, in little endian order. */
final class NetlinkWriter {
  /** Size of struct nlmsghdr, in bytes. */
  static final int HEADER_BYTES = 16;

  private static final int ATTRIBUTE_HEADER_BYTES = 4;

  private final ByteBuffer out = ByteBuffer.allocate(65_536).order(ByteOrder.LITTLE_ENDIAN);
  private int message;

  NetlinkWriter begin(int type, int flags, int sequence, int portId) {
    align();
    message = out.position();
    out.putInt(0).putShort((short) type).putShort((short) flags).putInt(sequence).putInt(portId);
    return this;
  }

  /** Ends the message that was begun last. */
  NetlinkWriter end() {
    align();
    out.putInt(message, out.position() - message);
    return this;
  }

  NetlinkWriter u8(int value) {
    out.put((byte) value);
    return this;
  }

  NetlinkWriter u16(int value) {
    out.putShort((short) value);
    return this;
  }

  NetlinkWriter u32(int value) {
    out.putInt(value);
    return this;
  }

  NetlinkWriter u64(long value) {
    out.putLong(value);
    return this;
  }

  NetlinkWriter u8s(int... values) {
    for (int value : values) {
      out.put((byte) value);
    }
    return this;
  }

  NetlinkWriter bytes(ByteBuffer raw) {
    out.put(raw.duplicate());
    return this;
  }

  /**
   * Begins an attribute; what follows until {@link #close} is its payload.
   *
   * @return where it begins
   */
  int open(int type) {
    align();
    int start = out.position();
    out.putShort((short) 0).putShort((short) type);
    return start;
  }

  /** The length does not count the padding that may follow. */
  NetlinkWriter close(int start) {
    out.putShort(start, (short) (out.position() - start));
    align();
    return this;
  }

  NetlinkWriter attributeU8(int type, int value) {
    int start = open(type);
    return u8(value).close(start);
  }

  NetlinkWriter attributeU32(int type, int value) {
    int start = open(type);
    return u32(value).close(start);
  }

  NetlinkWriter attributeU64(int type, long value) {
    int start = open(type);
    return u64(value).close(start);
  }

  NetlinkWriter attributeText(int type, String text) {
    int start = open(type);
    out.put(text.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
    return close(start);
  }

  private void align() {
    while (out.position() % ATTRIBUTE_HEADER_BYTES != 0) {
      out.put((byte) 0);
    }
  }

  /** Returns all messages so far. */
  ByteBuffer done() {
    ByteBuffer copy = ByteBuffer.allocate(out.position()).order(ByteOrder.LITTLE_ENDIAN);
    return copy.put(out.duplicate().flip()).flip();
  }
}
