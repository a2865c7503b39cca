package dev.losslessd.driver;

import dev.losslessd.model.Change;
import dev.losslessd.model.Key;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.SettingKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A system's way of writing changes: all lines of a draft or none, as far as the system can.
 *
 * @param <S> output of a switch at one time
 */
public interface SwitchTransaction<S> extends Traces, StartupConfig {
  /** Lines that were worked out and wait to be sent. */
  @FunctionalInterface
  interface Prepared {
    /**
     * Sends the lines; the switch is read anew after it.
     *
     * @param what the first change, for messages
     * @throws DeviceException as {@link Session#apply}
     */
    void send(String what);

    /**
     * Looks whether the switch shows all that was sent, where it may take lines and lose them.
     *
     * @param what the first change, for messages
     * @throws DeviceException LIED if it does not; what was sent is taken back
     */
    default void requireWhole(String what) {}
  }

  /**
   * Refuses a change before the switch is asked for anything.
   *
   * @throws DeviceException UNSUPPORTED for what is never written on this system
   */
  default void require(Change change) {}

  /**
   * Returns the changes that need lines. A change that holds already needs none; only the first
   * change of a setting can be judged by what runs.
   *
   * @param isMet whether the switch shows a change already
   */
  default List<Change> open(List<Change> changes, Predicate<Change> isMet) {
    Set<Key> begun = new HashSet<>();
    return changes.stream()
        .filter(change -> !begun.add(change.key()) || !isMet.test(change))
        .toList();
  }

  /**
   * Works out the lines for changes.
   *
   * @param now read at this call
   * @param open changes that need lines; none where all hold already
   * @return empty if no line is needed
   * @throws DeviceException UNSUPPORTED or REFUSED for what this switch cannot do
   */
  Optional<Prepared> draft(S now, List<Change> open);

  /**
   * Does the work of {@link Session#rehearse}. Each change is worked out from what runs now, so a
   * later one is refused only for what no earlier change can make possible.
   *
   * @param now read at this call, or shortly before it
   * @param isMet whether the switch shows a change already
   */
  default List<Refusal> rehearse(S now, List<Change> changes, Predicate<Change> isMet) {
    List<Refusal> refusals = new ArrayList<>();
    for (Change change : changes) {
      boolean first = change.equals(changes.getFirst());
      Failures.complaint(
              () -> {
                require(change);
                draft(now, open(List.of(change), isMet));
              })
          .filter(e -> first || e.kind() == DeviceException.Kind.UNSUPPORTED)
          .map(e -> Failures.refusal(change, e))
          .ifPresent(refusals::add);
    }
    return refusals;
  }

  /** Does the work of {@link Session#joined}. */
  default Set<SettingKind> joined() {
    return Set.of();
  }
}
