package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Target;
import dev.losslessd.store.Entry;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Resolves stuck commits in journals of earlier releases, where they held nothing. A later commit
 * on one of their targets means that a person took care of it.
 */
final class EarlierStuck {
  private EarlierStuck() {}

  /**
   * @param stuck ids, of which those go that were taken over
   */
  static void supersede(Entry.Begun later, Set<String> stuck, Map<String, Commit> commits) {
    Set<Target> targets = new HashSet<>();
    later.plan().changes().forEach(change -> targets.add(change.target()));
    later.resources().forEach(key -> targets.add(key.target()));
    stuck.removeIf(id -> {
      if (!(commits.get(id) instanceof Commit.Stuck one)) {
        return true;
      }
      boolean taken = one.left().stream().anyMatch(change -> targets.contains(change.target()));
      if (taken) {
        String why = one.why() + "; " + later.commit() + " took its targets over";
        commits.put(id, new Commit.Abandoned(one.run(), why, one.left(), one.at()));
      }
      return taken;
    });
  }
}
