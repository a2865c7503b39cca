package dev.losslessd.model;

import java.util.Optional;

/**
 * Which values of a setting a target keeps as they are, as its driver or the device itself tells:
 * sizes, steps, numbers of classes. Ranges that every device has are in {@link FieldType}.
 */
@FunctionalInterface
public interface ValueLimit {
  /** Any value of the right form. */
  ValueLimit NONE = _ -> Optional.empty();

  /** Returns why a value would not be kept, with the value and what is expected; else empty. */
  Optional<String> refusal(Setting wanted);
}
