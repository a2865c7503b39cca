package dev.losslessd.files;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A thread that may be stuck in a file for ever, with the work that it was given. */
final class Worker extends Thread {
  private @Nullable Handed<?> given;

  Worker(Runnable work) {
    super(work, "files");
    setDaemon(true);
  }

  /** Whether this thread is one. */
  static boolean isHere() {
    return Thread.currentThread() instanceof Worker;
  }

  /** Runs work on this thread. */
  static void run(Handed<?> handed) {
    Worker own = (Worker) Thread.currentThread();
    own.given = handed;
    try {
      handed.run();
    } finally {
      own.given = null;
    }
  }

  /**
   * This thread goes into a call.
   *
   * @throws CancellationException nobody waits for the answer any more
   */
  static void enters(Place place) {
    Handed<?> handed = handed();
    if (handed != null) {
      handed.enters(place);
    }
  }

  /** This thread comes out of a call; throws as {@link #enters}. */
  static void leaves(Place place) {
    Handed<?> handed = handed();
    if (handed != null) {
      handed.leaves(place);
    }
  }

  /** What this thread was given is late as a whole. */
  static LateException failed(LateException e) {
    Handed<?> handed = handed();
    if (handed != null) {
      handed.failed(e);
    }
    return e;
  }

  /** Throws as {@link #enters}. */
  static void requireAwaited() {
    Handed<?> handed = handed();
    if (handed != null && handed.isGivenUp()) {
      throw new CancellationException("given up after an access that was late");
    }
  }

  /** Lets this thread go into calls although nobody waits for it, until the result is run. */
  static Runnable evenIfGivenUp() {
    Handed<?> handed = handed();
    if (handed == null || !handed.isGivenUp()) {
      return () -> {};
    }
    Worker own = (Worker) Thread.currentThread();
    own.given = null;
    return () -> own.given = handed;
  }

  private static @Nullable Handed<?> handed() {
    return Thread.currentThread() instanceof Worker own ? own.given : null;
  }
}
