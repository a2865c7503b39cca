package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Errno;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The messages around an answer: exactly one reply and the acknowledgement, of one request. */
final class Envelope {
  private static final int HIGHEST_ERRNO = 4095;

  private @Nullable MemorySegment body;
  private boolean acknowledged;

  private Envelope() {}

  /**
   * The attributes of the reply.
   *
   * @throws dev.losslessd.transport.TransportException REFUSED with the kernel's errno, GONE if
   *     there is no such netdev, GARBLED
   */
  static MemorySegment open(MemorySegment reply, int sequence, int command, String what) {
    Envelope envelope = new Envelope();
    long at = 0;
    while (at < reply.byteSize()) {
      at += envelope.message(reply.asSlice(at), sequence, command, what);
    }
    if (!envelope.acknowledged) {
      throw Attributes.garbled(what, "the answer ends without an acknowledgement");
    }
    MemorySegment body = envelope.body;
    if (body == null) {
      throw Attributes.garbled(what, "acknowledged, but without a reply");
    }
    return body;
  }

  private long message(MemorySegment rest, int sequence, int command, String what) {
    long length = RdmaReplies.header(rest, 0, sequence, what);
    if (acknowledged) {
      throw Attributes.garbled(what, "a message follows the acknowledgement");
    }
    MemorySegment payload = rest.asSlice(Dcbnl.NLMSG_HEADER, length - Dcbnl.NLMSG_HEADER);
    int type = Attributes.u16(rest, 4);
    if (type == Dcbnl.NLMSG_ERROR) {
      acknowledge(payload, what);
    } else {
      reply(type, payload, command, what);
    }
    return length + 3 & ~3L;
  }

  private void acknowledge(MemorySegment payload, String what) {
    if (payload.byteSize() < 4) {
      throw Attributes.garbled(what, "NLMSG_ERROR of " + payload.byteSize() + " bytes, expected 4");
    }
    int error = Attributes.i32(payload, 0);
    if (error > 0 || error < -HIGHEST_ERRNO) {
      throw Attributes.garbled(what, "NLMSG_ERROR with errno " + error);
    }
    if (error < 0) {
      throw Errno.refused(-error, what);
    }
    acknowledged = true;
  }

  private void reply(int type, MemorySegment payload, int command, String what) {
    boolean get = command == Dcbnl.CMD_IEEE_GET || command == Dcbnl.CMD_GDCBX;
    int expected = get ? Dcbnl.RTM_GETDCB : Dcbnl.RTM_SETDCB;
    if (type != expected) {
      throw Attributes.garbled(what, "message type " + type + ", expected " + expected);
    }
    if (body != null) {
      throw Attributes.garbled(what, "two replies to one request");
    }
    if (payload.byteSize() < Dcbnl.DCBMSG) {
      throw Attributes.garbled(what, "reply of " + payload.byteSize() + " bytes, expected 4");
    }
    int answered = Attributes.u8(payload, 1);
    if (answered != command) {
      throw Attributes.garbled(
          what, "reply to " + Dcbnl.command(answered) + ", expected " + Dcbnl.command(command));
    }
    body = payload.asSlice(Dcbnl.DCBMSG);
  }
}
