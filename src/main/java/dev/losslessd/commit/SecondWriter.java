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
import java.util.function.Function;

/**
 * Whether another host's agent has marked a setting that a commit of this one has made. What it may
 * have confirmed is neither confirmed nor overwritten here.
 */
final class SecondWriter {
  private SecondWriter() {}

  /**
   * The first mark on any of these.
   *
   * @throws DeviceException a device does not answer
   */
  static Optional<String> of(List<Change> changes, Runner runner) {
    Map<DeviceId, List<ForeignMark>> marks = new TreeMap<>();
    return of(changes, device -> marks.computeIfAbsent(device, runner::foreign));
  }

  private static Optional<String> of(
      List<Change> changes, Function<DeviceId, List<ForeignMark>> marks) {
    for (Change change : changes) {
      Key key = change.key();
      Optional<ForeignMark> found = ForeignMark.find(marks.apply(change.device()), key);
      if (found.isPresent()) {
        return Optional.of(key + ": second-writer: " + found.get().who(key.target().device()));
      }
    }
    return Optional.empty();
  }

  /** Names a second writer as far as devices answer: one that is silent hides no other's mark. */
  static Optional<String> known(List<Change> changes, Runner runner) {
    Map<DeviceId, List<ForeignMark>> marks = new TreeMap<>();
    return of(changes, device -> marks.computeIfAbsent(device, one -> knownMarks(one, runner)));
  }

  private static List<ForeignMark> knownMarks(DeviceId device, Runner runner) {
    try {
      return runner.foreign(device);
    } catch (DeviceException e) {
      return List.of();
    }
  }

  /**
   * @param marks of a device
   * @throws DeviceException REFUSED if another agent holds it: it stays
   */
  static void requireNone(Change change, Function<DeviceId, List<ForeignMark>> marks) {
    of(List.of(change), marks)
        .ifPresent(why -> {
          throw DeviceException.refused(
              why + "; not taken back, it stays as it is until 'retry --overwrite' or 'abandon'");
        });
  }
}
