package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Footprint;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Release;
import dev.losslessd.model.Setting;
import dev.losslessd.store.Snapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What was found of each setting before this agent's first write that stayed, what it left there,
 * and which devices it left. Made of how commits ended, so it says what is on the devices. A part
 * of the fold of the journal; its owner locks.
 */
final class Footprints {
  private final Map<Key, Footprint> prints;
  private final NavigableMap<DeviceId, Release> releases = new TreeMap<>();

  Footprints(Snapshot base) {
    prints = new HashMap<>(base.footprints());
    base.releases().forEach(one -> releases.put(one.device(), one));
  }

  /** A commit has ended. */
  void ended(CommitRecord record, Commit.Ended how) {
    switch (how) {
      case Commit.Confirmed confirmed -> kept(record, confirmed);
      case Commit.RolledBack _ -> {} // the devices are as before it
      case Commit.Abandoned abandoned -> left(record.state().run().plan(), abandoned.left());
    }
  }

  private void kept(CommitRecord record, Commit.Confirmed confirmed) {
    Commit.Run run = confirmed.run();
    Map<Key, Setting> results = run.plan().results();
    run.plan()
        .changes()
        .forEach(change ->
            results.computeIfPresent(
                change.key(),
                (key, now) -> {
                  prints.merge(key, Footprint.of(change).then(now), (known, _) -> known.then(now));
                  return null;
                }));
    for (DeviceId device : record.leaves()) {
      released(
          new Release(
              device,
              Release.How.RESTORED,
              List.of(Releases.NOT_ASKED),
              run.actor(),
              run.reason(),
              confirmed.at()));
    }
  }

  /** What was not rolled back may still be as the commit wrote it. */
  private void left(Plan plan, List<Change> left) {
    Map<Key, Setting> results = plan.results();
    Set<Key> keys = left.stream().map(Change::key).collect(Collectors.toSet());
    for (Change change : plan.changes()) {
      Key key = change.key();
      Setting now = results.get(key);
      if (now != null && keys.remove(key)) {
        List<Setting> others = between(plan, key);
        prints.merge(
            key, Footprint.of(change).then(now, others), (known, _) -> known.then(now, others));
      }
    }
  }

  /** A setting may take more than one step, and the rollback may have been given up at each. */
  private static List<Setting> between(Plan plan, Key key) {
    return plan.changes().stream()
        .filter(change -> change.key().equals(key))
        .map(Change::before)
        .toList();
  }

  /** Where the settings stay as they are, what was found there is still known for a later time. */
  void released(Release release) {
    releases.put(release.device(), release);
    if (release.how() == Release.How.RESTORED) {
      prints.keySet().removeIf(key -> key.target().device().equals(release.device()));
    }
  }

  void returned(DeviceId device) {
    releases.remove(device);
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
