package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/**
 * Frames of one EtherType as the NICs of this host receive them, each with the index of its NIC as
 * an i32 before it. Needs CAP_NET_RAW. Firmware that runs an LLDP agent of its own keeps such
 * frames from the host.
 */
public final class KernelPackets extends LaneListener {
  private static final int AF_PACKET = 17;
  private static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;
  private static final int SOL_PACKET = 263;
  private static final int PACKET_ADD_MEMBERSHIP = 1;
  private static final int PACKET_OUTGOING = 4;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int ADDRESS_BYTES = 20;
  private static final int MEMBERSHIP_BYTES = 16;
  private static final int INDEX_BYTES = 4;
  private static final int CAPACITY = 16_384;

  private final int ethertype;
  private final List<Integer> interfaces;
  private final List<byte[]> groups;
  private final Libc libc = new Libc();
  private final MemorySegment address;
  private final MemorySegment addressLength;
  private final MemorySegment membership;
  private int fd = -1;

  /**
   * @param interfaces indexes of the NICs to listen on
   * @param groups multicast addresses of 6 bytes that those NICs are to receive
   */
  public KernelPackets(int ethertype, List<Integer> interfaces, List<byte[]> groups) {
    super("packets", CAPACITY);
    this.ethertype = ethertype;
    this.interfaces = List.copyOf(interfaces);
    this.groups = List.copyOf(groups);
    Arena arena = Arena.ofAuto();
    address = arena.allocate(ADDRESS_BYTES, 4);
    addressLength = arena.allocate(4, 4);
    membership = arena.allocate(MEMBERSHIP_BYTES, 4);
  }

  @Override
  int await(MemorySegment into, Duration patience) {
    if (fd < 0) {
      open();
    }
    int got = receive(into, patience);
    if (got < 0) {
      release();
      throw Errno.refused(-got, what());
    }
    return got;
  }

  private void open() {
    int opened = libc.socket(AF_PACKET, SOCK_RAW_CLOEXEC, Short.toUnsignedInt(bigEndian()));
    if (opened < 0) {
      throw Errno.refused(-opened, what());
    }
    fd = opened;
    for (int index : interfaces) {
      groups.forEach(group -> join(index, group));
    }
  }

  private short bigEndian() {
    return Short.reverseBytes((short) ethertype);
  }

  /** A NIC drops multicast that nobody asked it for. One that left meanwhile is let go. */
  private void join(int index, byte[] group) {
    membership.fill((byte) 0);
    membership.set(JAVA_INT, 0, index);
    membership.set(JAVA_SHORT, 6, (short) group.length);
    MemorySegment.copy(group, 0, membership, JAVA_BYTE, 8, group.length);
    int failed =
        libc.setsockopt(fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, membership, MEMBERSHIP_BYTES);
    if (failed < 0 && failed != -Errno.ENODEV) {
      release();
      throw Errno.refused(-failed, what() + " membership of interface " + index);
    }
  }

  private int receive(MemorySegment buffer, Duration patience) {
    while (true) {
      int ready = libc.awaitInput(fd, patience);
      if (ready <= 0) {
        return ready;
      }
      addressLength.set(JAVA_INT, 0, ADDRESS_BYTES);
      long room = buffer.byteSize() - INDEX_BYTES;
      long got = libc.receive(fd, buffer, INDEX_BYTES, room, MSG_DONTWAIT, address, addressLength);
      if (got == -Errno.EINTR || got == -Errno.EAGAIN || got == -Errno.ENETDOWN) {
        continue;
      }
      int index = address.get(JAVA_INT, 4);
      boolean ours = address.get(JAVA_BYTE, 10) != PACKET_OUTGOING && interfaces.contains(index);
      if (got < 0) {
        return (int) got;
      }
      buffer.set(JAVA_INT, 0, index);
      // not another round: strangers' frames must not stretch the wait
      return ours ? (int) got + INDEX_BYTES : NOTHING;
    }
  }

  @Override
  String what() {
    return "packet socket for EtherType 0x" + Integer.toHexString(ethertype);
  }

  @Override
  void release() {
    if (fd >= 0) {
      libc.close(fd);
      fd = -1;
    }
  }
}
