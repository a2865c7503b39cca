package dev.losslessd.driver;

import dev.losslessd.model.Change;
import java.util.List;
import java.util.Optional;

/**
 * A system's way of writing changes that the switch itself takes back unless they are confirmed.
 *
 * @param <S> output of a switch at one time
 */
public interface TimedTransaction<S> extends SwitchTransaction<S> {
  /** What the switch holds under its timer. */
  HeldCommit<?> held();

  /** Prepares for changes under a timer, before the switch is read for them. */
  default void prepare(Hold hold) {}

  /** Works out the lines for changes that are put in force under the switch's timer. */
  Optional<Prepared> draft(S now, List<Change> open, Hold hold);

  /** Does the work of {@link Session#revert}. */
  default void revert(Hold hold, List<Change> begun) {
    held().revert(hold);
  }
}
