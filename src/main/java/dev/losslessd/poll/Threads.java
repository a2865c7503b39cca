package dev.losslessd.poll;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * Threads of this process, handed to schedulers by constructor as time is.
 *
 * @param platform daemon threads, for what waits in the kernel and for loops that never end
 * @param virtual for what waits in Java, so that a thousand cost little
 * @param tasks runs each task on a virtual thread of its own
 * @param timer only begins what is due, and waits for nothing
 */
public record Threads(
    ThreadFactory platform,
    ThreadFactory virtual,
    ExecutorService tasks,
    ScheduledExecutorService timer)
    implements AutoCloseable {
  /** Interrupts the tasks that still run. */
  @Override
  public void close() {
    timer.shutdownNow();
    tasks.shutdownNow();
  }
}
