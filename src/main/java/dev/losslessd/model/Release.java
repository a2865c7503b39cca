package dev.losslessd.model;

import dev.losslessd.text.Worded;
import java.time.Instant;
import java.util.List;

/**
 * A device that this agent left: nothing is wanted, planned or repaired there until a person gives
 * it back.
 *
 * @param names of this agent that are still on the device, as it told when it was left
 * @param actor who left it
 */
public record Release(
    DeviceId device, How how, List<String> names, String actor, String reason, Instant since) {
  /** What became of the settings. */
  public enum How implements Worded {
    /** What was found before the first write is back. */
    RESTORED,
    /** What was in force stays. */
    KEPT;
  }

  public Release {
    names = List.copyOf(names);
  }

  /** Returns a copy with what the device still carries. */
  public Release naming(List<String> left) {
    return new Release(device, how, left, actor, reason, since);
  }

  /** {@code leaf1 is released since 2027-01-01T00:00:00Z (kept as it was): sold}. */
  public String text() {
    String what = how == How.KEPT ? "kept as it was" : "restored";
    String why = reason.isEmpty() ? "" : ": " + reason;
    return device + " is released since " + since + " (" + what + ")" + why;
  }
}
