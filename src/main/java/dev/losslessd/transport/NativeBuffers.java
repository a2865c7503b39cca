package dev.losslessd.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native memory for messages that may be large and seldom are: zero, and no page of it resident
 * until it is written. {@link Arena#allocate} writes zeros over all of it, which for the buffers of
 * eight ports are 20 MB that nobody uses.
 */
public final class NativeBuffers {
  private static final CFunction CALLOC = new CFunction("calloc");
  private static final CFunction FREE = new CFunction("free");

  private NativeBuffers() {}

  /** Returns memory that lives as long as somebody holds it; aligned to 16 bytes. */
  @SuppressWarnings("restricted") // calloc gave exactly so many bytes, and free takes them back
  public static MemorySegment of(long bytes) {
    long found = CALLOC.call(1, bytes, 0, 0, 0, 0);
    if (found == 0) {
      throw new OutOfMemoryError(bytes + " bytes of native memory");
    }
    return MemorySegment.ofAddress(found).reinterpret(bytes, Arena.ofAuto(), NativeBuffers::free);
  }

  private static void free(MemorySegment found) {
    FREE.call(found.address(), 0, 0, 0, 0, 0);
  }
}
