package dev.losslessd.files;

import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * Limit of one kind of files.
 *
 * @param deadline of one call
 * @param most threads in calls at a time
 * @param free threads that may go into calls now
 */
public record Limit(Duration deadline, int most, Semaphore free) {
  /** Returns the limit of a kind of which no file is read yet. */
  public Limit(Duration deadline, int most) {
    this(deadline, most, new Semaphore(most));
  }
}
