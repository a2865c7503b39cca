package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Errno;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Replies of RDMA netlink from bytes (drivers/infiniband/core/nldev.c). */
final class RdmaReplies {
  private static final int HIGHEST_ERRNO = 4095;
  private static final int MOST_PORTS = 255;

  private RdmaReplies() {}

  static List<RdmaDevice> devices(MemorySegment reply, int sequence) {
    return dump(reply, sequence, Rdmanl.GET, "RDMA GET", RdmaReplies::device);
  }

  private static RdmaDevice device(MemorySegment body, String what) {
    Fields fields = Fields.of(body, what);
    return new RdmaDevice(
        fields.u32(Rdmanl.DEV_INDEX, "DEV_INDEX"), fields.text(Rdmanl.DEV_NAME, "DEV_NAME"));
  }

  /** Number of queue pairs of a device, the kernel's own too. */
  record Summary(String device, long queuePairs) {}

  static List<Summary> summaries(MemorySegment reply, int sequence) {
    return dump(reply, sequence, Rdmanl.RES_GET, "RDMA RES_GET", RdmaReplies::summary);
  }

  private static Summary summary(MemorySegment body, String what) {
    Fields fields = Fields.of(body, what);
    for (Fields entry :
        fields.entries(Rdmanl.RES_SUMMARY, "RES_SUMMARY", Rdmanl.RES_SUMMARY_ENTRY)) {
      if (entry.text(Rdmanl.RES_SUMMARY_NAME, "NAME").equals("qp")) {
        return new Summary(
            fields.text(Rdmanl.DEV_NAME, "DEV_NAME"),
            entry.u64(Rdmanl.RES_SUMMARY_CURRENT, "CURR"));
      }
    }
    throw Attributes.garbled(what, "no entry 'qp' in the summary");
  }

  static List<QueuePair> queuePairs(MemorySegment reply, int sequence) {
    return entries(
            reply,
            sequence,
            Rdmanl.RES_QP_GET,
            "RDMA RES_QP_GET",
            fields -> fields.entries(Rdmanl.RES_QP, "RES_QP", Rdmanl.RES_QP_ENTRY))
        .map(RdmaReplies::queuePair)
        .toList();
  }

  private static QueuePair queuePair(Fields fields) {
    return new QueuePair(
        (int) Math.min(MOST_PORTS, fields.u32Or(Rdmanl.PORT_INDEX, "PORT_INDEX", 0)),
        fields.u8(Rdmanl.RES_TYPE, "TYPE"),
        fields.u8(Rdmanl.RES_STATE, "STATE"),
        process(fields));
  }

  /** The kernel leaves a process out that has ended (fill_res_name_pid). */
  private static int process(Fields fields) {
    return (int) Math.min(Integer.MAX_VALUE, fields.u32Or(Rdmanl.RES_PID, "PID", 0));
  }

  /** Processes that have a protection domain, each as often as it has one. */
  static List<Integer> ownersOfDomains(MemorySegment reply, int sequence) {
    return entries(
            reply,
            sequence,
            Rdmanl.RES_PD_GET,
            "RDMA RES_PD_GET",
            fields -> fields.entries(Rdmanl.RES_PD, "RES_PD", Rdmanl.RES_PD_ENTRY))
        .map(RdmaReplies::process)
        .filter(pid -> pid != 0)
        .toList();
  }

  /** How the queue pairs of a port get counters of their own. */
  static QueuePairMode queuePairMode(MemorySegment reply, int sequence, String what) {
    Fields fields = Fields.of(one(reply, sequence, Rdmanl.STAT_GET, what), what);
    long mask = fields.u32Or(Rdmanl.STAT_AUTO_MODE_MASK, "STAT_AUTO_MODE_MASK", 0);
    return new QueuePairMode(
        binding(fields, what), (mask & Rdmanl.MASK_TYPE) != 0, (mask & Rdmanl.MASK_PID) != 0);
  }

  private static QueuePairMode.Binding binding(Fields fields, String what) {
    long mode = fields.u32(Rdmanl.STAT_MODE, "STAT_MODE");
    return switch ((int) mode) {
      case 0 -> QueuePairMode.Binding.NONE;
      case 1 -> QueuePairMode.Binding.AUTO;
      case 2 -> QueuePairMode.Binding.MANUAL;
      default -> throw Attributes.garbled(what, "STAT_MODE " + mode + ", expected 0..2");
    };
  }

