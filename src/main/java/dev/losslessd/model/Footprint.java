package dev.losslessd.model;

import java.util.Optional;

/**
 * What this agent has changed of one setting since its first write there, or since the device was
 * last released.
 *
 * @param found value before the first write; empty where an earlier release dropped that history
 * @param words the device's own for it
 * @param last value that was left there last
 * @param or value that may be there instead: a rollback of {@code last} was given up, and whether
 *     it had been made is not known
 */
public record Footprint(Optional<Setting> found, String words, Setting last, Optional<Setting> or) {
  /** A footprint of which the last value is certain. */
  public Footprint(Optional<Setting> found, String words, Setting last) {
    this(found, words, last, Optional.empty());
  }

  /** Creates the footprint of a first write. */
  public static Footprint of(Change first) {
    return new Footprint(Optional.of(first.before()), first.wordsBefore(), first.before());
  }

  /** Returns a copy after another write that stayed. */
  public Footprint then(Setting value) {
    return new Footprint(found, words, value);
  }

  /** Returns a copy after a write whose rollback was given up. */
  public Footprint then(Setting value, Setting before) {
    return new Footprint(found, words, value, Optional.of(before));
  }

  /** Whether the device has another value now than was found, as far as this agent wrote it. */
  public boolean isLeft() {
    return !found.equals(Optional.of(last)) || or.filter(one -> !found.equals(or)).isPresent();
  }
}
