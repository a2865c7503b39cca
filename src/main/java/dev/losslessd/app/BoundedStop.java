package dev.losslessd.app;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the steps of a stop, each on a thread of its own. A step that hangs is named in the log and
 * left behind: the process ends without it. Everything that must outlive the process is on disk
 * before a step begins, as each record is synced when it is written.
 */
final class BoundedStop {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedStop.class);

  /** Time for a step once the total has run out: enough for one that does not wait. */
  private static final Duration LEAST = Duration.ofMillis(100);

  private final long deadline;

  /**
   * @param total time of all steps together
   */
  BoundedStop(Duration total) {
    this.deadline = System.nanoTime() + total.toNanos();
  }

  /** Waits for a step, but no longer than its share of the time that is left. */
  void run(String what, Duration share, AutoCloseable step) {
    together(share, Map.of(what, step));
  }

  /** Runs steps side by side, which have one share together. */
  void together(Duration share, Map<String, ? extends AutoCloseable> steps) {
    Map<String, Thread> running = new LinkedHashMap<>();
    steps.forEach((what, step) -> running.put(what, begin(what, step)));
    long began = System.nanoTime();
    long end = began + Math.max(LEAST.toNanos(), Math.min(share.toNanos(), deadline - began));
    running.forEach((what, thread) -> await(what, thread, began, end));
  }

  private static Thread begin(String what, AutoCloseable step) {
    return Thread.ofPlatform()
        .daemon()
        .name("stop " + what)
        .start(() -> {
          try {
            step.close();
          } catch (Exception e) {
            LOG.warn("while stopping {}: {}", what, e.getMessage());
          }
        });
  }

  private static void await(String what, Thread thread, long began, long end) {
    try {
      if (thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
        return;
      }
      LOG.warn(
          "while stopping, {} did not end within {} ms and is left behind; it stands in {}",
          what,
          Duration.ofNanos(end - began).toMillis(),
          place(thread));
      thread.interrupt();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The call that hangs and the nearest of this program's own that made it. */
  private static String place(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    if (stack.length == 0) {
      return "nothing any more";
    }
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().startsWith("dev.losslessd.")) {
        return frame.equals(stack[0]) ? frame.toString() : stack[0] + ", called from " + frame;
      }
    }
    return stack[0].toString();
  }
}
