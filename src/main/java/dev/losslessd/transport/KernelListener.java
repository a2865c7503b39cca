package dev.losslessd.transport;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** Multicast groups of the kernel's rtnetlink. Joining them needs no privilege. */
public final class KernelListener extends LaneListener {
  private final NetlinkSocket socket;

  /**
   * @param groups numbers 1..32: RTNLGRP_LINK is 1, RTNLGRP_DCB 23
   */
  public KernelListener(int... groups) {
    super("netlink events", KernelNetlink.CAPACITY);
    int mask = 0;
    for (int group : groups) {
      mask |= 1 << (group - 1);
    }
    this.socket = new NetlinkSocket(NetlinkSocket.NETLINK_ROUTE, mask);
  }

  @Override
  int await(MemorySegment into, Duration patience) {
    socket.open();
    int got = socket.receive(into, 0, patience);
    if (got == -Errno.ENOBUFS) {
      return LOST;
    }
    if (got < 0) {
      socket.close();
      throw Errno.refused(-got, what());
    }
    return got;
  }

  @Override
  String what() {
    return "netlink events";
  }

  @Override
  void release() {
    socket.close();
  }
}
