package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Targets that commits have written since their device was last saved: what of them survives a
 * reboot of the device is not known. After a restart also some that were saved: the records of the
 * newest commit of each setting stay in the journal, and tell of it again. Its owner locks.
 */
final class Owed {
  private final SortedMap<DeviceId, SortedSet<Target>> targets = new TreeMap<>();

  void add(Collection<Change> changes) {
    changes.forEach(change ->
        targets
            .computeIfAbsent(change.target().device(), _ -> new TreeSet<>())
            .add(change.target()));
  }

  void saved(DeviceId device) {
    targets.remove(device);
  }

  SortedSet<Target> of(DeviceId device) {
    return new TreeSet<>(targets.getOrDefault(device, new TreeSet<>()));
  }

  SortedMap<DeviceId, SortedSet<Target>> all() {
    SortedMap<DeviceId, SortedSet<Target>> all = new TreeMap<>();
    targets.keySet().forEach(device -> all.put(device, of(device)));
    return all;
  }
}
