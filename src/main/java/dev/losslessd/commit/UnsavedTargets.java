package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Target;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Targets that commits have written since their device was last saved: what of them survives a
 * reboot of the device is not known. Its owner locks.
 */
final class UnsavedTargets {
  private final SortedMap<DeviceId, SortedSet<Target>> targets = new TreeMap<>();

  UnsavedTargets(Map<DeviceId, Set<Target>> base) {
    base.forEach((device, all) -> targets.put(device, new TreeSet<>(all)));
  }

  /** A commit has ended. An operator may have saved what it had written before a rollback. */
  void ended(CommitRecord record) {
    for (Change change : record.state().changes()) {
      targets.computeIfAbsent(change.device(), _ -> new TreeSet<>()).add(change.target());
    }
  }

  void saved(DeviceId device) {
    targets.remove(device);
  }

  SortedMap<DeviceId, SortedSet<Target>> all() {
    SortedMap<DeviceId, SortedSet<Target>> all = new TreeMap<>();
    targets.forEach((device, those) -> all.put(device, new TreeSet<>(those)));
    return all;
  }
}
