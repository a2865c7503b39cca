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
    return call(SOCKET, state, domain, type, protocol, 0, 0);
  }

  /**
   * @param address native
   */
  public int bind(int fd, MemorySegment address, int length) {
    return call(BIND, address, fd, address(address, 0, length), length, 0, 0);
  }

  public int close(int fd) {
    return call(CLOSE, state, fd, 0, 0, 0, 0);
  }

  /**
   * @param path native, ends with NUL
   */
  public int open(MemorySegment path, int flags) {
    return call(OPEN, path, address(path, 0, 1), flags, 0, 0, 0);
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
    int ready;
    do {
      ready = call(POLL, pollfd, address(pollfd, 0, 8), 1, millis, 0, 0);
    } while (ready == -Errno.EINTR);
    return ready;
  }

  /**
   * @param argument native
   */
  public int ioctl(int fd, long request, MemorySegment argument) {
    return call(IOCTL, argument, fd, request, address(argument, 0, 0), 0, 0);
  }

  /**
   * @param value native
   */
  public int setsockopt(int fd, int level, int option, MemorySegment value, int length) {
    return call(SETSOCKOPT, value, fd, level, option, address(value, 0, length), length);
  }

  /**
   * @param address native
   */
  public int connect(int fd, MemorySegment address, int length) {
    return call(CONNECT, address, fd, address(address, 0, length), length, 0, 0);
  }

  /**
   * Calls a function that returns an {@code int}.
   *
   * @param kept what has the addresses among the numbers
   */
  private int call(CFunction function, MemorySegment kept, long a, long b, long c, long d, long e) {
    try {
      int returned = (int) function.call(state, a, b, c, d, e, 0);
      return (int) result(returned);
    } finally {
      Reference.reachabilityFence(kept);
    }
  }

  /**
   * @param bytes native, of which {@code length} from {@code from} on are sent
   */
  public long send(int fd, MemorySegment bytes, long from, long length, int flags) {
    long at = address(bytes, from, length);
    return moved(SEND, bytes, fd, at, length, flags, flags | MSG_DONTWAIT, 0, 0);
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
      return moved(RECVFROM, into, fd, to, length, flags, flags | MSG_DONTWAIT, who, whose);
    } finally {
      Reference.reachabilityFence(sender);
      Reference.reachabilityFence(senderLength);
    }
  }

  /**
   * @param into native
   */
  public long pread(int fd, MemorySegment into, long length, long offset) {
    return moved(PREAD, into, fd, address(into, 0, length), length, offset, offset, 0, 0);
  }

  /**
   * Calls a function that moves bytes. One that failed moved none: it is called again for its
   * errno, without waiting a second time. Keeping the errno costs an object a call where the JVM
   * only has C1.
   *
   * @param d the fourth number, {@code again} of the second call
   */
  private long moved(
      CFunction function,
      MemorySegment bytes,
      long fd,
      long at,
      long length,
      long d,
      long again,
      long e,
      long f) {
    try {
      long count = function.call(fd, at, length, d, e, f);
      return count >= 0 ? count : result(function.call(state, fd, at, length, again, e, f));
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  private static long address(MemorySegment bytes, long from, long length) {
    if (!bytes.isNative()) {
      throw new IllegalArgumentException("the C library takes native memory alone");
    }
    return bytes.address() + Objects.checkFromIndexSize(from, length, bytes.byteSize());
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
      return done >= 0 ? done : call(STATX, into, fd, from, flags, mask, to);
    } finally {
      Reference.reachabilityFence(path);
      Reference.reachabilityFence(into);
    }
  }

  private long result(long returned) {
    return returned == -1 ? -state.get(JAVA_INT, ERRNO) : returned;
  }
}
