package dev.losslessd.fabric.host;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's side of NETLINK_RDMA (drivers/infiniband/core/nldev.c): devices, ports, queue pairs
 * and counters. The caller is root.
 */
final class RdmaResponder {
  private static final int NLMSG_ERROR = 2;
  private static final int NLMSG_DONE = 3;
  private static final int NLM_F_REQUEST = 1;
  private static final int NLM_F_MULTI = 2;
  private static final int NLM_F_ACK = 4;
  private static final int NLM_F_CAPPED = 0x100;
  private static final int NLM_F_DUMP = 0x300;
  private static final int NLA_F_NESTED = 0x8000;
  private static final int CLIENT_SHIFT = 10;
  private static final int OPERATION_MASK = 0x3ff;
  private static final int HIGHEST_OPERATION = 28;
  private static final int EINVAL = Errno.EINVAL.negative();

  private record Request(
      int type, int flags, int sequence, int port, ByteBuffer whole, Attributes attributes) {
    int operation() {
      return type & OPERATION_MASK;
    }

    boolean dump() {
      return (flags & NLM_F_DUMP) == NLM_F_DUMP;
    }

    @Nullable Integer u32(int attribute) {
      ByteBuffer payload = attributes.get(attribute);
      return payload == null || payload.limit() < 4 ? null : payload.getInt(0);
    }
  }

  private final Site site;
  private final List<FakeNic> nics;

  /**
   * @param nics those of the host; the index of an RDMA device is its place here
   */
  RdmaResponder(Site site, List<FakeNic> nics) {
    this.site = site;
    this.nics = nics;
  }

  /**
   * Answers a datagram's messages, one after the other as rdma_nl_rcv_skb does; what the kernel
   * sends as datagrams of their own comes in one piece. What is cut short ends it.
   */
  ByteBuffer answer(ByteBuffer datagram, int portId) {
    NetlinkWriter out = new NetlinkWriter();
    ByteBuffer raw = datagram.slice().order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    while (raw.limit() - at >= NetlinkWriter.HEADER_BYTES) {
      int length = raw.getInt(at);
      if (length < NetlinkWriter.HEADER_BYTES || length > raw.limit() - at) {
        break;
      }
      answer(request(raw.slice(at, length).order(ByteOrder.LITTLE_ENDIAN), portId), out);
      at += Math.min(raw.limit() - at, length + 3 & ~3);
    }
    return out.done();
  }

  private static Request request(ByteBuffer whole, int portId) {
    return new Request(
        Short.toUnsignedInt(whole.getShort(4)),
        Short.toUnsignedInt(whole.getShort(6)),
        whole.getInt(8),
        portId,
        whole,
        Attributes.in(
            whole.slice(NetlinkWriter.HEADER_BYTES, whole.limit() - NetlinkWriter.HEADER_BYTES)));
  }

  private void answer(Request request, NetlinkWriter out) {
    if ((request.flags() & NLM_F_REQUEST) == 0) {
      return;
    }
    int errno =
        request.type() >> CLIENT_SHIFT != RdmaWire.NLDEV || request.operation() > HIGHEST_OPERATION
            ? EINVAL
            : request.dump() ? dump(request, out) : one(request, out);
    if (errno == 0 && request.dump()) {
      out.begin(NLMSG_DONE, NLM_F_MULTI, request.sequence(), request.port()).u32(0).end();
    } else if (errno != 0 || (request.flags() & NLM_F_ACK) != 0) {
      out.begin(NLMSG_ERROR, errno == 0 ? NLM_F_CAPPED : 0, request.sequence(), request.port());
      int quoted = errno == 0 ? NetlinkWriter.HEADER_BYTES : request.whole().limit();
      out.u32(errno).bytes(request.whole().slice(0, quoted)).end();
    }
  }

  private int dump(Request request, NetlinkWriter out) {
    return switch (request.operation()) {
      case RdmaWire.GET -> {
        present().forEach(nic -> device(begin(request, out), nic).end());
        yield 0;
      }
      case RdmaWire.RES_GET -> {
        present().forEach(nic -> summary(begin(request, out), nic).end());
        yield 0;
      }
      case RdmaWire.PORT_GET -> ofDevice(request, nic -> port(begin(request, out), nic).end());
      case RdmaWire.RES_QP_GET -> ofDevice(request, nic -> pairs(begin(request, out), nic).end());
      case RdmaWire.RES_PD_GET -> ofDevice(request, nic -> domains(begin(request, out), nic).end());
      case RdmaWire.STAT_GET ->
          ofQueuePairs(request) ? ofDevice(request, nic -> sets(request, out, nic)) : EINVAL;
      default -> EINVAL;
    };
  }

