package dev.losslessd.metrics;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * When a commit last worked on each device. An alert on a link that goes down asks it, as a commit
 * may take links down, and its undo again.
 */
final class DeviceCommits {
  private final LongSupplier now;
  private final Map<String, Commit> open = new HashMap<>();
  private final Map<String, Long> latest = new TreeMap<>();

  /**
   * @param now Unix time in seconds
   */
  DeviceCommits(LongSupplier now) {
    this.now = now;
  }

  /** Takes a commit's new state; a staged one has not touched its devices. */
  synchronized void count(Commit commit) {
    if (commit.open()) {
      open.put(commit.id(), commit);
    } else if (!(commit instanceof Commit.Staged)) {
      open.remove(commit.id());
      stamp(commit);
    }
  }

  /** Unix times by device; now, while a commit is open on it. */
  synchronized Map<String, Long> latest() {
    open.values().forEach(this::stamp);
    return new TreeMap<>(latest);
  }

  private void stamp(Commit commit) {
    long at = now.getAsLong();
    commit.changes().stream()
        .flatMap(Change::shownBy)
        .map(Target::device)
        .forEach(device -> latest.put(device.name(), at));
  }
}
