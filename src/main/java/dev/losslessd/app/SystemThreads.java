package dev.losslessd.app;

import dev.losslessd.commit.EngineThreads;
import dev.losslessd.poll.Threads;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.AbortPolicy;
import java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy;
import java.util.concurrent.TimeUnit;

/** Real threads of this process, made beside {@link SystemTime}. */
public final class SystemThreads {
  private static final Duration IDLE = Duration.ofSeconds(10);

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

  /**
   * Threads of the commit engine, for nothing else, at most 60 in all: callers of device calls are
   * the first four kinds, so a call waits for a thread only where earlier ones hang. Idle threads
   * end.
   */
  static EngineThreads commits() {
    return new EngineThreads(
        pool("commit-request", 4, new LinkedBlockingQueue<>(64), new AbortPolicy()),
        pool("commit-decision", 4, new LinkedBlockingQueue<>(64), new AbortPolicy()),
        pool("commit-step", 8, new SynchronousQueue<>(), new AbortPolicy()),
        pool("commit-lane", 14, new SynchronousQueue<>(), new CallerRunsPolicy()),
        pool("commit-call", 30, new LinkedBlockingQueue<>(256), new AbortPolicy()));
  }

  /** With a queue, threads are begun before it fills; without, at once or not at all. */
  private static ExecutorService pool(
      String name, int most, BlockingQueue<Runnable> queue, RejectedExecutionHandler full) {
    int core = queue instanceof SynchronousQueue ? 0 : most;
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            core,
            most,
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            queue,
            Thread.ofPlatform().daemon().name(name + "-", 1).factory(),
            full);
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
