package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import dev.losslessd.store.Entry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is wanted, and what each open commit makes of it once it is confirmed; all of one moment.
 *
 * @param open oldest first
 */
public record Pending(Intent intent, List<Open> open) {
  /**
   * A commit that holds its targets.
   *
   * @param sets overrides that its confirm brings
   * @param unsets overrides that its confirm takes away
   */
  public record Open(Commit commit, Map<Key, Setting> sets, Set<Key> unsets) {}

  public Pending {
    open = List.copyOf(open);
  }

  static Pending of(History history) {
    List<Open> open =
        List.copyOf(history.commits()).reversed().stream()
            .filter(Commit::open)
            .map(commit -> open(commit, history))
            .toList();
    return new Pending(history.intent(), open);
  }

  /** A repair brings back what the intent has all the time. */
  private static Open open(Commit commit, History history) {
    Map<Key, Setting> sets = new TreeMap<>();
    Set<Key> unsets = new TreeSet<>();
    if (!commit.repair()) {
      history
          .record(commit.id())
          .flatMap(CommitRecord::begun)
          .map(Entry.Begun::delta)
          .ifPresent(sets::putAll);
      commit.run().plan().unset().forEach(one -> unsets.add(one.key()));
    }
    return new Open(commit, sets, unsets);
  }
}
