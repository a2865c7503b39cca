package dev.losslessd.app;

import dev.losslessd.poll.Threads;
import java.util.concurrent.Executors;

/** Real threads of this process, made beside {@link SystemTime}. */
public final class SystemThreads {
  private SystemThreads() {}

  /** New threads of each kind, none of which keeps the process from its end. */
  public static Threads get() {
    return new Threads(
        Thread.ofPlatform().daemon().factory(),
        Thread.ofVirtual().factory(),
        Executors.newVirtualThreadPerTaskExecutor(),
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("timer").factory()));
  }
}
