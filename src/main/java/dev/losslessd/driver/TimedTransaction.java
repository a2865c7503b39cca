package dev.losslessd.driver;

import dev.losslessd.driver.SwitchTransaction.Prepared;
import dev.losslessd.model.Change;
import dev.losslessd.model.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

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

  /**
   * Works out the lines for changes.
   *
   * @param hold under whose timer they are put in force; empty to put them in force for good
   */
  Optional<Prepared> draft(S now, List<Change> open, Optional<Hold> hold);

  @Override
  default Optional<Prepared> draft(S now, List<Change> open) {
    return draft(now, open, Optional.empty());
  }

  /** Works all of them out together, as they are written. */
  @Override
  default List<Refusal> rehearse(S now, List<Change> changes, Predicate<Change> isMet) {
    if (complaint(now, changes, isMet).isEmpty()) {
      return List.of();
    }
    return IntStream.rangeClosed(1, changes.size())
        .mapToObj(n ->
            complaint(now, changes.subList(0, n), isMet)
                .map(why -> Failures.refusal(changes.get(n - 1), why)))
        .flatMap(Optional::stream)
        .limit(1)
        .toList();
  }

  private Optional<DeviceException> complaint(
      S now, List<Change> changes, Predicate<Change> isMet) {
    return Failures.complaint(() -> {
      changes.forEach(this::require);
      draft(now, open(changes, isMet));
    });
  }

  /** Does the work of {@link Session#revert}. */
  default void revert(Hold hold, List<Change> begun) {
    held().revert(hold);
  }
}
