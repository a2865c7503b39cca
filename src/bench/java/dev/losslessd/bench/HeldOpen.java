package dev.losslessd.bench;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * A file that hangs when it is opened, for reading or for writing, as a device does whose driver
 * waits for firmware: a lease (fcntl(2), F_SETLEASE) that is not given back keeps whoever opens it
 * for /proc/sys/fs/lease-break-time, 45 s. A pipe does not hang where it is opened for both.
 */
final class HeldOpen implements AutoCloseable {
  private static final int O_RDWR = 2;
  private static final int F_SETSIG = 10;
  private static final int F_SETLEASE = 1024;
  private static final int F_WRLCK = 1;

  /** Sent by the kernel when another process waits for the lease; ignored by default. */
  private static final int SIGURG = 23;

  private final int descriptor;

  HeldOpen(Path file) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      this.descriptor =
          call(
              "open",
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
              2,
              arena.allocateFrom(file.toString()),
              O_RDWR);
    }
    if (descriptor < 0 || control(F_SETSIG, SIGURG) < 0 || control(F_SETLEASE, F_WRLCK) < 0) {
      throw new IOException("no lease of " + file + ": fcntl(2), F_SETLEASE");
    }
  }

  private int control(int command, int argument) {
    return call(
        "fcntl",
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
        2,
        descriptor,
        command,
        argument);
  }

  /**
   * @param fixed how many arguments are not variadic
   */
  @SuppressWarnings("restricted") // the two calls are declared as their manual pages have them
  private static int call(String name, FunctionDescriptor type, int fixed, Object... arguments) {
    Linker linker = Linker.nativeLinker();
    Linker.Option[] options =
        type.argumentLayouts().size() > fixed
            ? new Linker.Option[] {Linker.Option.firstVariadicArg(fixed)}
            : new Linker.Option[0];
    MethodHandle handle =
        linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, options);
    try {
      return (int) handle.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(name, e);
    }
  }

  @Override
  public void close() {
    call("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT), 1, descriptor);
  }
}
