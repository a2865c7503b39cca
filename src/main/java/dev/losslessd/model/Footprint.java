package dev.losslessd.model;

import java.util.Optional;

/**
 * What this agent has changed of one setting since its first write there, or since the device was
 * last released.
 *
 * @param found value before the first write; empty where an earlier release dropped that history
 * @param words the device's own for it
 * @param last value that a confirmed commit wrote last
 */
public record Footprint(Optional<Setting> found, String words, Setting last) {
  /** Creates the footprint of a first write. */
  public static Footprint of(Change first) {
    return new Footprint(Optional.of(first.before()), first.wordsBefore(), first.before());
  }

  /** Returns a copy after another confirmed write. */
  public Footprint then(Setting value) {
    return new Footprint(found, words, value);
  }

  /** Whether the device has another value now than was found, as far as this agent wrote it. */
  public boolean isLeft() {
    return !found.equals(Optional.of(last));
  }
}
