package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** A raw netlink socket; opened when first used. For one thread at a time. */
final class NetlinkSocket {
  /** No datagram before the deadline. */
  static final int NOTHING = 0;

  private static final int AF_NETLINK = 16;
  private static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;
  static final int NETLINK_ROUTE = 0;
  static final int NETLINK_RDMA = 20;
  private static final int MSG_TRUNC = 0x20;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int ADDRESS_BYTES = 12;

  private final Libc libc = new Libc();
  private final int protocol;
  private final int groups;
  private final MemorySegment address;
  private final MemorySegment addressLength;
  private int fd = -1;

  /**
   * @param protocol {@link #NETLINK_ROUTE} or {@link #NETLINK_RDMA}
   * @param groups bit n-1 subscribes to multicast group n
   */
  NetlinkSocket(int protocol, int groups) {
    this.protocol = protocol;
    this.groups = groups;
    Arena arena = Arena.ofAuto();
    address = arena.allocate(ADDRESS_BYTES, 4);
    addressLength = arena.allocate(4, 4);
  }

  void open() {
    if (fd >= 0) {
      return;
    }
    int opened = libc.socket(AF_NETLINK, SOCK_RAW_CLOEXEC, protocol);
    if (opened < 0) {
      throw Errno.refused(-opened, "netlink socket");
    }
    address.fill((byte) 0);
    address.set(JAVA_SHORT, 0, (short) AF_NETLINK);
    address.set(JAVA_INT, 8, groups);
    int bound = libc.bind(opened, address, ADDRESS_BYTES);
    if (bound < 0) {
      libc.close(opened);
      throw Errno.refused(-bound, "netlink bind");
    }
    fd = opened;
  }

  void send(MemorySegment message, int length) {
    long sent;
    do {
      sent = libc.send(fd, message, 0, length, MSG_DONTWAIT);
    } while (sent == -Errno.EINTR);
    if (sent < 0) {
      throw Errno.refused((int) -sent, "netlink send");
    }
    if (sent != length) {
      throw TransportException.garbled("netlink send took " + sent + " of " + length + " bytes");
    }
  }

  /**
   * The next datagram of the kernel; those of other processes are dropped. The kernel answers most
   * requests while they are sent, so it looks before it waits.
   *
   * @param from where in {@code into} the datagram begins
   * @return its length, {@link #NOTHING}, or a negative errno
   */
  int receive(MemorySegment into, long from, Duration wait) {
    long room = into.byteSize() - from;
    while (true) {
      addressLength.set(JAVA_INT, 0, ADDRESS_BYTES);
      long got =
          libc.receive(fd, into, from, room, MSG_DONTWAIT | MSG_TRUNC, address, addressLength);
      if (got == -Errno.EAGAIN) {
        int ready = libc.awaitInput(fd, wait);
        if (ready <= 0) {
          return ready;
        }
        continue;
      }
      if (got == -Errno.EINTR) {
        continue;
      }
      if (got > room) {
        throw TransportException.garbled(
            "netlink datagram of " + got + " bytes: expected at most " + room);
      }
      // port 0 is the kernel; any local process may send to our port
      if (got < 0 || address.get(JAVA_INT, 4) == 0) {
        return (int) got;
      }
    }
  }

  void close() {
    if (fd >= 0) {
      libc.close(fd);
      fd = -1;
    }
  }
}
