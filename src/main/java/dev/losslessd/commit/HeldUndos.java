package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Undos that wait until writing is allowed, and commits of which a person must say how they end.
 */
final class HeldUndos {
  /** An undo that waits, with the steps begun and the reason. */
  record Held(List<Change> begun, String why) {}

  private final Map<String, Held> held = new ConcurrentHashMap<>();
  private volatile Set<String> doubtful = Set.of();

  void hold(String id, List<Change> begun, String why) {
    held.put(id, new Held(begun, why));
  }

  /** Removes an undo that waits no longer. */
  Optional<Held> take(String id) {
    return Optional.ofNullable(held.remove(id));
  }

  Set<String> ids() {
    return new TreeSet<>(held.keySet());
  }

  /**
   * @param confirmed commits that the audit says were confirmed, and the journal does not
   */
  void doubt(Set<String> confirmed) {
    doubtful = Set.copyOf(confirmed);
  }

  boolean isDoubtful(String id) {
    return doubtful.contains(id);
  }

  /** Whether a start must not decide about it. A repair that was applied is not undone anyway. */
  boolean isDoubtful(Commit commit) {
    boolean kept = commit.repair() && commit instanceof Commit.AwaitingConfirm;
    return commit.open() && isDoubtful(commit.id()) && !kept;
  }
}
