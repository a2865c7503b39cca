package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Progress;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import dev.losslessd.store.IdempotencyKey;
import dev.losslessd.store.IdempotencyKeys;
import dev.losslessd.store.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The fold of the journal: commits that are open or that later judgements need, the intent,
 * versions of resources, which commit made which revision. Plans of all other commits stay on the
 * disk. Not safe for threads; its owner locks.
 */
final class History {
  /** Fewest commits for which it is worth looking for those no longer needed. */
  private static final int LEAST = 16;

  /** The newest stay in any case. */
  private static final int NEWEST = 4;

  private final Map<String, Entry.Begun> begun = new HashMap<>();
  private final Map<String, Entry.Staged> staged = new HashMap<>();
  private final Map<String, Entry.Undoing> undoing = new HashMap<>();
  private final HeldUntil held = new HeldUntil();
  private final LinkedHashMap<String, Commit> commits = new LinkedHashMap<>();
  private final Map<Key, Long> versions = new HashMap<>();

  /** Records of each commit in memory, for the next checkpoint. */
  private final LinkedHashMap<String, List<Entry>> records = new LinkedHashMap<>();

  /** Commits whose state is shown and not journaled. */
  private final Set<String> shown = new HashSet<>();

  private final Evidence evidence = new Evidence();
  private final Owed owed = new Owed();
  private final RevisionCommits revisions;

  /** Actor of the newest record of each commit in memory. */
  private final Map<String, String> actors = new HashMap<>();

  private int most = LEAST;

  /** Versions of the resources in each commit's delta when it began. */
  private final Map<String, Map<Key, Long>> base = new HashMap<>();

  /** With which commits were begun lately. */
  private final IdempotencyKeys keys;

  private final SortedMap<Target, Maintenance> maintenance = new TreeMap<>();
  private final Footprints footprints;

  private Identities identities;
  private Intent intent;
  private long latest;
  private int highest;
  private boolean frozen;
  private String freezer = "";

  /**
   * @param base what stands before the first entry that is added
   */
  History(SortedMap<Key, Setting> fileLayer, Snapshot base) {
    intent = new Intent(fileLayer, base.rest());
    versions.putAll(base.versions());
    base.base().forEach((id, then) -> this.base.put(id, Map.copyOf(then)));
    revisions = new RevisionCommits(base.floor());
    latest = base.latest();
    highest = base.highest();
    frozen = base.frozen();
    freezer = base.freezer();
    keys = base.keys().copy();
    base.maintenance().forEach(one -> maintenance.put(one.target(), one));
    identities = base.identities();
    footprints = new Footprints(base);
  }

  /** State of a commit after all its records; empty if they do not say what it is. */
  static Optional<Commit> fold(List<Entry> records) {
    History alone = new History(new TreeMap<>(), Snapshot.NOTHING);
    alone.latest = Long.MAX_VALUE; // revisions are counted by a whole history alone
    records.forEach(alone::take);
    return records.isEmpty() ? Optional.empty() : alone.commit(records.getFirst().commit());
  }

  /** Takes what is durable now. */
  void add(Entry entry) {
    take(entry);
    shown.remove(entry.commit()); // the record is newer than what was shown
    if (entry instanceof Entry.Begun e) {
      keep(e.key(), e.commit(), e.at());
    } else if (entry instanceof Entry.Staged e) {
      keep(e.key(), e.commit(), e.at());
    }
    if (!entry.commit().isEmpty()) {
      records.computeIfAbsent(entry.commit(), _ -> new ArrayList<>()).add(entry);
      commit(entry.commit()).ifPresent(evidence::take);
    }
    if (commits.size() > most) {
      forget();
    }
  }

  private void keep(Optional<IdempotencyKey> key, String id, Instant at) {
    key.ifPresent(given -> keys.add(given, number(id), at));
  }

  /** Takes what could not be made durable: it is shown, and tried again at the next start. */
  void show(Entry entry) {
    shown.add(entry.commit());
    take(entry);
  }

