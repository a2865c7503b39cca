package dev.losslessd.transport;

/** The end of this process without the JVM's own: _exit(2). */
public final class ProcessEnd {
  private ProcessEnd() {}

  /**
   * Ends the process at once, without shutdown hooks. {@code System.exit} first waits 300 ms for
   * threads inside calls of the kernel (HotSpot's VM_Exit::wait_for_threads_in_native_to_block).
   *
   * @param code 0 to 255
   */
  public static void now(int code) {
    new CFunction("_exit").call(code, 0, 0, 0, 0, 0);
  }
}
