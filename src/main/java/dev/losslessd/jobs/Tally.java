package dev.losslessd.jobs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts of things by name, in the order in which they came; of a log of any size, so bounded. */
final class Tally {
  private final int most;
  private final Map<String, Long> counts = new LinkedHashMap<>();

  /**
   * @param most names that are told apart; further ones are not counted
   */
  Tally(int most) {
    this.most = most;
  }

  void add(String name) {
    if (counts.containsKey(name) || counts.size() < most) {
      counts.merge(name, 1L, Long::sum);
    }
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  Set<String> names() {
    return counts.keySet();
  }

  List<Map.Entry<String, Long>> entries() {
    return List.copyOf(counts.entrySet());
  }

  String text() {
    return String.join(", ", counts.keySet());
  }
}