  private void take(Entry entry) {
    actors.put(entry.commit(), entry.actor());
    switch (entry) {
      case Entry.Staged e -> {
        staged.put(e.commit(), e);
        highest = Math.max(highest, number(e.commit()));
        Commit.Run run = new Commit.Run(e.commit(), e.plan(), e.actor(), e.reason(), e.at());
        commits.put(e.commit(), new Commit.Staged(run, e.at()));
      }
      case Entry.Begun e -> {
        begun.put(e.commit(), e);
        highest = Math.max(highest, number(e.commit()));
        Map<Key, Long> then = new HashMap<>();
        e.resources().forEach(key -> then.put(key, version(key)));
        base.putIfAbsent(e.commit(), then);
        commits.put(e.commit(), new Commit.Applying(run(e)));
        footprints.begun(number(e.commit()), e.plan());
      }
      case Entry.Wave e ->
          replace(
              e.commit(),
              run ->
                  new Commit.Applying(
                      run, Optional.of(Progress.writing(e.wave(), e.of(), e.begun()))));
      case Entry.Applied e ->
          replace(e.commit(), run -> new Commit.AwaitingConfirm(run, e.deadline().at()));
      case Entry.Confirmed e -> {
        replace(e.commit(), run -> new Commit.Confirmed(run, e.revision(), e.at()));
        confirm(e);
        owe(e.commit());
      }
      case Entry.Held e -> held.add(e);
      case Entry.Kept e -> held.remove(e.commit());
      case Entry.Undoing e -> {
        undoing.put(e.commit(), e);
        List<Change> left = e.begun().reversed().stream().map(Change::inverse).toList();
        replace(e.commit(), run -> new Commit.Undoing(run, e.why(), left, "", e.at()));
      }
      case Entry.RolledBack e -> {
        replace(e.commit(), run -> new Commit.RolledBack(run, e.why(), e.at()));
        owe(e.commit());
      }
      case Entry.Stuck e ->
          replace(e.commit(), run -> new Commit.Stuck(run, e.why(), e.left(), e.at()));
      case Entry.Abandoned e -> {
        replace(e.commit(), run -> new Commit.Abandoned(run, e.why(), e.left(), e.at()));
        owe(e.commit());
      }
      case Entry.Saved e -> owed.saved(e.device());
      case Entry.Frozen e -> {
        frozen = e.frozen();
        freezer = e.frozen() ? e.actor() : "";
      }
      case Entry.MaintenanceBegun e -> maintenance.put(e.maintenance().target(), e.maintenance());
      case Entry.MaintenanceEnded e -> maintenance.remove(e.target());
      case Entry.Identified e -> identities = identities.with(e.found());
      case Entry.Releasing e -> {
        highest = Math.max(highest, number(e.commit()));
        footprints.releasing(e);
      }
      case Entry.Released e -> footprints.released(e.release());
      case Entry.Returned e -> footprints.returned(e.device());
      case Entry.Accepted e -> identities = identities.replacing(e.device(), e.found());
    }
  }

  /** Somebody may have saved what an undo has taken back. */
  private void owe(String id) {
    commit(id).ifPresent(ended -> owed.add(ended.run().plan().changes()));
  }

  Owed owed() {
    return owed;
  }

  /** A state that is shown but not journaled: it is tried again at the next start. */
  void show(Commit commit) {
    shown.add(commit.id());
    commits.put(commit.id(), commit);
  }

  Collection<Commit> commits() {
    return List.copyOf(commits.sequencedValues().reversed());
  }

  Optional<Commit> commit(String id) {
    return Optional.ofNullable(commits.get(id));
  }

  String actor(String id) {
    return actors.getOrDefault(id, AuditEvent.DAEMON);
  }

  Optional<Entry.Begun> begun(String id) {
    return Optional.ofNullable(begun.get(id));
  }

  /** The undo that was begun; the commit's state says whether it has ended. */
  Optional<Entry.Undoing> undoing(String id) {
    return Optional.ofNullable(undoing.get(id));
  }

