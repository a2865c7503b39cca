package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.store.CommitIds;
import dev.losslessd.store.Entry;
import dev.losslessd.store.IdempotencyKey;
import dev.losslessd.store.IdempotencyKeys;
import dev.losslessd.store.Snapshot;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The fold of the journal: records of commits that are open or that later judgements need, the
 * intent, versions of resources, which commit made which revision. Plans of all other commits stay
 * on the disk. Not safe for threads; its owner locks.
 */
final class History {
  /** Fewest commits for which it is worth looking for those no longer needed. */
  private static final int LEAST = 16;

  /** The newest stay in any case. */
  private static final int NEWEST = 4;

  private final LinkedHashMap<String, CommitRecord> records = new LinkedHashMap<>();
  private final Map<Key, Long> versions = new HashMap<>();
  private final Evidence evidence = new Evidence();
  private final UnsavedTargets unsaved;
  private final RevisionCommits revisions;
  private final IdempotencyKeys keys;
  private final SortedMap<Target, Maintenance> maintenance = new TreeMap<>();
  private final Footprints footprints;

  /** Whether the end of a commit is already in what this began with. */
  private final Predicate<String> isInBase;

  private final Map<String, Map<Key, Long>> baseVersions;

  private int most = LEAST;
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
    baseVersions = base.base();
    revisions = new RevisionCommits(base.floor());
    latest = base.latest();
    highest = base.highest();
    frozen = base.frozen();
    freezer = base.freezer();
    keys = base.keys().copy();
    base.maintenance().forEach(one -> maintenance.put(one.target(), one));
    identities = base.identities();
    footprints = new Footprints(base);
    unsaved = new UnsavedTargets(base.owed());
    Set<String> open = base.open();
    int before = base.highest();
    isInBase = id -> number(id) <= before && !open.contains(id);
  }

  /** Takes what is durable now. */
  void add(Entry entry) {
    take(entry, false);
    if (records.size() > most) {
      forget();
    }
  }

  /** Takes what could not be made durable yet: it is shown. */
  void show(Entry entry) {
    take(entry, true);
  }

  /** An entry that was shown is durable now. */
  void written(Entry entry) {
    records.computeIfPresent(entry.commit(), (_, record) -> record.written(entry));
  }

  private void take(Entry entry, boolean notDurable) {
    switch (entry) {
      case Entry.Staged e -> {
        seen(e.commit(), e.key(), e.at());
        records.put(e.commit(), CommitRecord.of(e));
      }
      case Entry.Begun e -> {
        seen(e.commit(), e.key(), e.at());
        records.put(
            e.commit(), CommitRecord.of(e, Optional.ofNullable(records.get(e.commit())), base(e)));
      }
      case Entry.Wave _, Entry.Held _, Entry.Kept _, Entry.Applied _, Entry.Undoing _ ->
          after(entry, notDurable);
      case Entry.Stuck _, Entry.Confirmed _, Entry.RolledBack _, Entry.Abandoned _ ->
          after(entry, notDurable);
      case Entry.Saved e -> unsaved.saved(e.device());
      case Entry.Frozen e -> {
        frozen = e.frozen();
        freezer = e.frozen() ? e.actor() : "";
      }
      case Entry.MaintenanceBegun e -> maintenance.put(e.maintenance().target(), e.maintenance());
      case Entry.MaintenanceEnded e -> maintenance.remove(e.target());
      case Entry.Identified e -> identities = identities.with(e.found());
      case Entry.Released e -> footprints.released(e.release());
      case Entry.Returned e -> footprints.returned(e.device());
      case Entry.Accepted e -> identities = identities.replacing(e.device(), e.found());
    }
  }

  private void seen(String id, Optional<IdempotencyKey> key, Instant at) {
    highest = Math.max(highest, number(id));
    if (!records.containsKey(id)) {
      key.ifPresent(given -> keys.add(given, number(id), at));
    }
  }

  /** Versions when it began, also where that was before what this began with. */
  private Map<Key, Long> base(Entry.Begun e) {
    Map<Key, Long> known = baseVersions.get(e.commit());
    if (known != null) {
      return known;
    }
    Map<Key, Long> then = new HashMap<>();
    e.resources().forEach(key -> then.put(key, version(key)));
    return then;
  }

  private void after(Entry entry, boolean notDurable) {
    CommitRecord before = records.get(entry.commit());
    if (before == null) {
      return;
    }
    CommitRecord now = before.after(entry, notDurable);
    records.put(now.id(), now);
    if (now.state() instanceof Commit.Stuck stuck) {
      evidence.stuck(stuck);
    }
    if (before.ended().isEmpty()) {
      now.ended().ifPresent(how -> ended(now, how));
    }
  }

  /** Every part of the fold takes every end. */
  private void ended(CommitRecord record, Commit.Ended how) {
    evidence.ended(record.state(), how);
    if (isInBase.test(record.id())) {
      return;
    }
    unsaved.ended(record);
    if (how instanceof Commit.Confirmed confirmed) {
      confirm(record, confirmed.revision());
    }
    footprints.ended(record, how);
  }

  /** A repair brings back what the intent had all the time. */
  private void confirm(CommitRecord record, long revision) {
    Optional<Entry.Begun> begun = record.begun();
    if (begun.isEmpty() || record.state().repair() || revision <= latest) {
      return;
    }
    Entry.Begun made = begun.get();
    if (!made.plan().unset().isEmpty()) {
      intent = intent.without(made.resources());
    }
    intent = intent.with(made.delta());
    made.resources().forEach(key -> versions.put(key, revision));
    for (; latest < revision - 1; latest++) {
      revisions.add(0);
    }
    latest = revision;
    revisions.add(number(record.id()));
  }

  UnsavedTargets unsaved() {
    return unsaved;
  }

  /** A state that is shown but not journaled: it is found out again at the next start. */
  void show(Commit commit) {
    records.computeIfPresent(commit.id(), (_, record) -> record.showing(commit));
  }

  List<CommitRecord> records() {
    return List.copyOf(records.sequencedValues().reversed());
  }

  Optional<CommitRecord> record(String id) {
    return Optional.ofNullable(records.get(id));
  }

  /** Commits in memory, newest first. */
  Collection<Commit> commits() {
    return records().stream().map(CommitRecord::state).toList();
  }

  Optional<Commit> commit(String id) {
    return record(id).map(CommitRecord::state);
  }

  long latest() {
    return latest;
  }

  RevisionCommits revisions() {
    return revisions;
  }

  /** Ids of commits whose entries must stay. */
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
    Map<String, Map<Key, Long>> base = new HashMap<>();
    records.forEach((id, record) -> base.put(id, record.base()));
    return new Snapshot(
        latest,
        highest,
        frozen,
        freezer,
        intent.rest(),
        versions,
        revisions.from(from),
        base,
        records.values().stream().flatMap(one -> one.entries().stream()).toList(),
        keys,
        maintenance(),
        identities,
        footprints.releases(),
        footprints.all(),
        records.values().stream()
            .filter(one -> one.ended().isEmpty() || one.shown())
            .map(CommitRecord::id)
            .collect(Collectors.toUnmodifiableSet()),
        Map.<DeviceId, Set<Target>>copyOf(unsaved.all()));
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
   * Removes commits from memory that are no longer needed there; their entries stay on the disk.
   */
  private void forget() {
    List<CommitRecord> all = List.copyOf(records.values());
    for (CommitRecord one : all.subList(0, Math.max(0, all.size() - NEWEST))) {
      if (one.done() && !one.shown() && !evidence.needs(one.id())) {
        records.remove(one.id());
      }
    }
    most = Math.max(LEAST, records.size() + records.size() / 4 + NEWEST);
  }

  /** What is wanted; nothing of devices that were released. */
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

  /** Actor of the last freeze; empty if writing goes on. */
  String freezer() {
    return freezer;
  }

  /** Resources of a commit's delta that a later one has confirmed since it began. */
  Set<Key> overtaken(String id) {
    Set<Key> keys = new TreeSet<>();
    record(id)
        .map(CommitRecord::base)
        .orElse(Map.of())
        .forEach((key, then) -> {
          if (version(key) != then) {
            keys.add(key);
          }
        });
    return keys;
  }

  /** The highest number of an id so far. */
  int highest() {
    return highest;
  }

  private static int number(String id) {
    return CommitIds.number(id).orElse(0);
  }

  /** Devices that open commits leave, with the commit. */
  SortedMap<DeviceId, String> leaving() {
    SortedMap<DeviceId, String> all = new TreeMap<>();
    records.values().stream()
        .filter(one -> one.state().open())
        .forEach(one -> one.leaves().forEach(device -> all.put(device, one.id())));
    return all;
  }
}
