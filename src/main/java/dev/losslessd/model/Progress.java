package dev.losslessd.model;

import dev.losslessd.text.Worded;
import java.time.Instant;
import java.util.Optional;

/**
 * Position of a commit in its waves.
 *
 * @param wave from 1
 * @param of so many waves
 * @param begun changes of the plan, from its start, that were at least begun
 * @param soakUntil the wave is written and read back, and is judged until then; empty while it is
 *     written
 * @param held why the next wave waits beyond that; empty where it does not
 */
public record Progress(int wave, int of, int begun, Optional<Instant> soakUntil, String held) {
  /** The wave is being written. */
  public static Progress writing(int wave, int of, int begun) {
    return new Progress(wave, of, begun, Optional.empty(), "");
  }

  public Progress soaking(Instant until, String why) {
    return new Progress(wave, of, begun, Optional.of(until), why);
  }

  /** What happens to the wave, by its words in documents. */
  public enum Phase implements Worded {
    WRITING,
    SOAKING,
    HELD
  }

  public Phase phase() {
    return !held.isEmpty() ? Phase.HELD : soakUntil.isPresent() ? Phase.SOAKING : Phase.WRITING;
  }
}
