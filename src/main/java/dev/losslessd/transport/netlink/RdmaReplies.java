package dev.losslessd.transport.netlink;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Replies of RDMA netlink from bytes (drivers/infiniband/core/nldev.c). */
final class RdmaReplies {
  private static final int MOST_PORTS = 255;

  private RdmaReplies() {}

  static List<RdmaDevice> devices(Reply reply) {
    return reply.dump(Rdmanl.GET, RdmaReplies::device);
  }

  private static RdmaDevice device(Fields fields) {
    return new RdmaDevice(
        fields.u32(Rdmanl.DEV_INDEX, "DEV_INDEX"), fields.text(Rdmanl.DEV_NAME, "DEV_NAME"));
  }

  /** Number of queue pairs of a device, the kernel's own too. */
  record Summary(String device, long queuePairs) {}

  static List<Summary> summaries(Reply reply) {
    return reply.dump(Rdmanl.RES_GET, RdmaReplies::summary);
  }

  private static Summary summary(Fields fields) {
    for (Fields entry :
        fields.entries(Rdmanl.RES_SUMMARY, "RES_SUMMARY", Rdmanl.RES_SUMMARY_ENTRY)) {
      if (entry.text(Rdmanl.RES_SUMMARY_NAME, "NAME").equals("qp")) {
        return new Summary(
            fields.text(Rdmanl.DEV_NAME, "DEV_NAME"),
            entry.u64(Rdmanl.RES_SUMMARY_CURRENT, "CURR"));
      }
    }
    throw fields.garbled("no entry 'qp' in the summary");
  }

  static List<QueuePair> queuePairs(Reply reply) {
    return reply
        .entries(Rdmanl.RES_QP_GET, Rdmanl.RES_QP, "RES_QP", Rdmanl.RES_QP_ENTRY)
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
  static List<Integer> ownersOfDomains(Reply reply) {
    return reply
        .entries(Rdmanl.RES_PD_GET, Rdmanl.RES_PD, "RES_PD", Rdmanl.RES_PD_ENTRY)
        .map(RdmaReplies::process)
        .filter(pid -> pid != 0)
        .toList();
  }

  /** How the queue pairs of a port get counters of their own. */
  static QueuePairMode queuePairMode(Reply reply) {
    Fields fields = reply.fields(Rdmanl.STAT_GET);
    long mask = fields.u32Or(Rdmanl.STAT_AUTO_MODE_MASK, "STAT_AUTO_MODE_MASK", 0);
    return new QueuePairMode(
        binding(fields), (mask & Rdmanl.MASK_TYPE) != 0, (mask & Rdmanl.MASK_PID) != 0);
  }

  private static QueuePairMode.Binding binding(Fields fields) {
    long mode = fields.u32(Rdmanl.STAT_MODE, "STAT_MODE");
    return switch ((int) mode) {
      case 0 -> QueuePairMode.Binding.NONE;
      case 1 -> QueuePairMode.Binding.AUTO;
      case 2 -> QueuePairMode.Binding.MANUAL;
      default -> throw fields.garbled("STAT_MODE " + mode + ", expected 0..2");
    };
  }

  static List<QueuePairSet> queuePairSets(Reply reply) {
    return reply
        .entries(Rdmanl.STAT_GET, Rdmanl.STAT_COUNTER, "STAT_COUNTER", Rdmanl.STAT_COUNTER_ENTRY)
        .map(RdmaReplies::set)
        .toList();
  }

  private static QueuePairSet set(Fields fields) {
    Map<String, Long> counters = new LinkedHashMap<>();
    for (Fields entry : counters(fields)) {
      counters.put(entry.text(Rdmanl.STAT_NAME, "NAME"), entry.u64(Rdmanl.STAT_VALUE, "VALUE"));
    }
    return new QueuePairSet(
        binding(fields),
        fields.u8IfThere(Rdmanl.RES_TYPE, "TYPE"),
        fields.has(Rdmanl.RES_PID) || fields.has(Rdmanl.RES_KERN_NAME),
        counters);
  }

  /** Only the counters that count when asked to. */
  static List<OptionalCounter> optional(Reply reply) {
    return counters(reply.fields(Rdmanl.STAT_GET_STATUS)).stream()
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
}
