package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Objects;

/**
 * The few C library calls that Java has no way to make. Each returns what C returns, or the
 * negative errno. Nothing is allocated per call. One instance belongs to one thread at a time, as
 * it keeps the errno of its last call.
 */
public final class Libc {
  private static final StructLayout CAPTURE = Linker.Option.captureStateLayout();
  private static final long ERRNO =
      CAPTURE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  private static final CFunction SOCKET = new CFunction("socket");
  private static final CFunction BIND = new CFunction("bind");
  private static final CFunction CLOSE = new CFunction("close");
  private static final CFunction OPEN = new CFunction("open");
  private static final CFunction POLL = new CFunction("poll");
  private static final CFunction IOCTL = new CFunction("ioctl");
  private static final CFunction SETSOCKOPT = new CFunction("setsockopt");
  private static final CFunction CONNECT = new CFunction("connect");
  private static final CFunction SEND = new CFunction("send");
  private static final CFunction RECVFROM = new CFunction("recvfrom");
  private static final CFunction PREAD = new CFunction("pread");
  private static final CFunction STATX = new CFunction("statx");

  private static final int MSG_DONTWAIT = 0x40;
  private static final short POLLIN = 1;

  private final MemorySegment state = Arena.ofAuto().allocate(CAPTURE);
  private final MemorySegment pollfd = Arena.ofAuto().allocate(8, 4);

  public int socket(int domain, int type, int protocol) {
    return result((int) SOCKET.call(state, domain, type, protocol, 0, 0, 0));
  }

  /**
   * @param address native
   */
  public int bind(int fd, MemorySegment address, int length) {
    try {
      return result((int) BIND.call(state, fd, address(address, 0, length), length, 0, 0, 0));
    } finally {
      Reference.reachabilityFence(address);
    }
  }

  public int close(int fd) {
    return result((int) CLOSE.call(state, fd, 0, 0, 0, 0, 0));
  }

  /**
   * @param path native, ends with NUL
   */
  public int open(MemorySegment path, int flags) {
    try {
      return result((int) OPEN.call(state, address(path, 0, 1), flags, 0, 0, 0, 0));
    } finally {
      Reference.reachabilityFence(path);
    }
  }

  /**
   * Waits until there is something to read, also where a signal comes meanwhile.
   *
   * @return 0 after this time, else not; a negative errno
   */
  public int awaitInput(int fd, Duration wait) {
    pollfd.set(JAVA_INT, 0, fd);
    pollfd.set(JAVA_SHORT, 4, POLLIN);
    pollfd.set(JAVA_SHORT, 6, (short) 0);
    int millis = (int) Math.min(wait.toMillis(), Integer.MAX_VALUE);
    try {
      int ready;
      do {
        ready = result((int) POLL.call(state, address(pollfd, 0, 8), 1, millis, 0, 0, 0));
      } while (ready == -Errno.EINTR);
      return ready;
    } finally {
      Reference.reachabilityFence(pollfd);
    }
  }

  /**
   * @param argument native
   */
  public int ioctl(int fd, long request, MemorySegment argument) {
    try {
      return result((int) IOCTL.call(state, fd, request, address(argument, 0, 0), 0, 0, 0));
    } finally {
      Reference.reachabilityFence(argument);
    }
  }

  /**
   * @param value native
   */
  public int setsockopt(int fd, int level, int option, MemorySegment value, int length) {
    try {
      long at = address(value, 0, length);
      return result((int) SETSOCKOPT.call(state, fd, level, option, at, length, 0));
    } finally {
      Reference.reachabilityFence(value);
    }
  }

  /**
   * @param address native
   */
  public int connect(int fd, MemorySegment address, int length) {
    try {
      return result((int) CONNECT.call(state, fd, address(address, 0, length), length, 0, 0, 0));
    } finally {
      Reference.reachabilityFence(address);
    }
  }

  /**
   * @param bytes native, of which {@code length} from {@code from} on are sent
   */
  public long send(int fd, MemorySegment bytes, long from, long length, int flags) {
    long at = address(bytes, from, length);
    try {
      long sent = SEND.call(fd, at, length, flags, 0, 0);
      if (sent >= 0) {
        return sent;
      }
      // nothing was sent: again, for the errno, as in pread, and without waiting a second time
      return result(SEND.call(state, fd, at, length, flags | MSG_DONTWAIT, 0, 0));
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /**
   * @param into native, of which {@code length} bytes from {@code from} on are there
   * @param sender and its length, both NULL where nobody asks
   */
  public long receive(
      int fd,
      MemorySegment into,
      long from,
      long length,
      int flags,
      MemorySegment sender,
      MemorySegment senderLength) {
    long to = address(into, from, length);
    long who = sender.address();
    long whose = senderLength.address();
    try {
      long got = RECVFROM.call(fd, to, length, flags, who, whose);
      if (got >= 0) {
        return got;
      }
      return result(RECVFROM.call(state, fd, to, length, flags | MSG_DONTWAIT, who, whose));
    } finally {
      Reference.reachabilityFence(into);
      Reference.reachabilityFence(sender);
      Reference.reachabilityFence(senderLength);
    }
  }

  private static long address(MemorySegment bytes, long from, long length) {
    if (!bytes.isNative()) {
      throw new IllegalArgumentException("the C library takes native memory alone");
    }
    return bytes.address() + Objects.checkFromIndexSize(from, length, bytes.byteSize());
  }

  /**
   * @param into native
   */
  public long pread(int fd, MemorySegment into, long length, long offset) {
    long to = address(into, 0, length);
    try {
      long got = PREAD.call(fd, to, length, offset, 0, 0);
      if (got >= 0) {
        return got;
      }
      // again, for the errno: keeping it costs an object a call where the JVM only has C1
      return result(PREAD.call(state, fd, to, length, offset, 0, 0));
    } finally {
      Reference.reachabilityFence(into);
    }
  }

  /**
   * @param path native, ends with NUL
   * @param into one {@code struct statx}, 256 bytes, native; the same layout on every machine
   */
  public int statx(int fd, MemorySegment path, int flags, int mask, MemorySegment into) {
    long from = address(path, 0, 1);
    long to = address(into, 0, 256);
    try {
      int done = (int) STATX.call(fd, from, flags, mask, to, 0);
      return done >= 0 ? done : result((int) STATX.call(state, fd, from, flags, mask, to, 0));
    } finally {
      Reference.reachabilityFence(path);
      Reference.reachabilityFence(into);
    }
  }

  private int result(int returned) {
    return returned == -1 ? -state.get(JAVA_INT, ERRNO) : returned;
  }

  private long result(long returned) {
    return returned == -1 ? -state.get(JAVA_INT, ERRNO) : returned;
  }
}
