package dev.losslessd.config;

import dev.losslessd.model.ReloadOutcome;
import java.time.Instant;
import java.util.List;

/**
 * What became of one reading of the config file.
 *
 * @param actor who asked for it
 * @param digest of the file as it was understood; empty where it could not be
 * @param changes against the config that was in force, in the order of the reference
 * @param reasons why it was refused, each with its place; empty otherwise
 */
public record ReloadResult(
    Instant at,
    String actor,
    ReloadOutcome outcome,
    String digest,
    List<ConfigChange> changes,
    List<Reason> reasons) {
  /**
   * A reason against a file.
   *
   * @param place in the file, or the key: {@code losslessd.yaml:3:9}, {@code state}
   */
  public record Reason(String place, String message) {
    public String text() {
      return place.isEmpty() ? message : place + ": " + message;
    }
  }

  public ReloadResult {
    changes = List.copyOf(changes);
    reasons = List.copyOf(reasons);
  }

  public boolean isRefused() {
    return outcome == ReloadOutcome.REFUSED;
  }
}
