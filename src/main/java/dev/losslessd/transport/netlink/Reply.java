package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The messages that answer one request; what is odd in them is an exception.
 *
 * @param what was asked, for messages
 */
record Reply(MemorySegment bytes, int sequence, String what) {
  private static final int HIGHEST_ERRNO = 4095;

  /** The one message before the acknowledgement. */
  MemorySegment one(int type) {
    List<MemorySegment> replies = new ArrayList<>();
    if (messages(type, replies::add) != Dcbnl.NLMSG_ERROR || replies.size() != 1) {
      throw garbled("expected one reply and an acknowledgement");
    }
    return replies.getFirst();
  }

  /** The attributes of the one message before the acknowledgement. */
  Fields fields(int type) {
    return Fields.of(one(type), what);
  }

  /**
   * @param parse of the attributes of one message
   */
  <T> List<T> dump(int type, Function<Fields, T> parse) {
    List<T> all = new ArrayList<>();
    int last = messages(type, body -> all.add(parse.apply(Fields.of(body, what))));
    if (last != Rdmanl.NLMSG_DONE) {
      throw garbled("the dump does not end with NLMSG_DONE");
    }
    return List.copyOf(all);
  }

  /** The entries of a nest of each message of a dump. */
  Stream<Fields> entries(int type, int nest, String name, int entry) {
    return dump(type, fields -> fields.entries(nest, name, entry)).stream().flatMap(List::stream);
  }

  /**
   * @return the type of the last message
   */
  private int messages(int type, Consumer<MemorySegment> each) {
    long at = 0;
    int last = 0;
    while (at < bytes.byteSize()) {
      if (last != 0) {
        throw garbled("a message follows the last one");
      }
      long length = Attributes.messageLength(bytes, at, what);
      if (Attributes.i32(bytes, at + 8) != sequence) {
        throw garbled("sequence " + Attributes.u32(bytes, at + 8) + ", expected " + sequence);
      }
      MemorySegment payload = bytes.asSlice(at + Dcbnl.NLMSG_HEADER, length - Dcbnl.NLMSG_HEADER);
      int got = Attributes.u16(bytes, at + 4);
      if (got == Dcbnl.NLMSG_ERROR || got == Rdmanl.NLMSG_DONE) {
        verdict(payload, got, what);
        last = got;
      } else if (got == type) {
        each.accept(payload);
      } else {
        throw garbled("message type " + got + ", expected " + type);
      }
      at += length + 3 & ~3L;
    }
    return last;
  }

  /** An acknowledgement has an errno; the end of a dump may have one, as i32 too. */
  static void verdict(MemorySegment payload, int type, String what) {
    if (payload.byteSize() < 4) {
      if (type == Rdmanl.NLMSG_DONE && payload.byteSize() == 0) {
        return;
      }
      throw Attributes.garbled(what, "verdict of " + payload.byteSize() + " bytes, expected 4");
    }
    int error = Attributes.i32(payload, 0);
    if (error > 0 || error < -HIGHEST_ERRNO) {
      throw Attributes.garbled(what, "verdict with errno " + error);
    }
    if (error < 0) {
      throw Errno.refused(-error, what);
    }
  }

  TransportException garbled(String why) {
    return Attributes.garbled(what, why);
  }
}