  /** Until when each device holds what it has of this commit; nothing for those that do not. */
  Map<DeviceId, Instant> held(String id) {
    return held.of(id);
  }

  Optional<Entry.Staged> staged(String id) {
    return Optional.ofNullable(staged.get(id));
  }

  long latest() {
    return latest;
  }

  RevisionCommits revisions() {
    return revisions;
  }

  /** Ids of commits whose records must stay. */
  Set<String> kept() {
    forget();
    return Set.copyOf(records.keySet());
  }

  /**
   * State that results from all entries so far.
   *
   * @param from the oldest revision that a rollback can still lead to; not below the floor
   */
  Snapshot snapshot(Snapshot.Floor from) {
    return new Snapshot(
        latest,
        highest,
        frozen,
        freezer,
        intent.rest(),
        versions,
        revisions.from(from),
        base,
        records.values().stream().flatMap(List::stream).toList(),
        keys,
        maintenance(),
        identities,
        footprints.releases(),
        footprints.all());
  }

  Footprints footprints() {
    return footprints;
  }

  IdempotencyKeys keys() {
    return keys;
  }

  List<Maintenance> maintenance() {
    return List.copyOf(maintenance.values());
  }

  Identities identities() {
    return identities;
  }

  /**
   * Removes commits from memory that are no longer needed there; their records stay on the disk.
   */
  private void forget() {
    List<String> all = List.copyOf(commits.keySet());
    for (String id : all.subList(0, Math.max(0, all.size() - NEWEST))) {
      if (!isNeeded(id)) {
        List.of(begun, staged, undoing, commits, base, records, actors)
            .forEach(map -> map.remove(id));
        held.remove(id);
        footprints.forget(id);
      }
    }
    most = Math.max(LEAST, commits.size() + commits.size() / 4 + NEWEST);
  }

  private boolean isNeeded(String id) {
    Commit commit = commits.get(id);
    return shown.contains(id)
        || (held.has(id) && commit instanceof Commit.Confirmed)
        || evidence.needs(id)
        || (commit != null && commit.unfinished());
  }

  Intent intent() {
    return intent.leaving(footprints.left());
  }

  /** What the file wants, also of devices that were released. */
  SortedMap<Key, Setting> fileLayer() {
    return intent.file();
  }

  void declare(SortedMap<Key, Setting> fileLayer) {
    intent = intent.withFile(fileLayer);
  }

  long version(Key key) {
    return versions.getOrDefault(key, 0L);
  }

  boolean frozen() {
    return frozen;
  }

  String freezer() {
    return freezer;
  }

  /** Resources of a commit's delta that a later one has confirmed since it began. */
  Set<Key> overtaken(String id) {
    Set<Key> keys = new TreeSet<>();
    base.getOrDefault(id, Map.of())
        .forEach((key, then) -> {
          if (version(key) != then) {
            keys.add(key);
          }
        });
    return keys;
  }

  int highest() {
    return highest;
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(2));
  }

  /** Applies a confirmed entry; revisions up to {@code latest} are in the first snapshot. */
  private void confirm(Entry.Confirmed e) {
    Entry.Begun made = begun.get(e.commit());
    if (made == null || made.actor().equals(Commit.REPAIR) || e.revision() <= latest) {
      return; // a repair brings back what the intent had all the time
    }
    if (!made.plan().unset().isEmpty()) {
      intent = intent.without(made.resources());
    }
    intent = intent.with(made.delta());
    made.resources().forEach(key -> versions.put(key, e.revision()));
    for (; latest < e.revision() - 1; latest++) {
      revisions.add(0);
    }
    latest = e.revision();
    revisions.add(number(e.commit()));
    footprints.confirmed(made, e.at());
  }

  private void replace(String id, Function<Commit.Run, Commit> next) {
    Commit known = commits.get(id);
    if (known != null) {
      commits.put(id, next.apply(known.run()));
    }
  }

  private static Commit.Run run(Entry.Begun e) {
    return new Commit.Run(e.commit(), e.plan(), e.actor(), e.reason(), e.at(), e.acceptIdle());
  }
}
