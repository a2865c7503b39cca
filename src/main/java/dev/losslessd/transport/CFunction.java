package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A function of the C library, called in one shape that serves them all: six numbers, and a number
 * back. System V on x86-64 and AAPCS64 pass the first six numbers and addresses in registers,
 * whatever their width, those of a variadic function too, and a function leaves alone what it does
 * not take. For each other shape the JVM would make a dozen classes when it starts: fourteen shapes
 * were a fifth of the time to the first page.
 */
final class CFunction {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final FunctionDescriptor SHAPE =
      FunctionDescriptor.of(
          JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle PLAIN = plain();
  private static final MethodHandle KEEPING = keeping();

  private final MemorySegment function;

  /**
   * @param name in the C library
   */
  CFunction(String name) {
    function = LINKER.defaultLookup().findOrThrow(name);
  }

  @SuppressWarnings("restricted") // who calls answers for what the numbers mean
  private static MethodHandle plain() {
    return LINKER.downcallHandle(SHAPE);
  }

  @SuppressWarnings("restricted") // the same
  private static MethodHandle keeping() {
    return LINKER.downcallHandle(SHAPE, Linker.Option.captureCallState("errno"));
  }

  /**
   * Calls the function and returns its result; an {@code int} is in the lower half.
   *
   * @param a to {@code f}: numbers and addresses; what the function does not take is 0
   */
  long call(long a, long b, long c, long d, long e, long f) {
    try {
      return (long) PLAIN.invokeExact(function, a, b, c, d, e, f);
    } catch (Throwable thrown) {
      throw broken(thrown);
    }
  }

  /**
   * Calls the function as {@link #call(long, long, long, long, long, long)} does, and keeps errno.
   *
   * @param state {@link Linker.Option#captureStateLayout}
   */
  long call(MemorySegment state, long a, long b, long c, long d, long e, long f) {
    try {
      return (long) KEEPING.invokeExact(function, state, a, b, c, d, e, f);
    } catch (Throwable thrown) {
      throw broken(thrown);
    }
  }

  private static IllegalStateException broken(Throwable e) {
    return new IllegalStateException("C library call failed to run", e);
  }
}
