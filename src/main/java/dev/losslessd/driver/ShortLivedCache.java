package dev.losslessd.driver;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last output of a switch, used for two seconds: a box of 64 ports is read once, not 65 times.
 * For one caller at a time.
 */
public final class ShortLivedCache<T> {
  private static final long NANOS = 2_000_000_000L;

  private final LongSupplier ticks;
  private final Supplier<T> reader;
  private @Nullable T last;
  private long readAt;

  /**
   * @param ticks monotonic nanoseconds
   * @param reader asks the switch
   */
  public ShortLivedCache(LongSupplier ticks, Supplier<T> reader) {
    this.ticks = ticks;
    this.reader = reader;
  }

  /**
   * Returns what was read; the reading ended at most two seconds before the call. The time that it
   * took does not count: a slow switch would be asked again and again.
   */
  public T now() {
    T known = last;
    if (known == null || ticks.getAsLong() - readAt > NANOS) {
      known = reader.get();
      last = known;
      readAt = ticks.getAsLong();
    }
    return known;
  }

  /** Read at this call, however young the last reading is. */
  public T again() {
    forget();
    return now();
  }

  /** The next {@link #now} asks the switch. */
  public void forget() {
    last = null;
  }

  /** Does work that may change the switch, whether it ends well or not. */
  public void changing(Runnable work) {
    try {
      work.run();
    } finally {
      forget();
    }
  }
}
