package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.losslessd.transport.TransportException.Kind;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * The kernel's netlink. A request must ask for an acknowledgement (NLM_F_ACK) or for a dump: the
 * reply is everything with the request's sequence number up to the acknowledgement or the end of
 * the dump, each datagram aligned to 4 bytes.
 */
public final class KernelNetlink implements Exchange {
  /** Requests and replies above this do not occur on dcbnl, nor on what we ask of RDMA. */
  static final int CAPACITY = 65_536;

  private static final long SLACK_NANOS = 250_000_000L;
  private static final int HEADER = 16;
  private static final int NLMSG_ERROR = 2;
  private static final int NLMSG_DONE = 3;

  private final Duration deadline;
  private final MemorySegment request;
  private final MemorySegment reply;
  private final NetlinkSocket socket;
  private final Lane lane;
  private int requestLength;

  /** NETLINK_ROUTE, where dcbnl is. */
  public KernelNetlink(Duration deadline) {
    this(deadline, NetlinkSocket.NETLINK_ROUTE, false);
  }

  /**
   * NETLINK_RDMA. A kernel without ib_core answers EPROTONOSUPPORT to the first request; one with
   * it, as a module that is not loaded, loads it.
   */
  public static KernelNetlink rdma(Duration deadline) {
    return new KernelNetlink(deadline, NetlinkSocket.NETLINK_RDMA, false);
  }

  /**
   * The same on the caller's thread, which must be a platform thread. A request that the firmware
   * does not answer holds it up for as long as the driver waits, whatever the deadline.
   */
  public static KernelNetlink rdmaInPlace(Duration deadline) {
    return new KernelNetlink(deadline, NetlinkSocket.NETLINK_RDMA, true);
  }

  private KernelNetlink(Duration deadline, int protocol, boolean inPlace) {
    this.deadline = deadline;
    this.request = Room.of(CAPACITY);
    this.reply = Room.of(CAPACITY);
    this.socket = new NetlinkSocket(protocol, 0);
    Conversation work = new Conversation();
    this.lane = inPlace ? Lane.inPlace(work) : new Lane("netlink", work);
  }

  @Override
  public int exchange(MemorySegment request, int length, MemorySegment reply) {
    if (length < HEADER || length > CAPACITY) {
      throw new TransportException(
          Kind.GARBLED, "netlink request of " + length + " bytes: expected 16.." + CAPACITY);
    }
    lane.requireFree();
    MemorySegment.copy(request, 0, this.request, 0, length);
    requestLength = length;
    int received = lane.call(deadline.toNanos() + SLACK_NANOS);
    if (received > reply.byteSize()) {
      throw new TransportException(
          Kind.GARBLED,
          "netlink reply of " + received + " bytes does not fit in " + reply.byteSize());
    }
    MemorySegment.copy(this.reply, 0, reply, 0, received);
    return received;
  }

  @Override
  public void close() {
    lane.close();
  }

  /** Runs on the lane's thread. */
  private final class Conversation implements Lane.Work {
    @Override
    public int run() {
      try {
        socket.open();
        socket.send(request, requestLength);
        return collect(request.get(JAVA_INT, 8));
      } catch (RuntimeException e) {
        // a late answer must not meet the next request
        socket.close();
        throw e;
      }
    }

    private int collect(int sequence) {
      int filled = 0;
      while (true) {
        MemorySegment room = reply.asSlice(filled);
        int got = socket.receive(room, deadline);
        if (got == NetlinkSocket.NOTHING) {
          throw new TransportException(
              Kind.TIMEOUT, "netlink: no answer from the kernel in " + deadline.toMillis() + " ms");
        }
        if (got < 0) {
          throw Errno.refused(-got, "netlink receive");
        }
        if (got < HEADER || room.get(JAVA_INT, 8) != sequence) {
          continue;
        }
        filled += got + 3 & ~3;
        if (complete(room, got, sequence)) {
          return filled;
        }
      }
    }

    private boolean complete(MemorySegment datagram, int length, int sequence) {
      int at = 0;
      while (length - at >= HEADER) {
        int size = datagram.get(JAVA_INT, at);
        int type = datagram.get(JAVA_SHORT, at + 4L) & 0xffff;
        boolean last = type == NLMSG_ERROR || type == NLMSG_DONE;
        if (last && datagram.get(JAVA_INT, at + 8L) == sequence) {
          return true;
        }
        if (size < HEADER || size > length - at) {
          return false;
        }
        at += size + 3 & ~3;
      }
      return false;
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
