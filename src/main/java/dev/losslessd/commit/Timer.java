package dev.losslessd.commit;

import java.time.Duration;

/** Runs something later; app wires a real one, tests one that they wind by hand. */
@FunctionalInterface
public interface Timer {
  /** Runs the task once, after the delay, on some thread that may block. */
  Ticket after(Duration delay, Runnable task);

  /** Something that was asked for and can be called off. */
  @FunctionalInterface
  interface Ticket {
    void cancel();
  }
}
