package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The kernel of this machine, in the middle of an ethtool call: it holds the RTNL lock, as it does
 * while firmware takes its time, and every other change of a netdev waits until it is let go.
 *
 * <p>The answer of the call is to go into a page that is not there. The page fault is ours to
 * resolve (userfaultfd(2)), and the kernel waits for that with the lock in its hands.
 */
final class HeldKernel implements AutoCloseable {
  private static final int READ_WRITE_CLOEXEC = 2 | 0x80000;
  private static final int PRIVATE_ANONYMOUS = 0x22;
  private static final int SIOCETHTOOL = 0x8946;
  private static final int ETHTOOL_GSTATS = 0x1d;
  private static final int PAGE = 4096;

  // linux/userfaultfd.h
  private static final int USERFAULTFD_IOC_NEW = 0xaa00;
  private static final int UFFDIO_API = 0xc018aa3f;
  private static final int UFFDIO_REGISTER = 0xc020aa00;
  private static final int UFFDIO_ZEROPAGE = 0xc020aa04;
  private static final long UFFD_API = 0xaa;
  private static final long MISSING = 1;
  private static final int FAULT_BYTES = 32;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle OPEN = named("open", 2, ADDRESS, JAVA_INT);
  private static final MethodHandle IOCTL = named("ioctl", 2, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle READ = named("read", 3, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle SOCKET = named("socket", 3, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle CLOSE = named("close", 1, JAVA_INT);

  private final Arena arena = Arena.ofShared();
  private final int faults;
  private final MemorySegment absent;
  private final Thread call;

  private HeldKernel(String netdev, int faults) throws Throwable {
    this.faults = faults;
    MemorySegment api = arena.allocate(24, 8);
    api.set(JAVA_LONG, 0, UFFD_API);
    require("UFFDIO_API", ioctl(faults, UFFDIO_API, api));
    MemorySegment pages = pages();
    absent = pages.asSlice(PAGE, PAGE);
    require("UFFDIO_REGISTER", ioctl(faults, UFFDIO_REGISTER, range(MISSING)));
    MemorySegment answer = pages.asSlice(PAGE - 8, 8);
    answer.set(JAVA_INT, 0, ETHTOOL_GSTATS);
    MemorySegment request = arena.allocate(40, 8);
    request.setString(0, netdev);
    request.set(ADDRESS, 16, answer);
    call = Thread.ofPlatform().daemon().name("ethtool call").start(() -> stats(request));
    MemorySegment fault = arena.allocate(FAULT_BYTES, 8);
    require("a page fault", (int) (long) READ.invokeExact(faults, fault, (long) FAULT_BYTES));
  }

  /**
   * Empty where this machine does not let us resolve its page faults.
   *
   * @param netdev one with statistics
   */
  static Optional<HeldKernel> hold(String netdev) throws Throwable {
    try (Arena path = Arena.ofConfined()) {
      MemorySegment file = path.allocateFrom("/dev/userfaultfd");
      int device = (int) OPEN.invokeExact(file, READ_WRITE_CLOEXEC);
      if (device < 0) {
        return Optional.empty();
      }
      MemorySegment flags = MemorySegment.ofAddress(READ_WRITE_CLOEXEC & ~2);
      int faults = ioctl(device, USERFAULTFD_IOC_NEW, flags);
      close(device);
      return faults < 0 ? Optional.empty() : Optional.of(new HeldKernel(netdev, faults));
    }
  }

  /** Page-aligned, so that the second page can be made absent. */
  @SuppressWarnings("restricted") // mmap(2), and as long as was asked for
  private static MemorySegment pages() throws Throwable {
    MethodHandle map =
        LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("mmap"),
            FunctionDescriptor.of(
                ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    MemorySegment at = (MemorySegment) map.invokeExact(0L, 2L * PAGE, 3, PRIVATE_ANONYMOUS, -1, 0L);
    return at.reinterpret(2L * PAGE);
  }

  private MemorySegment range(long mode) {
    MemorySegment range = arena.allocate(32, 8);
    range.set(JAVA_LONG, 0, absent.address());
    range.set(JAVA_LONG, 8, PAGE);
    range.set(JAVA_LONG, 16, mode);
    return range;
  }

  private static void stats(MemorySegment request) {
    try {
      int socket = (int) SOCKET.invokeExact(2, 2, 0);
      int _ = ioctl(socket, SIOCETHTOOL, request);
      close(socket);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The call ends, and whoever waits for the lock goes on. */
  void letGo() throws Throwable {
    int _ = ioctl(faults, UFFDIO_ZEROPAGE, range(0)); // refused where it was done before
    call.join();
  }

  @Override
  public void close() throws IOException {
    try {
      letGo();
      close(faults);
      arena.close();
    } catch (Throwable e) {
      throw new IOException(e);
    }
  }

  private static void require(String what, int result) {
    if (result < 0) {
      throw new IllegalStateException(what + " failed");
    }
  }

  private static int ioctl(int fd, int request, MemorySegment argument) throws Throwable {
    return (int) IOCTL.invokeExact(fd, Integer.toUnsignedLong(request), argument);
  }

  private static void close(int fd) throws Throwable {
    int _ = (int) CLOSE.invokeExact(fd);
  }

  /**
   * @param fixed arguments before those that vary
   */
  @SuppressWarnings("restricted") // each is declared as its manual page has it
  private static MethodHandle named(String name, int fixed, MemoryLayout... arguments) {
    FunctionDescriptor shape =
        name.equals("read")
            ? FunctionDescriptor.of(JAVA_LONG, arguments)
            : FunctionDescriptor.of(JAVA_INT, arguments);
    MemorySegment symbol = LINKER.defaultLookup().findOrThrow(name);
    return fixed < arguments.length
        ? LINKER.downcallHandle(symbol, shape, Linker.Option.firstVariadicArg(fixed))
        : LINKER.downcallHandle(symbol, shape);
  }
}