  private int one(Request request, NetlinkWriter out) {
    FakeNic nic = device(request);
    Integer port = request.u32(RdmaWire.PORT_INDEX);
    if (nic == null || port == null || port != 1) {
      return EINVAL;
    }
    return switch (request.operation()) {
      case RdmaWire.PORT_GET -> {
        port(begin(request, out), nic).end();
        yield 0;
      }
      case RdmaWire.STAT_GET -> {
        if (request.u32(RdmaWire.STAT_RES) != null) {
          yield mode(request, nic, out);
        }
        counters(begin(request, out), nic).end();
        yield 0;
      }
      case RdmaWire.STAT_GET_STATUS -> {
        status(begin(request, out), nic).end();
        yield 0;
      }
      case RdmaWire.STAT_SET -> enable(request, nic, out);
      default -> EINVAL;
    };
  }

  private interface Answer {
    void about(FakeNic nic);
  }

  private int ofDevice(Request request, Answer answer) {
    FakeNic nic = device(request);
    if (nic == null) {
      return EINVAL;
    }
    answer.about(nic);
    return 0;
  }

  private @Nullable FakeNic device(Request request) {
    Integer index = request.u32(RdmaWire.DEV_INDEX);
    return index == null || index < 0 || index >= nics.size() || !nics.get(index).present()
        ? null
        : nics.get(index);
  }

  private List<FakeNic> present() {
    return nics.stream().filter(FakeNic::present).toList();
  }

  private NetlinkWriter begin(Request request, NetlinkWriter out) {
    int flags = request.dump() ? NLM_F_MULTI : 0;
    return out.begin(request.type(), flags, request.sequence(), request.port());
  }

  private NetlinkWriter handle(NetlinkWriter out, FakeNic nic) {
    return out.attributeU32(RdmaWire.DEV_INDEX, nics.indexOf(nic))
        .attributeText(RdmaWire.DEV_NAME, nic.identity().device());
  }

  private NetlinkWriter device(NetlinkWriter out, FakeNic nic) {
    return handle(out, nic)
        .attributeU32(RdmaWire.PORT_INDEX, 1)
        .attributeText(RdmaWire.FW_VERSION, nic.identity().firmware())
        .attributeU8(RdmaWire.DEV_NODE_TYPE, 1)
        .attributeText(RdmaWire.DEV_PROTOCOL, "roce");
  }

  private NetlinkWriter port(NetlinkWriter out, FakeNic nic) {
    boolean up = nic.port().linkUp();
    return handle(out, nic)
        .attributeU32(RdmaWire.PORT_INDEX, 1)
        .attributeU8(RdmaWire.PORT_STATE, up ? 4 : 1)
        .attributeU8(RdmaWire.PORT_PHYS_STATE, up ? 5 : 2)
        .attributeU32(RdmaWire.NDEV_INDEX, nic.ifindex())
        .attributeText(RdmaWire.NDEV_NAME, nic.identity().netdev());
  }

  private NetlinkWriter summary(NetlinkWriter out, FakeNic nic) {
    handle(out, nic);
    int table = out.open(RdmaWire.SUMMARY);
    entry(out, "pd", 3);
    entry(out, "cq", 4);
    entry(out, "qp", nic.queuePairs() + 1);
    return out.close(table);
  }

  private static void entry(NetlinkWriter out, String name, long count) {
    int start = out.open(RdmaWire.SUMMARY_ENTRY);
    out.attributeText(RdmaWire.SUMMARY_NAME, name);
    out.attributeU64(RdmaWire.SUMMARY_CURRENT, count).close(start);
  }

  /** The kernel's own GSI queue pair, which is always there, and those of a process. */
  private NetlinkWriter pairs(NetlinkWriter out, FakeNic nic) {
    handle(out, nic);
    int table = out.open(RdmaWire.QP);
    int gsi = pair(out, 1, RdmaWire.GSI);
    out.attributeText(RdmaWire.KERN_NAME, "ib_core").close(gsi);
    for (int n = 0; n < nic.queuePairs(); n++) {
      int pair = pair(out, 0x100 + n, RdmaWire.RC);
      out.attributeU32(RdmaWire.RQPN, 0x200 + n).attributeU32(RdmaWire.PID, 7001).close(pair);
    }
    return out.close(table);
  }

  /** One of the kernel, and one of the process, if it has queue pairs. */
  private NetlinkWriter domains(NetlinkWriter out, FakeNic nic) {
    handle(out, nic);
    int table = out.open(RdmaWire.PD);
    int own = out.open(RdmaWire.PD_ENTRY);
    out.attributeText(RdmaWire.KERN_NAME, "ib_core").close(own);
    if (nic.queuePairs() > 0) {
      int domain = out.open(RdmaWire.PD_ENTRY);
      out.attributeU32(RdmaWire.PID, 7001).close(domain);
    }
    return out.close(table);
  }

  private static int pair(NetlinkWriter out, int number, int type) {
    int start = out.open(RdmaWire.QP_ENTRY);
    out.attributeU32(RdmaWire.PORT_INDEX, 1)
        .attributeU32(RdmaWire.LQPN, number)
        .attributeU8(RdmaWire.QP_TYPE, type)
        .attributeU8(RdmaWire.QP_STATE, RdmaWire.READY_TO_SEND);
    return start;
  }

