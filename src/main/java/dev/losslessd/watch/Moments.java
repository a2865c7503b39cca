package dev.losslessd.watch;

import dev.losslessd.commit.Pending;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Target;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Takes moments between two states of commits. The engine tells of each state before it writes for
 * it, so a commit that comes to a new one waits here until what was observed is taken. Else its
 * writes would be judged by what was wanted before. Safe for threads.
 */
final class Moments {
  /**
   * Takes note that a commit has come to a new state.
   *
   * @param outdate marks what was observed before
   */
  synchronized void onCommit(Runnable outdate) {
    outdate.run();
  }

  synchronized Moment take(
      Supplier<Pending> pending,
      Supplier<Set<Target>> outdated,
      Supplier<Map<Target, Observation>> seen) {
    Pending now = pending.get();
    Set<Target> written = outdated.get();
    return new Moment(Expected.of(now), seen.get(), written);
  }
}
