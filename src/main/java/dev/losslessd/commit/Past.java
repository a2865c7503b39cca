package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
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
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Commits that came to an end and revisions, read from the journal when somebody asks; one record
 * at a time is in memory. Holds no lock while it reads.
 */
final class Past {
  private final Journal journal;
  private final Supplier<Snapshot.Floor> floor;
  private final LongFunction<OptionalInt> madeBy;

  /**
   * @param floor the oldest revision that a rollback can lead to
   * @param madeBy number of the commit that made a revision
   */
  Past(Journal journal, Supplier<Snapshot.Floor> floor, LongFunction<OptionalInt> madeBy) {
    this.journal = journal;
    this.floor = floor;
    this.madeBy = madeBy;
  }

  Optional<Commit> commit(String id) {
    return History.fold(journal.of(id)).filter(found -> found.id().equals(id));
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
   * What made a revision.
   *
   * @param at when it was confirmed
   */
  record Made(long number, Entry.Begun begun, Instant at) {
    Revision revision() {
      return new Revision(number, begun.commit(), at, begun.actor(), begun.reason(), begun.delta());
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
   * intent's value of that time, else what the device had before it was first touched.
   *
   * @param number not below the floor
   * @param version the revision in which a resource last changed, 0 for never
   */
  History.Back backTo(long number, long latest, java.util.function.ToLongFunction<Key> version) {
    TreeMap<Key, Setting> before = new TreeMap<>();
    Map<Key, String> words = new HashMap<>();
    for (long later = number + 1; later <= latest; later++) {
      for (Change change : changes(later)) {
        Key key = new Key(change.target(), change.kind());
        if (before.putIfAbsent(key, change.before()) == null) {
          words.put(key, change.wordsBefore());
        }
      }
    }
    Set<Key> ever = new HashSet<>(before.keySet());
    ever.removeIf(key -> version.applyAsLong(key) == 0);
    Map<Key, Setting> then = wanted(ever, number);
    TreeMap<Key, Setting> back = new TreeMap<>(before);
    back.putAll(then);
    words.keySet().removeIf(key -> !Objects.equals(before.get(key), back.get(key)));
    return new History.Back(back, words);
  }

  private List<Change> changes(long revision) {
    return revision(revision).map(made -> made.begun().plan().changes()).orElse(List.of());
  }

  /** What the REST layer had at a revision, of these resources. */
  private Map<Key, Setting> wanted(Set<Key> keys, long number) {
    return last(keys, number, made -> made.begun().delta(), floor.get().rest());
  }

  /**
   * The last value of each of these resources up to a revision; the newest is looked at first, and
   * what is found is not looked for any more.
   */
  Map<Key, Setting> last(
      Set<Key> keys,
      long number,
      java.util.function.Function<Made, SortedMap<Key, Setting>> values,
      SortedMap<Key, Setting> below) {
    Map<Key, Setting> found = new HashMap<>();
    Set<Key> left = new HashSet<>(keys);
    long lowest = floor.get().number();
    for (long at = number; at > lowest && !left.isEmpty(); at--) {
      revision(at)
          .ifPresent(made ->
              values
                  .apply(made)
                  .forEach((key, value) -> {
                    if (left.remove(key)) {
                      found.put(key, value);
                    }
                  }));
    }
    for (Key key : left) {
      Setting value = below.get(key);
      if (value != null) {
        found.put(key, value);
      }
    }
    return found;
  }

  /** The same of what was read back. */
  Map<Key, Setting> values(Set<Key> keys, long number) {
    return last(keys, number, Made::values, floor.get().values());
  }
}
