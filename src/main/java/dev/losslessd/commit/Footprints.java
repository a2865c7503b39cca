package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Footprint;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Release;
import dev.losslessd.store.Entry;
import dev.losslessd.store.Snapshot;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What this agent has changed on each device since its first write there, and which devices it
 * left. A part of the fold of the journal; its owner locks.
 */
final class Footprints {
  private final Map<Key, Footprint> prints;
  private final NavigableMap<DeviceId, Release> releases = new TreeMap<>();

  /** Devices by the commit that leaves them. */
  private final Map<String, List<DeviceId>> releasing = new HashMap<>();

  /** Commits up to this number were taken in before. */
  private final int known;

  Footprints(Snapshot base) {
    prints = new HashMap<>(base.footprints());
    base.releases().forEach(one -> releases.put(one.device(), one));
    known = base.highest();
  }

  /** A commit is about to write: what stands there before the first write is what was found. */
  void begun(int number, Plan plan) {
    if (number > known) {
      plan.changes().forEach(change -> prints.putIfAbsent(key(change), Footprint.of(change)));
    }
  }

  private static Key key(Change change) {
    return new Key(change.target(), change.kind());
  }

  void releasing(Entry.Releasing entry) {
    releasing.put(entry.commit(), entry.devices());
  }

  /** A commit made a revision; where it leaves devices, they are left now. */
  void confirmed(Entry.Begun made, Instant at) {
    made.plan()
        .results()
        .forEach((key, value) -> prints.computeIfPresent(key, (_, print) -> print.then(value)));
    for (DeviceId device : releasing.getOrDefault(made.commit(), List.of())) {
      released(
          new Release(
              device,
              Release.How.RESTORED,
              List.of(Releases.NOT_ASKED),
              made.actor(),
              made.reason(),
              at));
    }
  }

  void released(Release release) {
    releases.put(release.device(), release);
    prints.keySet().removeIf(key -> key.target().device().equals(release.device()));
  }

  void returned(DeviceId device) {
    releases.remove(device);
  }

  void forget(String commit) {
    releasing.remove(commit);
  }

  /**
   * The commit that leaves a device.
   *
   * @param open whether a commit is not decided yet
   */
  NavigableMap<DeviceId, String> releasing(Predicate<String> open) {
    NavigableMap<DeviceId, String> all = new TreeMap<>();
    releasing.forEach((commit, devices) -> {
      if (open.test(commit)) {
        devices.forEach(device -> all.put(device, commit));
      }
    });
    return all;
  }

  /** Devices that a confirmed commit has left. */
  Collection<DeviceId> releasedBy(String commit) {
    return releasing.getOrDefault(commit, List.of()).stream()
        .filter(releases::containsKey)
        .toList();
  }

  Map<Key, Footprint> all() {
    return Map.copyOf(prints);
  }

  List<Release> releases() {
    return List.copyOf(releases.values());
  }

  Collection<DeviceId> left() {
    return Set.copyOf(releases.keySet());
  }
}
