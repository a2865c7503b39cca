package dev.losslessd.app;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Collects the old generation before it grows. The serial collector looks at it only when all that
 * the heap may ever have is full, so that garbage of long answers becomes resident memory that a
 * GPU server does not get back.
 *
 * @param used bytes, garbage included
 * @param left bytes that the last collection found alive; 0 before the first
 */
record OldGeneration(LongSupplier used, LongSupplier left, Runnable collect) {
  /** Least garbage, bytes, that is worth a pause of some 30 ms. */
  static final long LEAST = 3L << 20;

  /** That of this process; empty where the collector has no pool of that name. */
  static Optional<OldGeneration> ofThisProcess() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().equals("Tenured Gen"))
        .map(OldGeneration::of)
        .findFirst();
  }

  private static OldGeneration of(MemoryPoolMXBean pool) {
    return new OldGeneration(
        () -> pool.getUsage().getUsed(), () -> pool.getCollectionUsage().getUsed(), System::gc);
  }

  /** To be called again and again; a quarter more than what lives is let be. */
  void check() {
    long alive = left.getAsLong();
    if (used.getAsLong() - alive > Math.max(LEAST, alive / 4)) {
      collect.run();
    }
  }
}
