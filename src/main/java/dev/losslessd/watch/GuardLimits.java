package dev.losslessd.watch;

import dev.losslessd.formulas.PauseLevel;
import java.time.Duration;

/**
 * From where on a commit is undone. The duty limits are those of law.PauseLevel; twice the baseline
 * and at least 1 % is the roll-back rule of guarded tuning. All are our own choice.
 *
 * @param settle after the last write, in which nothing is judged: links come up, buffers are carved
 * @param returnWithin after the settle time, in which a link that was up before, and a device that
 *     answered before, must be seen back; training an optic of 400G takes half a minute
 * @param baseline how long the normal pause duty is measured after that
 * @param floor duty that is always accepted, 0..1
 * @param ratio how many times its normal duty a priority may be paused
 * @param ceiling duty that is never accepted, unless the port was paused that much before the
 *     commit
 * @param reads in a row that must be over a duty limit; one alone is a burst
 */
public record GuardLimits(
    Duration settle,
    Duration returnWithin,
    Duration baseline,
    double floor,
    double ratio,
    double ceiling,
    int reads) {
  public static final GuardLimits DEFAULT =
      new GuardLimits(
          Duration.ofSeconds(15),
          Duration.ofSeconds(45),
          Duration.ofSeconds(10),
          PauseLevel.WARNING.limit(),
          2,
          PauseLevel.CRITICAL.limit(),
          2);

  /** Returns a copy with other times to settle and to wait for links and paths. */
  public GuardLimits within(Duration time, Duration comingBack) {
    return new GuardLimits(time, comingBack, baseline, floor, ratio, ceiling, reads);
  }
}
