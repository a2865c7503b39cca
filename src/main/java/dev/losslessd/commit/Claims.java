package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Change;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Targets held by open commits. Each is written by one commit alone; whole devices that port
 * settings rely on may be shared by many. While a device's own settings change, no commit on its
 * ports begins, nor the other way round. So no confirm rests on something unconfirmed. Not safe for
 * threads.
 */
final class Claims {
  private final Map<Target, String> written = new HashMap<>();
  private final Map<Target, Set<String>> reliedOn = new HashMap<>();

  /**
   * @param own who may hold them already
   * @throws CommitException IN_PROGRESS; nothing is claimed then
   */
  void claim(String own, Collection<Target> targets) {
    for (Target target : new TreeSet<>(targets)) {
      requireFree(own, target);
    }
    take(own, targets);
  }

  /** Claims targets unchecked, for a commit that held them before a restart. */
  void take(String id, Collection<Target> targets) {
    for (Target target : targets) {
      written.put(target, id);
      if (target instanceof Target.Port port) {
        Target device = new Target.Device(port.device());
        reliedOn.computeIfAbsent(device, _ -> new HashSet<>()).add(id);
      }
    }
  }

  private void requireFree(String own, Target target) {
    require(own, target, written.get(target), "");
    for (String other : reliedOn.getOrDefault(target, Set.of())) {
      require(own, target, other, " on ports of it");
    }
    if (target instanceof Target.Port port) {
      Target device = new Target.Device(port.device());
      require(own, target, written.get(device), ", which changes " + device + " as a whole");
    }
  }

  private static void require(String own, Target target, @Nullable String holder, String why) {
    if (holder != null && !holder.equals(own)) {
      throw new CommitException(
          Kind.IN_PROGRESS,
          target + " is held by commit " + holder + why + "; confirm or cancel it");
    }
  }

  void release(String id) {
    written.values().removeIf(id::equals);
    reliedOn.values().forEach(ids -> ids.remove(id));
    reliedOn.values().removeIf(Set::isEmpty);
  }

  /** All that a plan writes. */
  static Set<Target> of(Collection<Change> changes) {
    Set<Target> targets = new TreeSet<>();
    changes.forEach(change -> targets.add(change.target()));
    return targets;
  }
}
