package dev.losslessd.model;

import java.util.OptionalLong;

/**
 * When one way to a device was last any good. Times are monotonic nanoseconds at which it was
 * asked; what was never asked is neither.
 *
 * @param way {@code ssh} or {@code snmp}
 * @param answered the last time that it answered, with a no too
 * @param silent the last time that no answer came
 */
public record Contact(String way, OptionalLong answered, OptionalLong silent) {
  /** Whether it answered when it was last asked. */
  public boolean answers() {
    return answered.isPresent()
        && (silent.isEmpty() || answered.getAsLong() - silent.getAsLong() > 0);
  }

  /** Whether it has answered something that was asked at this time or later. */
  public boolean answeredSince(long tickNanos) {
    return answered.isPresent() && answered.getAsLong() - tickNanos >= 0;
  }

  /** Whether it was asked at this time or later, and did not answer. */
  public boolean silentSince(long tickNanos) {
    return silent.isPresent() && silent.getAsLong() - tickNanos >= 0;
  }
}
