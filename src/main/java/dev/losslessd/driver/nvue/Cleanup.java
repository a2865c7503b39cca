package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import java.util.HashSet;
import java.util.Set;

/**
 * Possible contents of a draft that was broken off while changes were written into it: the applied
 * configuration, and any part of the lines that lead from there to one of those changes. The order
 * of lines is not relied on.
 */
final class Cleanup {
  private final Set<String> applied;
  private final Set<String> fresh = new HashSet<>();
  private final Set<String> gone = new HashSet<>();

  /**
   * @param applied what is set now, which every such draft began with
   */
  Cleanup(Node applied) {
    this.applied = Tree.essence(applied);
  }

  /**
   * @param after what the lines lead to
   */
  static Cleanup toward(Node applied, Node after) {
    Cleanup cleanup = new Cleanup(applied);
    cleanup.lead(after);
    return cleanup;
  }

  private void lead(Node after) {
    Set<String> lines = Tree.essence(after);
    fresh.addAll(without(lines, applied));
    gone.addAll(without(applied, lines));
  }

  /** One more change. One that cannot be made of the configuration has no lines either. */
  void add(Draft draft, Change change) {
    try {
      draft.add(change);
    } catch (DeviceException e) {
      return;
    }
    lead(draft.tree());
  }

  /** Whether a draft holds nothing else. */
  boolean explain(Node draft) {
    Set<String> lines = Tree.essence(draft);
    return fresh.containsAll(without(lines, applied)) && gone.containsAll(without(applied, lines));
  }

  private static Set<String> without(Set<String> some, Set<String> others) {
    Set<String> left = new HashSet<>(some);
    left.removeAll(others);
    return left;
  }
}
