package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.config.Shape.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Differences of two checked files, key by key. Items of a list are told apart by their names. */
record ConfigDiff(List<ConfigChange> changes) {
  /** Changes in the order of the declaration; what a key has in both is none. */
  static List<ConfigChange> of(Fields before, Fields after) {
    ConfigDiff diff = new ConfigDiff(new ArrayList<>());
    diff.values("", Key.live("", Config.KEYS, ""), before, after);
    return List.copyOf(diff.changes);
  }

  private void values(String key, Key row, @Nullable Checked before, @Nullable Checked after) {
    if (before instanceof Fields old && after instanceof Fields now) {
      both(old.byName(), now.byName())
          .forEach(name ->
              values(
                  key.isEmpty() ? name : key + "." + name,
                  row.below(name),
                  old.byName().get(name),
                  now.byName().get(name)));
    } else if (hasSections(before) || hasSections(after)) {
      List<Checked> old = items(before);
      List<Checked> now = items(after);
      items(key, row, old, now);
    } else {
      add(key, row, text(before), text(after));
    }
  }

  private void items(String key, Key row, List<Checked> old, List<Checked> now) {
    boolean named = isNamed(old) && isNamed(now);
    SequencedMap<String, Checked> before = byName(old, named);
    SequencedMap<String, Checked> after = byName(now, named);
    both(before, after)
        .forEach(name -> values(key + "[" + name + "]", row, before.get(name), after.get(name)));
    order(key, row, before.sequencedKeySet().stream().filter(after::containsKey).toList(), after);
  }

  /** The first that fits counts in some lists: their order is a value. */
  private void order(String key, Key row, List<String> before, Map<String, Checked> after) {
    List<String> now = after.keySet().stream().filter(before::contains).toList();
    if (!now.equals(before)) {
      add(
          key,
          row,
          Optional.of("[" + String.join(", ", before) + "]"),
          Optional.of("[" + String.join(", ", now) + "]"));
    }
  }

  private void add(String key, Key row, Optional<String> before, Optional<String> after) {
    if (!before.equals(after)) {
      changes.add(new ConfigChange(key, before, after, row.restart()));
    }
  }

  private static Set<String> both(Map<String, Checked> before, Map<String, Checked> after) {
    Set<String> all = new LinkedHashSet<>(after.keySet());
    all.addAll(before.keySet());
    return all;
  }

  private static boolean hasSections(@Nullable Checked value) {
    return items(value).stream().anyMatch(Fields.class::isInstance);
  }

  /** A list that is not there has no items. */
  private static List<Checked> items(@Nullable Checked value) {
    return value instanceof Checked.Items items ? items.all() : List.of();
  }

  private static boolean isNamed(List<Checked> items) {
    List<String> names = items.stream().flatMap(one -> name(one).stream()).toList();
    return names.size() == items.size() && Set.copyOf(names).size() == names.size();
  }

  private static Optional<String> name(Checked item) {
    return item instanceof Fields fields ? fields.word("name") : Optional.empty();
  }

  private static SequencedMap<String, Checked> byName(List<Checked> items, boolean named) {
    SequencedMap<String, Checked> all = new LinkedHashMap<>();
    for (int n = 0; n < items.size(); n++) {
      Checked item = items.get(n);
      all.put(named ? name(item).orElseThrow() : String.valueOf(n), item);
    }
    return all;
  }

  private static Optional<String> text(@Nullable Checked value) {
    return Optional.ofNullable(value).map(Checked::text);
  }
}
