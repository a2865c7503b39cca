package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import dev.losslessd.store.CommitIds;
import dev.losslessd.store.Entry;
import dev.losslessd.store.Journal;
import dev.losslessd.store.Snapshot;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Ended commits and revisions, read from the journal on demand; one record at a time is in memory.
 * Holds no lock while it reads.
 *
 * @param floor the oldest revision that a rollback can lead to
 * @param madeBy number of the commit that made a revision
 */
record Archive(Journal journal, Supplier<Snapshot.Floor> floor, LongFunction<OptionalInt> madeBy) {
  Optional<Commit> commit(String id) {
    return CommitRecord.fold(journal.of(id)).filter(found -> found.id().equals(id));
  }

  /** Several, by their ids; those that are not known are left out. */
  Map<String, Commit> commits(List<String> ids) {
    Map<String, Commit> all = new HashMap<>();
    journal
        .of(ids)
        .forEach(one -> CommitRecord.fold(one).ifPresent(found -> all.put(found.id(), found)));
    return all;
  }

  /** When a commit was asked for. */
  Instant started(String id) {
    return commit(id).orElseThrow(() -> dropped("commit " + id)).run().started();
  }

  /**
   * A revision with its commit; empty where none made it.
   *
   * @throws CommitException its commit was dropped from the history
   */
  Optional<Made> revision(long number) {
    OptionalInt commit = madeBy.apply(number);
    if (commit.isEmpty()) {
      requireAbove(number);
      return Optional.empty();
    }
    List<Entry> records = journal.of(CommitIds.of(commit.getAsInt()));
    if (records.size() == 2
        && records.getFirst() instanceof Entry.Begun begun
        && records.getLast() instanceof Entry.Confirmed confirmed) {
      return Optional.of(new Made(number, begun, confirmed.at()));
    }
    throw dropped("revision " + number);
  }

  /**
   * The commit that made a revision.
   *
   * @param at when it was confirmed
   */
  record Made(long number, Entry.Begun begun, Instant at) {
    Revision revision() {
      return new Revision(
          number, begun.commit(), at, begun.actor(), begun.reason(), begun.delta(), unset());
    }

    /** Resources whose override it took away. */
    Set<Key> unset() {
      Set<Key> all = new TreeSet<>(begun.resources());
      all.removeAll(begun.delta().keySet());
      return all;
    }

    /** What was read back is whole; what was wanted and stood there already may name a part. */
    SortedMap<Key, Setting> values() {
      TreeMap<Key, Setting> values = new TreeMap<>(begun.delta());
      values.putAll(begun.plan().results());
      return values;
    }
  }

  private void requireAbove(long number) {
    if (number <= floor.get().number()) {
      throw dropped("revision " + number);
    }
  }

  private static CommitException dropped(String what) {
    return new CommitException(
        Kind.UNKNOWN, what + " is no longer kept; see 'history' in the config");
  }

  /**
   * What must hold for the resources that changed after a revision to be as they were then: the
   * override of that time; where there was none, none, and on the device what the file wants, if
   * its layer had been in force there; else what the device had before it was first touched.
   *
   * @param number not below the floor
   * @param version the revision in which a resource last changed, 0 for never
   * @param now the intent as it is
   */
  Request.Goal backTo(long number, long latest, ToLongFunction<Key> version, Intent now) {
    TreeMap<Key, Setting> before = new TreeMap<>();
    Map<Key, String> words = new HashMap<>();
    Set<Key> overridden = new HashSet<>();
    for (long later = number + 1; later <= latest; later++) {
      Optional<Made> made = revision(later);
      made.ifPresent(one -> overridden.addAll(one.begun().resources()));
      for (Change change : made.map(one -> one.begun().plan().changes()).orElse(List.of())) {
        Key key = change.key();
        if (before.putIfAbsent(key, change.before()) == null) {
          words.put(key, change.wordsBefore());
        }
      }
    }
    Set<Key> ever = new HashSet<>(before.keySet());
    ever.removeIf(key -> version.applyAsLong(key) == 0);
    ever.addAll(overridden);
    Map<Key, Setting> then = overrides(ever, number);
    overridden.removeAll(then.keySet());
    TreeMap<Key, Setting> back = new TreeMap<>(before);
    back.putAll(then);
    fileLayer(overridden, number, now)
        .forEach((key, file) -> back.computeIfPresent(key, (_, was) -> file.over(was)));
    overridden.retainAll(now.rest().keySet());
    // what a plan took along on its own, as pause before PFC, goes back and is nobody's wish
    overridden.addAll(back.keySet());
    overridden.removeAll(then.keySet());
    words.keySet().removeIf(key -> !Objects.equals(before.get(key), back.get(key)));
    return Request.Goal.back(back, words, overridden, Set.of());
  }

  /**
   * What the file wants of resources that had no override at a revision and that had been set by
   * then: a rollback does not put a policy in force that never was.
   */
  private Map<Key, Setting> fileLayer(Set<Key> keys, long number, Intent now) {
    Set<Key> wanted = new HashSet<>(keys);
    wanted.retainAll(now.file().keySet());
    Map<Key, Setting> layer = new HashMap<>();
    values(wanted, number).keySet().forEach(key -> layer.put(key, now.file().get(key)));
    return layer;
  }

  /** Overrides by REST at a revision, of these resources. */
  Map<Key, Setting> overrides(Set<Key> keys, long number) {
    return last(keys, number, made -> made.begun().delta(), Made::unset, floor.get().rest());
  }

  /**
   * The last value of each of these resources up to a revision; the newest is looked at first, and
   * what is found is not looked for any more.
   *
   * @param gone resources that have no value from this revision on
   */
  private Map<Key, Setting> last(
      Set<Key> keys,
      long number,
      Function<Made, SortedMap<Key, Setting>> values,
      Function<Made, Set<Key>> gone,
      SortedMap<Key, Setting> below) {
    Map<Key, Setting> found = new HashMap<>();
    Set<Key> left = new HashSet<>(keys);
    long lowest = floor.get().number();
    for (long at = number; at > lowest && !left.isEmpty(); at--) {
      revision(at)
          .ifPresent(made -> {
            values
                .apply(made)
                .forEach((key, value) -> {
                  if (left.remove(key)) {
                    found.put(key, value);
                  }
                });
            left.removeAll(gone.apply(made));
          });
    }
    for (Key key : left) {
      Setting value = below.get(key);
      if (value != null) {
        found.put(key, value);
      }
    }
    return found;
  }

  /** Values that were read back at a revision, of these resources. */
  Map<Key, Setting> values(Set<Key> keys, long number) {
    return last(keys, number, Made::values, _ -> Set.of(), floor.get().values());
  }
}
