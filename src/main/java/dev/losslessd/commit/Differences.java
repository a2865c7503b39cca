package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Compares revisions by what their commits planned and read back, and by what they wanted. */
final class Differences {
  private final List<Revision> revisions;
  private final Function<String, Optional<Plan>> plans;

  /**
   * @param plans by commit
   */
  Differences(List<Revision> revisions, Function<String, Optional<Plan>> plans) {
    this.revisions = List.copyOf(revisions);
    this.plans = plans;
  }

  RevisionDiff between(long from, long to) {
    long low = Math.min(from, to);
    long high = Math.max(from, to);
    List<Revision> between =
        revisions.stream().filter(one -> one.number() > low && one.number() <= high).toList();
    Set<Key> keys = new TreeSet<>();
    between.forEach(revision -> keys.addAll(values(revision).keySet()));
    List<RevisionDiff.Difference> differences = new ArrayList<>();
    for (Key key : keys) {
      Optional<Setting> before = at(key, from);
      Optional<Setting> after = at(key, to);
      if (!before.equals(after)) {
        differences.add(new RevisionDiff.Difference(key, before, after, last(key, between)));
      }
    }
    return new RevisionDiff(from, to, between, differences);
  }

  private long last(Key key, List<Revision> between) {
    return between.stream()
        .filter(revision -> values(revision).containsKey(key))
        .mapToLong(Revision::number)
        .max()
        .orElseThrow();
  }

  private Optional<Setting> at(Key key, long number) {
    Optional<Setting> value = Optional.empty();
    for (Revision revision : revisions) {
      if (revision.number() <= number) {
        value = Optional.ofNullable(values(revision).get(key)).or(keep(value));
      } else if (value.isEmpty()) {
        value = firstBefore(key, revision);
      }
    }
    return value;
  }

  private static java.util.function.Supplier<Optional<Setting>> keep(Optional<Setting> value) {
    return () -> value;
  }

  private Optional<Setting> firstBefore(Key key, Revision revision) {
    return plans
        .apply(revision.commit())
        .flatMap(plan ->
            plan.changes().stream()
                .filter(change -> new Key(change.target(), change.kind()).equals(key))
                .map(Change::before)
                .findFirst());
  }

  /** What was read back is whole; what was wanted and stood there already may name only a part. */
  private SortedMap<Key, Setting> values(Revision revision) {
    TreeMap<Key, Setting> values = new TreeMap<>(revision.delta());
    plans.apply(revision.commit()).ifPresent(plan -> values.putAll(plan.results()));
    return values;
  }
}
