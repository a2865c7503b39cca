package dev.losslessd.transport.netlink;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.losslessd.transport.TransportException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Writes one message: header, attributes, nests, padding. Integers in host byte order. */
final class MessageWriter {
  private static final int LONGEST_NAME = 15;

  private final MemorySegment into;
  private final int sequence;
  private int at;

  MessageWriter(MemorySegment into, int sequence) {
    this.into = into;
    this.sequence = sequence;
  }

  /** Begins a message without a family header, as RDMA's are. */
  MessageWriter begin(int type, int flags) {
    u32(0);
    u16(type);
    u16(flags);
    u32(sequence);
    u32(0);
    return this;
  }

  /** Begins a dcbnl message about a netdev. */
  MessageWriter start(int type, int command, String ifname) {
    return start(type, Dcbnl.NLM_F_REQUEST | Dcbnl.NLM_F_ACK, command, ifname);
  }

  MessageWriter start(int type, int flags, int command, String ifname) {
    byte[] name = ifname.getBytes(StandardCharsets.UTF_8);
    if (name.length < 1 || name.length > LONGEST_NAME) {
      throw TransportException.gone(
          "interface name '" + ifname + "': expected 1.." + LONGEST_NAME + " bytes");
    }
    begin(type, flags);
    u8(0);
    u8(command);
    u16(0);
    return attribute(Dcbnl.ATTR_IFNAME, out -> out.text(name));
  }

  private void text(byte[] bytes) {
    for (byte one : bytes) {
      u8(one);
    }
    u8(0);
  }

  /** Writes an attribute whose payload is what the value writes. */
  MessageWriter attribute(int type, Consumer<MessageWriter> value) {
    int start = at;
    u16(0);
    u16(type);
    value.accept(this);
    into.set(JAVA_SHORT_UNALIGNED, start, (short) (at - start));
    while ((at & 3) != 0) {
      u8(0);
    }
    return this;
  }

  MessageWriter attributeU32(int type, long value) {
    return attribute(type, out -> out.u32(value));
  }

  void u8(int value) {
    into.set(JAVA_BYTE, at, (byte) value);
    at += 1;
  }

  void u16(int value) {
    into.set(JAVA_SHORT_UNALIGNED, at, (short) value);
    at += 2;
  }

  void u32(long value) {
    into.set(JAVA_INT_UNALIGNED, at, (int) value);
    at += 4;
  }

  void u64(long value) {
    into.set(JAVA_LONG_UNALIGNED, at, value);
    at += 8;
  }

  /** The length of the whole message, which is now complete. */
  int finish() {
    into.set(JAVA_INT_UNALIGNED, 0, at);
    return at;
  }
}
