package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Possible contents of a draft that was broken off while changes were written into it: the applied
 * configuration, and any part of the lines that lead from there to one of those changes. The order
 * of lines is not relied on.
 */
final class Cleanup {
  private final Node applied;
  private final Set<List<String>> fresh = new HashSet<>();
  private final Set<List<String>> gone = new HashSet<>();

  /**
   * @param applied what is set now, which every such draft began with
   */
  Cleanup(Node applied) {
    this.applied = applied.copy();
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
    fresh.addAll(without(after, applied));
    gone.addAll(without(applied, after));
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
    return fresh.containsAll(without(draft, applied)) && gone.containsAll(without(applied, draft));
  }

  private static Set<List<String>> without(Node one, Node other) {
    Set<List<String>> lines = lines(one);
    lines.removeAll(lines(other));
    return lines;
  }

  private static Set<List<String>> lines(Node tree) {
    Set<List<String>> lines = new HashSet<>();
    for (List<String> line : Tree.essence(tree).lines(List.of())) {
      if (!line.isEmpty()) {
        List<String> plain = new ArrayList<>(line);
        plain.add(
            Switch.read(plain.removeLast()).map(on -> on ? "on" : "off").orElse(line.getLast()));
        lines.add(plain);
      }
    }
    return lines;
  }
}
