package dev.losslessd.model;

import org.jspecify.annotations.Nullable;

/**
 * One column of a sweep.
 *
 * @param signal its meaning
 * @param direction where the signal has one
 * @param priority where the signal is per priority
 * @param rawName what kernel or vendor call it
 * @param bits the width at which it wraps: 32 or 64
 * @param factor raw value times this is in the signal's unit; 4 for IB-style words
 */
public record Counter(
    Signal signal,
    @Nullable Direction direction,
    @Nullable Priority priority,
    String rawName,
    int bits,
    int factor) {

  public static Counter of(Signal signal, String rawName, int bits) {
    return new Counter(signal, null, null, rawName, bits, 1);
  }

  public static Counter of(Signal signal, Direction direction, String rawName, int bits) {
    return new Counter(signal, direction, null, rawName, bits, 1);
  }

  public static Counter of(
      Signal signal, Direction direction, Priority priority, String rawName, int bits) {
    return new Counter(signal, direction, priority, rawName, bits, 1);
  }
}
