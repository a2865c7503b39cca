package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Progress;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.store.Entry;
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

/**
 * The fold of the journal: commits in their last state, revisions, the intent, versions of
 * resources. Not safe for threads; its owner locks.
 */
final class History {
  private final Map<String, Entry.Begun> begun = new HashMap<>();
  private final Map<String, Entry.Staged> staged = new HashMap<>();
  private final Map<String, Entry.Undoing> undoing = new HashMap<>();
  private final Set<String> stuck = new HashSet<>();

  /** Of each commit, the devices that hold something of it, and until when. */
  private final Map<String, Map<DeviceId, Instant>> held = new HashMap<>();

  private final LinkedHashMap<String, Commit> commits = new LinkedHashMap<>();
  private final List<Revision> revisions = new ArrayList<>();
  private final Map<Key, Long> versions = new HashMap<>();

  /** Of each commit the versions of the resources of its delta when it began. */
  private final Map<String, Map<Key, Long>> base = new HashMap<>();

  private Intent intent;
  private int highest;
  private boolean frozen;
  private String freezer = "";

  History(SortedMap<Key, Setting> fileLayer, List<Entry> entries) {
    intent = Intent.NOTHING.withFile(fileLayer);
    entries.forEach(this::add);
  }

  void add(Entry entry) {
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
        e.delta().keySet().forEach(key -> then.put(key, version(key)));
        base.put(e.commit(), then);
        supersede(e);
        commits.put(e.commit(), new Commit.Applying(run(e)));
      }
      case Entry.Wave e ->
          replace(
              e.commit(),
              run ->
                  new Commit.Applying(
                      run, Optional.of(Progress.writing(e.wave(), e.of(), e.begun()))));
      case Entry.Applied e ->
          replace(e.commit(), run -> new Commit.AwaitingConfirm(run, e.deadline()));
      case Entry.Confirmed e -> {
        replace(e.commit(), run -> new Commit.Confirmed(run, e.revision(), e.at()));
        confirm(e);
      }
      case Entry.Held e -> hold(e);
      case Entry.Kept e -> held.remove(e.commit());
      case Entry.Undoing e -> {
        undoing.put(e.commit(), e);
        List<Change> left = e.begun().reversed().stream().map(Change::inverse).toList();
        replace(e.commit(), run -> new Commit.Undoing(run, e.why(), left, "", e.at()));
      }
      case Entry.RolledBack e ->
          replace(e.commit(), run -> new Commit.RolledBack(run, e.why(), e.at()));
      case Entry.Stuck e -> {
        replace(e.commit(), run -> new Commit.Stuck(run, e.why(), e.left(), e.at()));
        stuck.add(e.commit());
      }
      case Entry.Abandoned e ->
          replace(e.commit(), run -> new Commit.Abandoned(run, e.why(), e.left(), e.at()));
      case Entry.Frozen e -> {
        frozen = e.frozen();
        freezer = e.frozen() ? e.actor() : "";
      }
    }
  }

  /**
   * In journals of earlier releases what was stuck held nothing. Where a later commit took one of
   * its targets, somebody had taken care of it.
   */
  private void supersede(Entry.Begun later) {
    Set<Target> targets = new HashSet<>();
    later.plan().changes().forEach(change -> targets.add(change.target()));
    later.delta().keySet().forEach(key -> targets.add(key.target()));
    stuck.removeIf(id -> {
      if (!(commits.get(id) instanceof Commit.Stuck one)) {
        return true;
      }
      boolean taken = one.left().stream().anyMatch(change -> targets.contains(change.target()));
      if (taken) {
        String why = one.why() + "; " + later.commit() + " took its targets over";
        commits.put(id, new Commit.Abandoned(one.run(), why, one.left(), one.at()));
      }
      return taken;
    });
  }

  /** A state that is shown but not journaled: it is tried again at the next start. */
  void show(Commit commit) {
    commits.put(commit.id(), commit);
  }

  Collection<Commit> commits() {
    return List.copyOf(commits.sequencedValues().reversed());
  }

  Optional<Commit> commit(String id) {
    return Optional.ofNullable(commits.get(id));
  }

  Optional<Entry.Begun> begun(String id) {
    return Optional.ofNullable(begun.get(id));
  }

  /** Its undo was begun; whether it came to an end its state tells. */
  Optional<Entry.Undoing> undoing(String id) {
    return Optional.ofNullable(undoing.get(id));
  }

  /** Until when each device holds what it has of this commit; nothing for those that do not. */
  Map<DeviceId, Instant> held(String id) {
    return new TreeMap<>(held.getOrDefault(id, Map.of()));
  }

  /** An earlier batch may have the earlier end. */
  private void hold(Entry.Held e) {
    Map<DeviceId, Instant> all = held.computeIfAbsent(e.commit(), _ -> new HashMap<>());
    for (DeviceId device : e.devices()) {
      Instant known = all.get(device);
      boolean earlier = known != null && known.isBefore(e.until());
      all.put(device, earlier && !e.anew() ? known : e.until());
    }
  }

  /** What a staged commit was asked to do. */
  Optional<Entry.Staged> staged(String id) {
    return Optional.ofNullable(staged.get(id));
  }

  List<Revision> revisions() {
    return List.copyOf(revisions);
  }

  long latest() {
    return revisions.isEmpty() ? 0 : revisions.getLast().number();
  }

  Intent intent() {
    return intent;
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

  /** Who has frozen last; empty if writing goes on. */
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

  /** The highest number of an id so far. */
  int highest() {
    return highest;
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(2));
  }

  /**
   * Where a rollback leads.
   *
   * @param words the devices' own words for those values that stood there before the first change
   */
  record Back(SortedMap<Key, Setting> values, Map<Key, String> words) {}

  /**
   * What must hold for the resources that changed after a revision to be as they were then: the
   * intent's value of that time, else what the device had before it was first touched.
   */
  Back backTo(long number) {
    TreeMap<Key, Setting> back = new TreeMap<>();
    Map<Key, String> words = new HashMap<>();
    TreeMap<Key, Setting> then = new TreeMap<>();
    for (Revision revision : revisions) {
      if (revision.number() <= number) {
        then.putAll(revision.delta());
        continue;
      }
      Entry.Begun made = begun.get(revision.commit());
      for (Change change : made == null ? List.<Change>of() : made.plan().changes()) {
        Key key = new Key(change.target(), change.kind());
        boolean first = back.putIfAbsent(key, then.getOrDefault(key, change.before())) == null;
        if (first && change.before().equals(back.get(key))) {
          words.put(key, change.wordsBefore());
        }
      }
    }
    return new Back(back, words);
  }

  private void confirm(Entry.Confirmed e) {
    Entry.Begun made = begun.get(e.commit());
    if (made == null || made.actor().equals(Commit.REPAIR)) {
      return; // a repair brings back what the intent had all the time
    }
    intent = intent.with(made.delta());
    made.delta().keySet().forEach(key -> versions.put(key, e.revision()));
    revisions.add(
        new Revision(e.revision(), e.commit(), e.at(), made.actor(), made.reason(), made.delta()));
  }

  private void replace(String id, java.util.function.Function<Commit.Run, Commit> next) {
    Commit known = commits.get(id);
    if (known != null) {
      commits.put(id, next.apply(known.run()));
    }
  }

  private static Commit.Run run(Entry.Begun e) {
    return new Commit.Run(e.commit(), e.plan(), e.actor(), e.reason(), e.at());
  }
}
