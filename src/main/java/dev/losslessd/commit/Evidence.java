package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Target;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which ended commits are still needed to judge what is adrift, repaired or stuck. For each
 * resource: the last confirmed, the last undone and the last repairs. For each target: the last of
 * all. Stuck ones stay until someone took care of their targets. The number grows with resources,
 * not with commits.
 */
final class Evidence {
  /** More than any rule about repairs looks back. */
  private static final int REPAIRS = 8;

  private final Map<Key, String> confirmed = new HashMap<>();
  private final Map<Key, String> takenBack = new HashMap<>();
  private final Map<Target, String> last = new HashMap<>();
  private final Map<Key, ArrayDeque<String>> repairs = new HashMap<>();
  private final Map<Target, Set<String>> stuck = new HashMap<>();
  private final Set<String> unresolved = new HashSet<>();

  /** Number of judgements that need each commit. */
  private final Map<String, Integer> uses = new HashMap<>();

  boolean needs(String id) {
    return uses.containsKey(id) || unresolved.contains(id);
  }

  /** A commit has ended. */
  void ended(Commit commit, Commit.Ended how) {
    resolve(commit);
    switch (how) {
      case Commit.Confirmed _ -> end(commit, true);
      case Commit.RolledBack _, Commit.Abandoned _ -> end(commit, false);
    }
  }

  private void end(Commit commit, boolean kept) {
    for (Change change : commit.changes()) {
      Key key = change.key();
      swap(last, change.target(), commit.id());
      if (commit.repair()) {
        repaired(key, commit.id());
      }
      if (!commit.repair() || kept) {
        swap(kept ? confirmed : takenBack, key, commit.id());
      }
      if (!commit.repair() && kept) {
        forgetRepairs(change.target());
      }
    }
  }

  private void repaired(Key key, String id) {
    ArrayDeque<String> all = repairs.computeIfAbsent(key, _ -> new ArrayDeque<>());
    if (!all.contains(id)) {
      all.addLast(id);
      use(id);
    }
    if (all.size() > REPAIRS) {
      drop(all.removeFirst());
    }
  }

  /** A person's confirm begins the count anew. */
  private void forgetRepairs(Target target) {
    repairs
        .entrySet()
        .removeIf(one -> {
          boolean gone = one.getKey().target().equals(target);
          if (gone) {
            one.getValue().forEach(this::drop);
          }
          return gone;
        });
  }

  /** A rollback waits for an operator. */
  void stuck(Commit.Stuck one) {
    unresolved.add(one.id());
    one.left()
        .forEach(
            change -> stuck.computeIfAbsent(change.target(), _ -> new HashSet<>()).add(one.id()));
    end(one, false);
  }

  private void resolve(Commit commit) {
    unresolved.remove(commit.id());
    for (Change change : commit.changes()) {
      Set<String> resolved = stuck.remove(change.target());
      if (resolved != null) {
        unresolved.removeAll(resolved);
      }
    }
  }

  private <T> void swap(Map<T, String> which, T key, String id) {
    String before = which.put(key, id);
    if (!id.equals(before)) {
      use(id);
      if (before != null) {
        drop(before);
      }
    }
  }

  private void use(String id) {
    uses.merge(id, 1, Integer::sum);
  }

  private void drop(String id) {
    uses.computeIfPresent(id, (_, times) -> times == 1 ? null : times - 1);
  }
}
