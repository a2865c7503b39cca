package dev.losslessd.model;

import java.util.List;
import java.util.Optional;

/**
 * What this agent has changed of one setting since its first write there, or since the device was
 * last released.
 *
 * @param found value before the first write; empty where an earlier release dropped that history
 * @param words the device's own for it
 * @param last value that was left there last
 * @param or values that may be there instead: a rollback of {@code last} was given up, and how far
 *     it had come is not known
 */
public record Footprint(Optional<Setting> found, String words, Setting last, List<Setting> or) {
  public Footprint {
    or = List.copyOf(or);
  }

  /** A footprint of which the last value is certain. */
  public Footprint(Optional<Setting> found, String words, Setting last) {
    this(found, words, last, List.of());
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
  public Footprint then(Setting value, List<Setting> others) {
    return new Footprint(found, words, value, others);
  }

  /** Whether the device has another value now than was found, as far as this agent wrote it. */
  public boolean isLeft() {
    return !found.equals(Optional.of(last))
        || or.stream().anyMatch(one -> !found.equals(Optional.of(one)));
  }
}
