package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether the agent of another host has put its mark on what a commit of ours has set. What it may
 * have confirmed is neither confirmed nor overwritten by us.
 */
final class SecondWriter {
  private SecondWriter() {}

  /**
   * The first mark on any of these, with what to do.
   *
   * @throws DeviceException a device does not answer
   */
  static Optional<String> of(List<Change> changes, Runner runner) {
    Map<DeviceId, List<ForeignMark>> marks = new TreeMap<>();
    for (Change change : changes) {
      Key key = new Key(change.target(), change.kind());
      List<ForeignMark> there = marks.computeIfAbsent(change.target().device(), runner::foreign);
      Optional<ForeignMark> found = ForeignMark.find(there, key);
      if (found.isPresent()) {
        return Optional.of(key + ": second-writer: " + found.get().text(key.target().device()));
      }
    }
    return Optional.empty();
  }

  /** The same as far as the devices answer: one that is silent says nothing against it. */
  static Optional<String> known(List<Change> changes, Runner runner) {
    try {
      return of(changes, runner);
    } catch (DeviceException e) {
      return Optional.empty();
    }
  }

  /**
   * @throws DeviceException REFUSED if another agent holds it: it stays
   */
  static void requireNone(Change change, Runner runner) {
    of(List.of(change), runner)
        .ifPresent(why -> {
          throw new DeviceException(
              DeviceException.Kind.REFUSED, why + "; not taken back, it stays as it is");
        });
  }
}