  private NetlinkWriter counters(NetlinkWriter out, FakeNic nic) {
    return hardware(handle(out, nic).attributeU32(RdmaWire.PORT_INDEX, 1), nic.hardwareCounters());
  }

  private static NetlinkWriter hardware(NetlinkWriter out, Map<String, Long> counters) {
    int table = out.open(RdmaWire.HWCOUNTERS | NLA_F_NESTED);
    counters.forEach((name, value) -> {
      int start = out.open(RdmaWire.HWCOUNTER_ENTRY | NLA_F_NESTED);
      out.attributeText(RdmaWire.HWCOUNTER_NAME, name);
      out.attributeU64(RdmaWire.HWCOUNTER_VALUE, value).close(start);
    });
    return out.close(table);
  }

  private static boolean ofQueuePairs(Request request) {
    Integer resource = request.u32(RdmaWire.STAT_RES);
    return resource != null && resource == RdmaWire.QP;
  }

  /** How queue pairs are bound to counters (stat_get_doit_qp); a mode has to be in the request. */
  private int mode(Request request, FakeNic nic, NetlinkWriter out) {
    if (!ofQueuePairs(request) || request.u32(RdmaWire.STAT_MODE) == null) {
      return EINVAL;
    }
    handle(begin(request, out), nic).attributeU32(RdmaWire.PORT_INDEX, 1);
    BoundPairs bound = nic.boundPairs();
    out.attributeU32(RdmaWire.STAT_MODE, bound.on() ? RdmaWire.AUTO : 0);
    if (bound.on()) {
      out.attributeU32(RdmaWire.STAT_AUTO_MODE_MASK, RdmaWire.MASK_TYPE);
      out.attributeU8(RdmaWire.OPCOUNTER_ENABLED, 1);
    }
    out.end();
    return 0;
  }

  /** The set of the RC queue pairs, if there is one; without any the dump has no message. */
  private void sets(Request request, NetlinkWriter out, FakeNic nic) {
    Map<String, Long> counters = nic.boundPairs().counters();
    if (counters.isEmpty()) {
      return;
    }
    handle(begin(request, out), nic);
    int table = out.open(RdmaWire.COUNTER);
    int set = out.open(RdmaWire.COUNTER_ENTRY);
    out.attributeU32(RdmaWire.PORT_INDEX, 1)
        .attributeU32(RdmaWire.COUNTER_ID, 4)
        .attributeU32(RdmaWire.STAT_MODE, RdmaWire.AUTO)
        .attributeU8(RdmaWire.QP_TYPE, RdmaWire.RC);
    int pairs = out.open(RdmaWire.QP | NLA_F_NESTED);
    for (int n = 0; n < nic.queuePairs(); n++) {
      int pair = out.open(RdmaWire.QP_ENTRY | NLA_F_NESTED);
      out.attributeU32(RdmaWire.LQPN, 0x100 + n).close(pair);
    }
    out.close(pairs);
    hardware(out, counters);
    out.close(set);
    out.close(table).end();
  }

  private NetlinkWriter status(NetlinkWriter out, FakeNic nic) {
    handle(out, nic).attributeU32(RdmaWire.PORT_INDEX, 1);
    int table = out.open(RdmaWire.HWCOUNTERS | NLA_F_NESTED);
    int index = 0;
    for (String name : nic.make().hardware().keySet()) {
      int start = out.open(RdmaWire.HWCOUNTER_ENTRY | NLA_F_NESTED);
      out.attributeText(RdmaWire.HWCOUNTER_NAME, name);
      out.attributeU32(RdmaWire.HWCOUNTER_INDEX, index++).close(start);
    }
    for (String name : nic.make().optional().keySet()) {
      int start = out.open(RdmaWire.HWCOUNTER_ENTRY | NLA_F_NESTED);
      out.attributeText(RdmaWire.HWCOUNTER_NAME, name);
      out.attributeU32(RdmaWire.HWCOUNTER_INDEX, index++);
      out.attributeU8(RdmaWire.HWCOUNTER_DYNAMIC, nic.optional().contains(name) ? 1 : 0);
      out.close(start);
    }
    return out.close(table);
  }

  /** Replaces the set; an index that is no optional counter refuses all of it. */
  private int enable(Request request, FakeNic nic, NetlinkWriter out) {
    ByteBuffer nest = request.attributes().get(RdmaWire.HWCOUNTERS);
    if (nest == null) {
      return EINVAL;
    }
    List<String> optional = List.copyOf(nic.make().optional().keySet());
    List<String> wanted = new ArrayList<>();
    for (Attributes.Attribute one : Attributes.in(nest).all()) {
      int place = one.payload().getInt(0) - nic.make().hardware().size();
      if (place < 0 || place >= optional.size()) {
        return EINVAL;
      }
      wanted.add(optional.get(place));
    }
    nic.optional(wanted);
    site.log("STAT_SET %s %s result=0".formatted(nic.port().id(), wanted));
    handle(begin(request, out), nic).attributeU32(RdmaWire.PORT_INDEX, 1).end();
    return 0;
  }
}
