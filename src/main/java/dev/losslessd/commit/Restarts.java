package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a device or port has started again since a commit began: then it shows what it came up
 * with, which no other writer has set.
 */
final class Restarts {
  private Restarts() {}

  /** Starts of what a commit is about to write; nothing of a device that does not answer. */
  static Map<Target, Incarnation> of(List<Change> changes, Runner runner) {
    Map<DeviceId, List<Target>> targets =
        Target.byDevice(changes.stream().map(Change::target).distinct());
    Map<Target, Incarnation> all = new HashMap<>();
    targets.forEach((device, those) -> all.putAll(read(device, those, runner)));
    return all;
  }

  private static Map<Target, Incarnation> read(
      DeviceId device, Collection<Target> targets, Runner runner) {
    try {
      return runner.alone(device, "asking " + device + " for its start", one -> read(one, targets));
    } catch (DeviceException e) {
      return Map.of();
    }
  }

  private static Map<Target, Incarnation> read(Session session, Collection<Target> targets) {
    Map<Target, Incarnation> found = new HashMap<>();
    targets.forEach(
        target -> session.incarnation(target).ifPresent(start -> found.put(target, start)));
    return found;
  }

  /** Whether the target has started again since; not so where that is not known. */
  static boolean since(Map<Target, Incarnation> begun, Target target, Runner runner) {
    Optional<Incarnation> before = Optional.ofNullable(begun.get(target));
    Optional<Incarnation> now =
        Optional.ofNullable(read(target.device(), List.of(target), runner).get(target));
    return before.isPresent() && now.filter(before.get()::isOther).isPresent();
  }
}
