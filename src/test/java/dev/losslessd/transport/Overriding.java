package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** CAP_DAC_OVERRIDE of threads, which are the ones that have capabilities (capabilities(7)). */
public final class Overriding {
  private static final CFunction CAPGET = new CFunction("capget");
  private static final CFunction CAPSET = new CFunction("capset");

  /** _LINUX_CAPABILITY_VERSION_3: two times effective, permitted and inheritable. */
  private static final int VERSION = 0x20080522;

  private static final int DATA_BYTES = 24;
  private static final int PERMITTED = 4;
  private static final int CAP_DAC_OVERRIDE = 1 << 1;

  private Overriding() {}

  /** Whether this thread has it. */
  public static boolean isHere() {
    try (Arena arena = Arena.ofConfined()) {
      return (get(header(arena), arena.allocate(DATA_BYTES, 4)).get(JAVA_INT, 0) & CAP_DAC_OVERRIDE)
          != 0;
    }
  }

  /** Does something on a thread that has given it up, as have the threads that this one makes. */
  public static <T> T without(Callable<T> what) throws Exception {
    FutureTask<T> task =
        new FutureTask<>(() -> {
          drop();
          return what.call();
        });
    Thread.ofPlatform().daemon().start(task);
    return task.get();
  }

  private static void drop() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment header = header(arena);
      MemorySegment data = get(header, arena.allocate(DATA_BYTES, 4));
      for (int at = 0; at <= PERMITTED; at += 4) {
        data.set(JAVA_INT, at, data.get(JAVA_INT, at) & ~CAP_DAC_OVERRIDE);
      }
      require((int) CAPSET.call(header.address(), data.address(), 0, 0, 0, 0));
    }
  }

  private static MemorySegment header(Arena arena) {
    MemorySegment header = arena.allocate(8, 4);
    header.set(JAVA_INT, 0, VERSION);
    return header;
  }

  private static MemorySegment get(MemorySegment header, MemorySegment data) {
    require((int) CAPGET.call(header.address(), data.address(), 0, 0, 0, 0));
    return data;
  }

  private static void require(int result) {
    if (result != 0) {
      throw new IllegalStateException("capabilities of this thread: " + result);
    }
  }
}
