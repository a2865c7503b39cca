package dev.losslessd.config;

import java.util.List;
import java.util.Optional;

/**
 * A key that another file sets otherwise. Secrets are references, so that no value is one.
 *
 * @param key as in messages: {@code poll.nic}, {@code switches[leaf1].address}
 * @param before empty where it is new
 * @param after empty where it goes
 */
public record ConfigChange(String key, Optional<String> before, Optional<String> after) {
  /**
   * Keys that a running daemon cannot take over, each with all below it: what is bound, opened or
   * measured by them lasts as long as the process.
   */
  static final List<String> RESTART =
      List.of(
          "host",
          "state",
          "http.listen",
          "http.socket",
          "http.limits",
          "poll.deadline",
          "input",
          "metrics.listen",
          "commit.deviceDeadline",
          "history.auditFile",
          "history.head");

  /** Whether TLS comes or goes: an address speaks the one or the other. */
  private static final String TLS = "http.tls";

  /** Whether it takes effect at the next start only. */
  public boolean needsRestart() {
    return key.equals(TLS) || needsRestart(key);
  }

  /** Whether a key of the declaration takes effect at the next start only. */
  static boolean needsRestart(String key) {
    return RESTART.stream()
        .anyMatch(one -> key.equals(one) || key.startsWith(one + ".") || key.startsWith(one + "["));
  }

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
