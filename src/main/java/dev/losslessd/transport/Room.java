package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Native memory for messages that may be large and seldom are: zero, and no page of it resident
 * until it is written. {@link Arena#allocate} writes zeros over all of it, which for the buffers of
 * eight ports are 20 MB that nobody uses.
 */
public final class Room {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle CALLOC =
      handle("calloc", FunctionDescriptor.of(ADDRESS, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle FREE = handle("free", FunctionDescriptor.ofVoid(ADDRESS));

  private Room() {}

  /** As long as somebody holds it; aligned to 16 bytes. */
  @SuppressWarnings("restricted") // calloc gave exactly so many bytes, and free takes them back
  public static MemorySegment of(long bytes) {
    try {
      MemorySegment found = (MemorySegment) CALLOC.invokeExact(1L, bytes);
      if (found.address() == 0) {
        throw new OutOfMemoryError(bytes + " bytes of native memory");
      }
      return found.reinterpret(bytes, Arena.ofAuto(), Room::free);
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("calloc cannot be called", e);
    }
  }

  private static void free(MemorySegment found) {
    try {
      FREE.invokeExact(found);
    } catch (Throwable e) {
      throw new IllegalStateException("free cannot be called", e);
    }
  }

  @SuppressWarnings("restricted") // calloc and free of the C library, with their own signatures
  private static MethodHandle handle(String name, FunctionDescriptor type) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
  }
}
