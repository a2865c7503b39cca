package dev.losslessd.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** Multicast groups of the kernel's rtnetlink. Joining them needs no privilege. */
public final class KernelListener implements Listener {
  private static final long SLACK_NANOS = 250_000_000L;

  private final NetlinkSocket socket;
  private final MemorySegment buffer = Arena.ofAuto().allocate(KernelNetlink.CAPACITY, 8);
  private final Lane lane;
  private Duration wait = Duration.ZERO;

  /**
   * @param groups numbers 1..32: RTNLGRP_LINK is 1, RTNLGRP_DCB 23
   */
  public KernelListener(int... groups) {
    int mask = 0;
    for (int group : groups) {
      mask |= 1 << (group - 1);
    }
    this.socket = new NetlinkSocket(NetlinkSocket.NETLINK_ROUTE, mask);
    this.lane = new Lane("netlink events", new Wait());
  }

  @Override
  public int next(MemorySegment into, Duration wait) {
    lane.requireFree();
    this.wait = wait;
    int got = lane.call(wait.toNanos() + SLACK_NANOS);
    if (got > 0) {
      MemorySegment.copy(buffer, 0, into, 0, got);
    }
    return got;
  }

  @Override
  public void close() {
    lane.close();
  }

  private final class Wait implements Lane.Work {
    @Override
    public int run() {
      socket.open();
      int got = socket.receive(buffer, wait);
      if (got == -Errno.ENOBUFS) {
        return LOST;
      }
      if (got < 0) {
        socket.close();
        throw Errno.refused(-got, "netlink events");
      }
      return got;
    }

    @Override
    public String what() {
      return "netlink events";
    }

    @Override
    public void release() {
      socket.close();
    }
  }
}
