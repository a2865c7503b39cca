package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares revisions by what their commits planned and read back, and by what they wanted. Needs
 * memory for the resources that differ, not for the revisions between.
 */
record Differences(Archive archive, long latest) {
  /** Newest of the revisions between that are named. */
  static final int NAMED = 100;

  RevisionDiff between(long from, long to) {
    long low = Math.min(from, to);
    long high = Math.max(from, to);
    ArrayDeque<Revision> between = new ArrayDeque<>();
    SortedMap<Key, Setting> above = new TreeMap<>();
    Map<Key, Long> changed = new HashMap<>();
    Set<Key> layered = new HashSet<>();
    for (long number = low + 1; number <= high; number++) {
      archive
          .revision(number)
          .ifPresent(made -> {
            SortedMap<Key, Setting> values = made.values();
            above.putAll(values);
            values.keySet().forEach(key -> changed.put(key, made.number()));
            made.unset().forEach(key -> changed.put(key, made.number()));
            layered.addAll(made.begun().resources());
            between.addLast(made.revision().head());
            if (between.size() > NAMED) {
              between.removeFirst();
            }
          });
    }
    Set<Key> unset = unset(layered, from, to);
    Set<Key> keys = new TreeSet<>(above.keySet());
    keys.addAll(unset);
    Map<Key, Setting> below = below(keys, low);
    List<RevisionDiff.Difference> differences = new ArrayList<>();
    for (Key key : keys) {
      Optional<Setting> lower = Optional.ofNullable(below.get(key));
      // what lost its override and took no write shows what it showed
      Optional<Setting> higher = Optional.ofNullable(above.get(key)).or(() -> lower);
      if (!lower.equals(higher) || unset.contains(key)) {
        boolean up = from <= to;
        differences.add(
            new RevisionDiff.Difference(
                key,
                up ? lower : higher,
                up ? higher : lower,
                changed.getOrDefault(key, high),
                unset.contains(key)));
      }
    }
    return new RevisionDiff(from, to, List.copyOf(between), high - low, differences);
  }

  /** Resources that have an override at the one end and none at the other. */
  private Set<Key> unset(Set<Key> layered, long from, long to) {
    Set<Key> keys = new HashSet<>(archive.overrides(layered, from).keySet());
    keys.removeAll(archive.overrides(layered, to).keySet());
    return keys;
  }

  /** Values confirmed up to a revision, else those before the first change. */
  private Map<Key, Setting> below(Set<Key> keys, long low) {
    Map<Key, Setting> known = new HashMap<>(archive.values(keys, low));
    Set<Key> left = new HashSet<>(keys);
    left.removeAll(known.keySet());
    for (long number = low + 1; number <= latest && !left.isEmpty(); number++) {
      archive
          .revision(number)
          .ifPresent(made -> {
            for (Change change : made.begun().plan().changes()) {
              Key key = change.key();
              if (left.remove(key)) {
                known.put(key, change.before());
              }
            }
          });
    }
    return known;
  }
}
