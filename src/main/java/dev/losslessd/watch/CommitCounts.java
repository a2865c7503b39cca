package dev.losslessd.watch;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.metrics.ManagementFacts;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.UndoCause;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Commits that were taken back since the start, by cause. */
public final class CommitCounts {
  private final Map<UndoCause, Long> undone = new TreeMap<>();

  /** A commit has come to a new state. */
  public synchronized void onCommit(Commit commit) {
    if (commit instanceof Commit.RolledBack back) {
      undone.merge(UndoCause.of(back.why()), 1L, Long::sum);
    }
  }

  /** What is wanted, open and was undone, for the page. */
  public ManagementFacts facts(CommitEngine engine, Inventory inventory) {
    Set<DeviceId> devices = new HashSet<>(inventory.switchRegistry().ids());
    devices.add(inventory.host().id());
    return ManagementFacts.of(
        engine.intent(), devices, inventory::writes, engine.commits(), undone());
  }

  synchronized Map<UndoCause, Long> undone() {
    return Map.copyOf(undone);
  }
}
