package dev.losslessd.config;

import java.util.Optional;

/**
 * A key that another file sets otherwise. Secrets are references, so that no value is one.
 *
 * @param key as in messages: {@code poll.nic}, {@code switches[leaf1].address}
 * @param before empty where it is new
 * @param after empty where it goes
 * @param needsRestart whether it takes effect at the next start only
 */
public record ConfigChange(
    String key, Optional<String> before, Optional<String> after, boolean needsRestart) {
  /** One line: {@code poll.nic: 1s -> 2s}. */
  public String text() {
    if (before.isEmpty()) {
      return key + ": added, " + after.orElse("");
    }
    return after
        .map(now -> key + ": " + before.get() + " -> " + now)
        .orElseGet(() -> key + ": removed, was " + before.get());
  }
}
