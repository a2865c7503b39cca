package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * The few C library calls that Java has no way to make. Each returns what C returns, or the
 * negative errno. Nothing is allocated per call. One instance belongs to one thread at a time, as
 * it keeps the errno of its last call.
 */
public final class Libc {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout CAPTURE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CAPTURE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle SOCKET = bind("socket", 0, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle BIND = bind("bind", 0, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle CLOSE = bind("close", 0, JAVA_INT);
  private static final MethodHandle OPEN = bind("open", 0, ADDRESS, JAVA_INT);
  private static final MethodHandle POLL = bind("poll", 0, ADDRESS, JAVA_LONG, JAVA_INT);
  // variadic in C: the third argument is passed as such on arm64
  private static final MethodHandle IOCTL = bind("ioctl", 2, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle SETSOCKOPT =
      bind("setsockopt", 0, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle CONNECT = bind("connect", 0, JAVA_INT, ADDRESS, JAVA_INT);
  // addresses of what is called often are passed as numbers: C1 makes a slice an object, and holds
  // each segment's arena open for the call
  private static final MethodHandle SEND =
      bindLong("send", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle SEND_ONLY =
      withoutErrno(
          "send", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
  private static final MethodHandle RECVFROM =
      bindLong("recvfrom", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle RECVFROM_ONLY =
      withoutErrno(
          "recvfrom",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle PREAD =
      bindLong("pread", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle PREAD_ONLY =
      withoutErrno(
          "pread", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle STATX_ONLY =
      withoutErrno(
          "statx", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
  private static final MethodHandle STATX =
      bind("statx", 0, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);

  private static final int MSG_DONTWAIT = 0x40;

  private final MemorySegment state = Arena.ofAuto().allocate(CAPTURE);

  public int socket(int domain, int type, int protocol) {
    try {
      return result((int) SOCKET.invokeExact(state, domain, type, protocol));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int bind(int fd, MemorySegment address, int length) {
    try {
      return result((int) BIND.invokeExact(state, fd, address, length));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int close(int fd) {
    try {
      return result((int) CLOSE.invokeExact(state, fd));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /**
   * @param path ends with NUL
   */
  public int open(MemorySegment path, int flags) {
    try {
      return result((int) OPEN.invokeExact(state, path, flags));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /**
   * @param pollfd one {@code struct pollfd}
   * @param millis -1 waits for ever
   */
  public int poll(MemorySegment pollfd, int millis) {
    try {
      return result((int) POLL.invokeExact(state, pollfd, 1L, millis));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int ioctl(int fd, long request, MemorySegment argument) {
    try {
      return result((int) IOCTL.invokeExact(state, fd, request, argument));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int setsockopt(int fd, int level, int option, MemorySegment value, int length) {
    try {
      return result((int) SETSOCKOPT.invokeExact(state, fd, level, option, value, length));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  public int connect(int fd, MemorySegment address, int length) {
    try {
      return result((int) CONNECT.invokeExact(state, fd, address, length));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  /**
   * @param bytes native, of which {@code length} from {@code from} on are sent
   */
  public long send(int fd, MemorySegment bytes, long from, long length, int flags) {
    long at = address(bytes, from, length);
    try {
      long sent = (long) SEND_ONLY.invokeExact(fd, at, length, flags);
      if (sent >= 0) {
        return sent;
      }
      // nothing was sent: again, for the errno, as in pread, and without waiting a second time
      return result((long) SEND.invokeExact(state, fd, at, length, flags | MSG_DONTWAIT));
    } catch (Throwable e) {
      throw broken(e);
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
      long got = (long) RECVFROM_ONLY.invokeExact(fd, to, length, flags, who, whose);
      if (got >= 0) {
        return got;
      }
      return result(
          (long) RECVFROM.invokeExact(state, fd, to, length, flags | MSG_DONTWAIT, who, whose));
    } catch (Throwable e) {
      throw broken(e);
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
      long got = (long) PREAD_ONLY.invokeExact(fd, to, length, offset);
      if (got >= 0) {
        return got;
      }
      // again, for the errno: keeping it costs an object a call where the JVM only has C1
      return result((long) PREAD.invokeExact(state, fd, to, length, offset));
    } catch (Throwable e) {
      throw broken(e);
    } finally {
      Reference.reachabilityFence(into);
    }
  }

  /**
   * @param into one {@code struct statx}, 256 bytes; the same layout on every machine
   */
  public int statx(int fd, MemorySegment path, int flags, int mask, MemorySegment into) {
    try {
      int done = (int) STATX_ONLY.invokeExact(fd, path, flags, mask, into);
      if (done >= 0) {
        return done;
      }
      return result((int) STATX.invokeExact(state, fd, path, flags, mask, into));
    } catch (Throwable e) {
      throw broken(e);
    }
  }

  private int result(int returned) {
    return returned == -1 ? -(int) ERRNO.get(state, 0L) : returned;
  }

  private long result(long returned) {
    return returned == -1 ? -(int) ERRNO.get(state, 0L) : returned;
  }

  private static IllegalStateException broken(Throwable e) {
    return new IllegalStateException("C library call failed to run", e);
  }

  private static MethodHandle bind(String name, int firstVariadic, MemoryLayout... arguments) {
    return handle(name, firstVariadic, FunctionDescriptor.of(JAVA_INT, arguments));
  }

  private static MethodHandle bindLong(String name, MemoryLayout... arguments) {
    return handle(name, 0, FunctionDescriptor.of(JAVA_LONG, arguments));
  }

  @SuppressWarnings("restricted") // signatures are those of the C headers
  private static MethodHandle withoutErrno(String name, FunctionDescriptor function) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), function);
  }

  @SuppressWarnings("restricted") // signatures are those of the C headers
  private static MethodHandle handle(String name, int firstVariadic, FunctionDescriptor function) {
    MemorySegment symbol = LINKER.defaultLookup().findOrThrow(name);
    Linker.Option errno = Linker.Option.captureCallState("errno");
    return firstVariadic == 0
        ? LINKER.downcallHandle(symbol, function, errno)
        : LINKER.downcallHandle(
            symbol, function, errno, Linker.Option.firstVariadicArg(firstVariadic));
  }
}
