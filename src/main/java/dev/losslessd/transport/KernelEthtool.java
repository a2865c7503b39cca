package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The kernel's SIOCETHTOOL. A request is a 16-byte interface name and the command's buffer; the
 * reply is an i32, 0 or the negative errno, and the buffer as the kernel left it.
 */
public final class KernelEthtool implements Exchange {
  private static final int NAME = 16;
  private static final int IFREQ = 40;
  private static final long SIOCETHTOOL = 0x8946;
  private static final int AF_INET = 2;
  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;

  /** Half of the buffer is slack: kernels before 6.1 write past a set that grew meanwhile. */
  private static final int CAPACITY = 1 << 18;

  private static final int MOST = CAPACITY / 2;

  private final Duration deadline;
  private final MemorySegment ifreq;
  private final MemorySegment buffer;
  private final BlockingCallThread blockingCallThread;

  /**
   * @param inPlace on the caller's thread, which must be a platform thread: a driver that hangs
   *     holds it up for as long as it hangs, whatever the deadline
   */
  public KernelEthtool(Duration deadline, boolean inPlace) {
    this.deadline = deadline;
    Arena arena = Arena.ofAuto();
    this.ifreq = arena.allocate(IFREQ, 8);
    this.buffer = NativeBuffers.of(CAPACITY);
    this.blockingCallThread = new BlockingCallThread("ethtool", new Call(), inPlace);
  }

  @Override
  public int exchange(MemorySegment request, int length, MemorySegment reply) {
    int body = length - NAME;
    if (body < 4 || body > MOST || reply.byteSize() < body + 4L) {
      throw TransportException.garbled(
          "ethtool request of " + length + " bytes: expected 20.." + (NAME + MOST));
    }
    // not into memory that a stuck call may still write to
    blockingCallThread.requireFree(deadline.toNanos());
    MemorySegment.copy(request, 0, ifreq, 0, NAME);
    MemorySegment.copy(request, NAME, buffer, 0, body);
    int result = blockingCallThread.call(deadline.toNanos());
    reply.set(JAVA_INT_UNALIGNED, 0, result);
    MemorySegment.copy(buffer, 0, reply, 4, body);
    return body + 4;
  }

  @Override
  public void close() {
    blockingCallThread.close();
  }

  /** Runs on the lane's thread; a driver that hangs under RTNL keeps it. */
  private final class Call implements BlockingCallThread.Work {
    private final Libc libc = new Libc();
    private int fd = -1;

    @Override
    public int run() {
      if (fd < 0) {
        fd = libc.socket(AF_INET, SOCK_DGRAM_CLOEXEC, 0);
      }
      if (fd < 0) {
        return fd;
      }
      ifreq.set(ADDRESS, NAME, buffer);
      return Math.min(0, libc.ioctl(fd, SIOCETHTOOL, ifreq));
    }

    @Override
    public String what() {
      byte[] name = ifreq.asSlice(0, NAME).toArray(ValueLayout.JAVA_BYTE);
      return "ethtool command %x on %s"
          .formatted(buffer.get(JAVA_INT, 0), new String(name, StandardCharsets.US_ASCII).trim());
    }

    @Override
    public void release() {
      if (fd >= 0) {
        libc.close(fd);
      }
    }
  }
}
