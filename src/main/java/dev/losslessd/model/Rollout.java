package dev.losslessd.model;

import java.time.Duration;
import java.util.List;

/**
 * A plan is applied in waves, with a soak after each.
 *
 * @param waves the last is 100 %, so that no part of the plan is left out
 * @param soak how long the guard judges a wave before the next; 1 s to 24 h
 * @param acceptIdle a wave over ports without traffic is followed by the next, as far as links and
 *     counters tell nothing against it
 */
public record Rollout(List<WaveSize> waves, Duration soak, boolean acceptIdle) {
  /** More waves than this are a typing error. */
  public static final int MOST_WAVES = 20;

  public static final Duration USUAL_SOAK = Duration.ofSeconds(60);

  private static final Duration LONGEST = Duration.ofHours(24);

  /** A wave without traffic is held. */
  public Rollout(List<WaveSize> waves, Duration soak) {
    this(waves, soak, false);
  }

  public Rollout {
    waves = List.copyOf(waves);
    if (waves.isEmpty() || waves.size() > MOST_WAVES || !waves.getLast().equals(WaveSize.ALL)) {
      throw new IllegalArgumentException(
          "waves " + waves + ": expected 1.." + MOST_WAVES + " of which the last is 100%");
    }
    if (soak.compareTo(Duration.ofSeconds(1)) < 0 || soak.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("soak " + soak + ": expected 1 s to 24 h");
    }
  }
}
