package dev.losslessd.watch;

import java.util.concurrent.atomic.LongAdder;

/** Changes of this host by others, by how they were found. */
public final class ChangesFound {
  private final LongAdder notices = new LongAdder();
  private final LongAdder glances = new LongAdder();

  void noticed() {
    notices.increment();
  }

  void glanced() {
    glances.increment();
  }

  /** Number of changes that the kernel reported. */
  public long notices() {
    return notices.sum();
  }

  /** Number of changes found by a cheap second look, which the kernel had not reported. */
  public long glances() {
    return glances.sum();
  }
}