  static List<QueuePairSet> queuePairSets(MemorySegment reply, int sequence, String what) {
    return entries(
            reply,
            sequence,
            Rdmanl.STAT_GET,
            what,
            fields ->
                fields.entries(Rdmanl.STAT_COUNTER, "STAT_COUNTER", Rdmanl.STAT_COUNTER_ENTRY))
        .map(fields -> set(fields, what))
        .toList();
  }

  private static QueuePairSet set(Fields fields, String what) {
    Map<String, Long> counters = new LinkedHashMap<>();
    for (Fields entry : counters(fields)) {
      counters.put(entry.text(Rdmanl.STAT_NAME, "NAME"), entry.u64(Rdmanl.STAT_VALUE, "VALUE"));
    }
    return new QueuePairSet(
        binding(fields, what),
        fields.u8IfThere(Rdmanl.RES_TYPE, "TYPE"),
        fields.has(Rdmanl.RES_PID) || fields.has(Rdmanl.RES_KERN_NAME),
        counters);
  }

  /** Only the counters that count when asked to. */
  static List<OptionalCounter> optional(MemorySegment reply, int sequence, String what) {
    Fields fields = Fields.of(one(reply, sequence, Rdmanl.STAT_GET_STATUS, what), what);
    return counters(fields).stream()
        .filter(entry -> entry.has(Rdmanl.STAT_DYNAMIC))
        .map(entry ->
            new OptionalCounter(
                entry.u32(Rdmanl.STAT_INDEX, "INDEX"),
                entry.text(Rdmanl.STAT_NAME, "NAME"),
                entry.u8(Rdmanl.STAT_DYNAMIC, "DYNAMIC") == 1))
        .toList();
  }

  private static List<Fields> counters(Fields fields) {
    return fields.entries(Rdmanl.STAT_HWCOUNTERS, "STAT_HWCOUNTERS", Rdmanl.STAT_ENTRY);
  }

  /** The one reply before the acknowledgement. */
  static MemorySegment one(MemorySegment reply, int sequence, int type, String what) {
    List<MemorySegment> replies = new ArrayList<>();
    int last = messages(reply, sequence, type, what, replies::add);
    if (last != Dcbnl.NLMSG_ERROR || replies.size() != 1) {
      throw Attributes.garbled(what, "expected one reply and an acknowledgement");
    }
    return replies.getFirst();
  }

  /** The entries of a nest of each message of a dump. */
  private static Stream<Fields> entries(
      MemorySegment reply,
      int sequence,
      int type,
      String what,
      Function<Fields, List<Fields>> nest) {
    return dump(reply, sequence, type, what, (body, _) -> nest.apply(Fields.of(body, what)))
        .stream()
        .flatMap(List::stream);
  }

  /**
   * @param parse of one message, with the name of the request
   */
  private static <T> List<T> dump(
      MemorySegment reply,
      int sequence,
      int type,
      String what,
      BiFunction<MemorySegment, String, T> parse) {
    List<T> all = new ArrayList<>();
    int last = messages(reply, sequence, type, what, body -> all.add(parse.apply(body, what)));
    if (last != Rdmanl.NLMSG_DONE) {
      throw Attributes.garbled(what, "the dump does not end with NLMSG_DONE");
    }
    return List.copyOf(all);
  }

  /**
   * @return the type of the last message
   */
  private static int messages(
      MemorySegment reply, int sequence, int type, String what, Consumer<MemorySegment> each) {
    long at = 0;
    int last = 0;
    while (at < reply.byteSize()) {
      if (last != 0) {
        throw Attributes.garbled(what, "a message follows the last one");
      }
      long length = header(reply, at, sequence, what);
      MemorySegment payload = reply.asSlice(at + Dcbnl.NLMSG_HEADER, length - Dcbnl.NLMSG_HEADER);
      int got = Attributes.u16(reply, at + 4);
      if (got == Dcbnl.NLMSG_ERROR || got == Rdmanl.NLMSG_DONE) {
        verdict(payload, got, what);
        last = got;
      } else if (got == type) {
        each.accept(payload);
      } else {
        throw Attributes.garbled(what, "message type " + got + ", expected " + type);
      }
      at += length + 3 & ~3L;
    }
    return last;
  }

  /** Checks a header; returns the message's length. */
  static long header(MemorySegment reply, long at, int sequence, String what) {
    long length = Attributes.messageLength(reply, at, what);
    if (Attributes.i32(reply, at + 8) != sequence) {
      throw Attributes.garbled(
          what, "sequence " + Attributes.u32(reply, at + 8) + ", expected " + sequence);
    }
    return length;
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
}
