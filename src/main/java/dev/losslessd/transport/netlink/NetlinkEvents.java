package dev.losslessd.transport.netlink;

import dev.losslessd.transport.KernelListener;
import dev.losslessd.transport.Listener;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.UnixListener;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Link and DCB notifications of rtnetlink. */
public final class NetlinkEvents implements EventSource {
  private static final int RTNLGRP_LINK = 1;
  private static final int RTNLGRP_DCB = 23;
  private static final int IFINFOMSG = 16;
  private static final int IFLA_IFNAME = 3;

  private final Listener listener;
  private final MemorySegment buffer = Arena.ofAuto().allocate(65_536, 8);
  private final Deque<Event> waiting = new ArrayDeque<>();

  /**
   * @param listener closed with this
   */
  public NetlinkEvents(Listener listener) {
    this.listener = listener;
  }

  public static NetlinkEvents kernel() {
    return new NetlinkEvents(new KernelListener(RTNLGRP_LINK, RTNLGRP_DCB));
  }

  /**
   * @param socket where a process sends the same messages, one per frame
   */
  public static NetlinkEvents unix(Path socket) {
    return new NetlinkEvents(new UnixListener(socket));
  }

  @Override
  public Optional<Event> next(Duration wait) {
    if (waiting.isEmpty()) {
      int length = listener.next(buffer, wait);
      if (length == Listener.LOST) {
        return Optional.of(new Event.Overrun("notifications were lost"));
      }
      waiting.addAll(decode(buffer.asSlice(0, length)));
    }
    return Optional.ofNullable(waiting.poll());
  }

  /** The events of one datagram; what cannot be understood becomes an overrun. */
  static List<Event> decode(MemorySegment datagram) {
    List<Event> events = new ArrayList<>();
    try {
      long at = 0;
      while (at < datagram.byteSize()) {
        at += message(datagram.asSlice(at), events);
      }
    } catch (TransportException e) {
      events.add(new Event.Overrun(String.valueOf(e.getMessage())));
    }
    return events;
  }

  private static long message(MemorySegment rest, List<Event> events) {
    long length = Attributes.messageLength(rest, 0, "notification");
    MemorySegment payload = rest.asSlice(Dcbnl.NLMSG_HEADER, length - Dcbnl.NLMSG_HEADER);
    switch (Attributes.u16(rest, 4)) {
      case Dcbnl.RTM_NEWLINK, Dcbnl.RTM_DELLINK -> link(payload, events);
      case Dcbnl.RTM_GETDCB, Dcbnl.RTM_SETDCB -> dcb(payload, Attributes.i32(rest, 12), events);
      default -> {}
    }
    return length + 3 & ~3L;
  }

  private static void dcb(MemorySegment payload, int port, List<Event> events) {
    if (payload.byteSize() < Dcbnl.DCBMSG) {
      throw Attributes.garbled("DCB notification", payload.byteSize() + " bytes, expected 4");
    }
    int command = Attributes.u8(payload, 1);
    if (command != Dcbnl.CMD_IEEE_SET && command != Dcbnl.CMD_IEEE_DEL) {
      // a CEE one has other content, but it means the same: look again
      events.add(new Event.Overrun("DCB settings changed by dcb command " + command));
      return;
    }
    DcbState state = DcbReplies.stateOf(payload.asSlice(Dcbnl.DCBMSG), "DCB notification");
    events.add(new Event.DcbChanged(state.ifname(), port));
  }

  private static void link(MemorySegment payload, List<Event> events) {
    if (payload.byteSize() < IFINFOMSG) {
      throw Attributes.garbled("link notification", payload.byteSize() + " bytes, expected 16");
    }
    if (Attributes.u8(payload, 0) != 0) {
      return; // AF_BRIDGE speaks of a bridge port, not of the link
    }
    String[] name = {""};
    Attributes.each(
        payload.asSlice(IFINFOMSG),
        "link notification",
        (type, value) -> name[0] = type == IFLA_IFNAME ? Attributes.text(value) : name[0]);
    events.add(new Event.LinkChanged(name[0]));
  }

  @Override
  public void close() {
    listener.close();
  }
}
