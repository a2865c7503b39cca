package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * The kernel's netlink. A request is one message that asks for an acknowledgement (NLM_F_ACK) or
 * for a dump: the reply is everything with its sequence number up to the acknowledgement or the end
 * of the dump. Or it is several messages with sequence numbers one after the other that ask for
 * neither: the reply is one message for each, its answer or its refusal; the kernel takes them one
 * after the other out of one datagram (netlink_rcv_skb). Each datagram is aligned to 4 bytes.
 */
public final class KernelNetlink implements Exchange {
  /** Requests and replies above this do not occur on dcbnl, nor on what we ask of RDMA. */
  static final int CAPACITY = 65_536;

  private static final long SLACK_NANOS = 250_000_000L;
  private static final int HEADER = 16;
  private static final int NLMSG_ERROR = 2;
  private static final int NLMSG_DONE = 3;
  private static final int NLM_F_ACK_OR_DUMP = 4 | 0x300;

  private final Duration deadline;
  private final NetlinkSocket socket;
  private final BlockingCallThread blockingCallThread;

  /** A call that overruns goes on, and must not do so on memory that its caller uses again. */
  private final MemorySegment ownRequest;

  private final MemorySegment ownReply;

  private MemorySegment request = MemorySegment.NULL;
  private MemorySegment reply = MemorySegment.NULL;
  private int requestLength;

  /** NETLINK_ROUTE, where dcbnl is. */
  public static KernelNetlink route(Duration deadline, boolean inPlace) {
    return new KernelNetlink(deadline, NetlinkSocket.NETLINK_ROUTE, inPlace);
  }

  /**
   * NETLINK_RDMA. A kernel without ib_core answers EPROTONOSUPPORT to the first request; one with
   * it, as a module that is not loaded, loads it.
   *
   * @param inPlace on the caller's thread, which must be a platform thread. A request that the
   *     firmware does not answer holds it up for as long as the driver waits, whatever the deadline
   */
  public static KernelNetlink rdma(Duration deadline, boolean inPlace) {
    return new KernelNetlink(deadline, NetlinkSocket.NETLINK_RDMA, inPlace);
  }

  private KernelNetlink(Duration deadline, int protocol, boolean inPlace) {
    this.deadline = deadline;
    this.ownRequest = inPlace ? MemorySegment.NULL : NativeBuffers.of(CAPACITY);
    this.ownReply = inPlace ? MemorySegment.NULL : NativeBuffers.of(CAPACITY);
    this.socket = new NetlinkSocket(protocol, 0);
    this.blockingCallThread = new BlockingCallThread("netlink", new Conversation(), inPlace);
  }

  @Override
  public int exchange(MemorySegment request, int length, MemorySegment reply) {
    if (length < HEADER || length > CAPACITY) {
      throw TransportException.garbled(
          "netlink request of " + length + " bytes: expected 16.." + CAPACITY);
    }
    blockingCallThread.requireFree(deadline.toNanos());
    requestLength = length;
    if (blockingCallThread.isInPlace()) {
      this.request = request;
      this.reply = reply;
      return blockingCallThread.call(deadline.toNanos() + SLACK_NANOS);
    }
    this.request = ownRequest;
    this.reply = ownReply;
    MemorySegment.copy(request, 0, ownRequest, 0, length);
    int received = blockingCallThread.call(deadline.toNanos() + SLACK_NANOS);
    if (received > reply.byteSize()) {
      throw TransportException.garbled(
          "netlink reply of " + received + " bytes does not fit in " + reply.byteSize());
    }
    MemorySegment.copy(ownReply, 0, reply, 0, received);
    return received;
  }

  @Override
  public void close() {
    blockingCallThread.close();
  }

  /** Runs on the lane's thread. */
  private final class Conversation implements BlockingCallThread.Work {
    /** Messages that the request has, if each is answered by one; 0 if there is an end to await. */
    private int messages;

    private int sequence;

    @Override
    public int run() {
      try {
        socket.open();
        look();
        socket.send(request, requestLength);
        return collect();
      } catch (RuntimeException e) {
        // a late answer must not meet the next request
        socket.close();
        throw e;
      }
    }

    private void look() {
      sequence = number(request, 8);
      messages = 0;
      boolean ends = (request.get(JAVA_SHORT_UNALIGNED, 6) & NLM_F_ACK_OR_DUMP) != 0;
      for (int at = 0; !ends && requestLength - at >= HEADER; messages++) {
        at += Math.max(HEADER, number(request, at) + 3 & ~3);
      }
    }

    private int collect() {
      int filled = 0;
      int answered = 0;
      while (true) {
        int got = socket.receive(reply, filled, deadline);
        if (got == NetlinkSocket.NOTHING) {
          throw TransportException.timeout(
              "netlink: no answer from the kernel in " + deadline.toMillis() + " ms");
        }
        if (got < 0) {
          throw Errno.refused(-got, "netlink receive");
        }
        if (got < HEADER || !ours(number(reply, filled + 8))) {
          continue;
        }
        int begin = filled;
        filled += got + 3 & ~3;
        if (messages > 0 ? ++answered == messages : complete(begin, got)) {
          return filled;
        }
      }
    }

    private boolean ours(int found) {
      return Integer.compareUnsigned(found - sequence, Math.max(1, messages)) < 0;
    }

    /** Whether a datagram has the last message of the reply. */
    private boolean complete(int datagram, int length) {
      int at = 0;
      while (length - at >= HEADER) {
        int size = number(reply, datagram + at);
        int type = reply.get(JAVA_SHORT_UNALIGNED, datagram + at + 4L) & 0xffff;
        boolean last = type == NLMSG_ERROR || type == NLMSG_DONE;
        if (last && number(reply, datagram + at + 8) == sequence) {
          return true;
        }
        if (size < HEADER || size > length - at) {
          return false;
        }
        at += size + 3 & ~3;
      }
      return false;
    }

    private static int number(MemorySegment from, int at) {
      return from.get(JAVA_INT_UNALIGNED, at);
    }

    @Override
    public String what() {
      return "netlink reply";
    }

    @Override
    public void release() {
      socket.close();
    }
  }
}
