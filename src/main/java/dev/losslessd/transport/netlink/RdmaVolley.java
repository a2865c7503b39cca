package dev.losslessd.transport.netlink;

import dev.losslessd.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The counters of several ports in one exchange: their requests are one datagram, out of which the
 * kernel takes one after the other (rdma_nl_rcv_skb), and each is answered by one message. Eight
 * ports cost one wake-up of whoever answers, not eight. Reading allocates nothing while the ports
 * are the same ones. For one caller at a time.
 */
public final class RdmaVolley {
  /** An answer is a page at most, and all of them wait in the socket. */
  private static final int MOST = 8;

  /** Bytes of a request for the counters of a port. */
  private static final int COUNTERS_BYTES = Dcbnl.NLMSG_HEADER + 2 * (Dcbnl.NLA_HEADER + 4);

  private static final int SEQUENCE_AT = 8;
  private static final int WORD = 4;
  private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private final RdmaClient client;
  private final int[] messages = new int[MOST * COUNTERS_BYTES / WORD];
  private final MemorySegment messageBytes = MemorySegment.ofArray(messages);
  private int[] words = {};
  private MemorySegment bytes = MemorySegment.ofArray(words);
  private final MemorySegment request = Arena.ofAuto().allocate((long) MOST * COUNTERS_BYTES, 8);

  /** Ports of the requests under way, in order. */
  private final RdmaStats[] asked = new RdmaStats[MOST];

  private final long[] indexes = new long[MOST];
  private int count;

  RdmaVolley(RdmaClient client) {
    this.client = client;
  }

  /**
   * Reads each of them now; how that went is with each of them.
   *
   * @param ports the first {@code size} of them
   */
  public void read(RdmaStats[] ports, int size) {
    for (int n = 0; n < size; n++) {
      ports[n].ask();
    }
    lookUp(ports, size);
    int at = 0;
    while (at < size) {
      at = load(ports, at, size);
      fire();
    }
  }

  private void lookUp(RdmaStats[] ports, int size) {
    boolean all = true;
    for (int n = 0; n < size; n++) {
      all &= ports[n].index() >= 0;
    }
    if (all) {
      return;
    }
    try {
      List<RdmaDevice> devices = client.devices();
      for (int n = 0; n < size; n++) {
        if (ports[n].index() < 0) {
          ports[n].find(devices);
        }
      }
    } catch (TransportException e) {
      for (int n = 0; n < size; n++) {
        if (ports[n].index() < 0) {
          ports[n].failed(e);
        }
      }
    }
  }

  /**
   * Makes the next request, if it is another than the last one.
   *
   * @return the first port that is not in it
   */
  private int load(RdmaStats[] ports, int from, int size) {
    int filled = 0;
    boolean same = true;
    int at = from;
    for (; at < size && filled < MOST; at++) {
      RdmaStats port = ports[at];
      if (port.index() >= 0) {
        same &= filled < count && asked[filled] == port && indexes[filled] == port.index();
        asked[filled] = port;
        indexes[filled++] = port.index();
      }
    }
    if (!same || filled != count) {
      count = filled;
      write();
    }
    return at;
  }

  private void write() {
    for (int n = 0; n < count; n++) {
      MemorySegment one = request.asSlice((long) n * COUNTERS_BYTES, COUNTERS_BYTES);
      int _ = counters(one, 0, indexes[n], asked[n].port());
    }
    MemorySegment.copy(request, 0, messageBytes, 0, request.byteSize());
  }

  /**
   * Not a dump: that would be the counters of single queue pairs. Nor acknowledged: what comes is
   * one message, the answer or the refusal.
   *
   * @return the message's length
   */
  static int counters(MemorySegment into, int sequence, long device, int port) {
    MessageWriter out = new MessageWriter(into, sequence);
    return RdmaClient.ofPort(out, Rdmanl.STAT_GET, Dcbnl.NLM_F_REQUEST, device, port).finish();
  }

  private void fire() {
    if (count == 0) {
      return;
    }
    int first = client.next(count);
    for (int n = 0; n < count; n++) {
      messages[(n * COUNTERS_BYTES + SEQUENCE_AT) / WORD] = first + n;
    }
    MemorySegment.copy(messageBytes, 0, request, 0, request.byteSize());
    try {
      int length = client.exchange(request, count * COUNTERS_BYTES);
      take(length);
      hear(length, first);
      others("no answer to its request");
    } catch (TransportException e) {
      fail(e);
    }
  }

  /** The answer as words on the heap: one copy costs less than each access of native memory. */
  private void take(int length) {
    if (words.length * WORD < length) {
      words = new int[(length + WORD - 1) / WORD];
      bytes = MemorySegment.ofArray(words);
    }
    MemorySegment.copy(client.reply, 0, bytes, 0, length);
  }

  private void hear(int length, int first) {
    int at = 0;
    while (at < length) {
      int size = length - at < Dcbnl.NLMSG_HEADER ? 0 : words[at / WORD];
      if (size < Dcbnl.NLMSG_HEADER || size > length - at) {
        others("message of length " + size + ", expected 16.." + (length - at));
        return;
      }
      int which = words[(at + SEQUENCE_AT) / WORD] - first;
      if (which < 0 || which >= count) {
        others("the answer has another sequence number");
        return;
      }
      message(asked[which], at, size);
      at += size + 3 & ~3;
    }
  }

  private void message(RdmaStats port, int at, int size) {
    int typeAndFlags = words[at / WORD + 1];
    int type = LITTLE ? typeAndFlags & 0xffff : typeAndFlags >>> 16;
    if (type == Rdmanl.STAT_GET && !port.isAnswered()) {
      port.arrived(words, client.reply, at, size);
    } else if (type == Dcbnl.NLMSG_ERROR) {
      verdict(port, client.reply.asSlice(at + Dcbnl.NLMSG_HEADER, size - Dcbnl.NLMSG_HEADER));
    } else {
      port.failed(
          Attributes.garbled(port.what(), "message type " + type + ", expected one of 5137"));
    }
  }

  /** Takes a refusal, or the acknowledgement, which comes only after the answer. */
  private static void verdict(RdmaStats port, MemorySegment payload) {
    try {
      Reply.verdict(payload, Dcbnl.NLMSG_ERROR, port.what());
      if (!port.isAnswered()) {
        port.failed(Attributes.garbled(port.what(), "acknowledged, but without a reply"));
      }
    } catch (TransportException e) {
      port.failed(e);
    }
  }

  /** Fails the ports that have no answer yet. */
  private void others(String why) {
    for (int n = 0; n < count; n++) {
      if (!asked[n].isAnswered()) {
        asked[n].failed(Attributes.garbled(asked[n].what(), why));
      }
    }
  }

  private void fail(TransportException why) {
    for (int n = 0; n < count; n++) {
      asked[n].failed(why);
    }
  }
}
