package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.store.Entry;
import dev.losslessd.store.Journal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/** Journal, its fold and the claims on targets, under one lock. No device is called in here. */
final class Ledgers {
  private final Journal journal;
  private final History history;
  private final Claims claims = new Claims();
  private int issued;

  Ledgers(Wiring wiring) {
    journal = wiring.journal();
    history = new History(wiring.fileLayer(), journal.entries());
    wiring.posture().freeze(history.frozen());
  }

  /**
   * Holds the targets for a new commit.
   *
   * @param versions seen by the caller
   * @return the id of the commit
   */
  synchronized String claim(Set<Target> targets, Map<Key, Long> versions) {
    requireVersions(versions);
    String id = nextId();
    claims.claim(id, targets);
    return id;
  }

  /** Holds the targets for a commit that was staged. */
  synchronized void claimAs(String id, Set<Target> targets, Map<Key, Long> versions) {
    requireVersions(versions);
    claims.claim(id, targets);
  }

  private void requireVersions(Map<Key, Long> versions) {
    for (var seen : versions.entrySet()) {
      long is = history.version(seen.getKey());
      if (is != seen.getValue()) {
        throw new CommitException(
            Kind.VERSION,
            seen.getKey() + " has version " + is + ", the request saw " + seen.getValue());
      }
    }
  }

  /** Holds what the plan touches besides the targets that were asked for. */
  synchronized void claimMore(String id, Plan plan) {
    claims.claim(id, Claims.of(plan.changes()));
  }

  /** Gives out no number up to this one. */
  synchronized void skipTo(int highest) {
    issued = Math.max(issued, highest);
  }

  /** Who has frozen last; empty if writing goes on. */
  synchronized String freezer() {
    return history.freezer();
  }

  synchronized void release(String id) {
    claims.release(id);
  }

  /** Claims again what an open commit held before a restart. */
  synchronized void reclaim(Commit commit) {
    Set<Target> targets = new TreeSet<>(Claims.of(commit.run().plan().changes()));
    history
        .begun(commit.id())
        .ifPresent(made -> made.delta().keySet().forEach(key -> targets.add(key.target())));
    claims.take(commit.id(), targets);
  }

  /** Resources of a commit's delta that were confirmed by another since it began. */
  synchronized Set<Key> overtaken(String id) {
    return history.overtaken(id);
  }

  synchronized void append(Entry entry) {
    journal.append(entry);
    history.add(entry);
  }

  synchronized Entry.Confirmed confirmNext(String id, Instant at) {
    boolean repair = history.commit(id).map(Commit::repair).orElse(false);
    long number = repair ? history.latest() : history.latest() + 1;
    Entry.Confirmed entry = new Entry.Confirmed(id, number, at);
    append(entry);
    return entry;
  }

  synchronized void show(Commit commit) {
    history.show(commit);
  }

  synchronized void show(Entry entry) {
    history.add(entry);
  }

  synchronized Optional<Commit> commit(String id) {
    return history.commit(id);
  }

  /**
   * @throws CommitException of kind UNKNOWN
   */
  synchronized Commit known(String id) {
    return history
        .commit(id)
        .orElseThrow(() -> new CommitException(Kind.UNKNOWN, "no commit '" + id + "'"));
  }

  synchronized Optional<Entry.Begun> begun(String id) {
    return history.begun(id);
  }

  synchronized Optional<Entry.Undoing> undoing(String id) {
    return history.undoing(id);
  }

  synchronized Map<DeviceId, Instant> held(String id) {
    return history.held(id);
  }

  synchronized Optional<Entry.Staged> staged(String id) {
    return history.staged(id);
  }

  synchronized Collection<Commit> commits() {
    return history.commits();
  }

  synchronized List<Revision> revisions() {
    return history.revisions();
  }

  synchronized RevisionDiff diff(long from, long to) {
    requireRevision(from);
    requireRevision(to);
    return new Differences(
            history.revisions(), commit -> history.begun(commit).map(Entry.Begun::plan))
        .between(from, to);
  }

  private void requireRevision(long number) {
    if (number < 0 || number > history.latest()) {
      throw new CommitException(
          Kind.UNKNOWN, "no revision " + number + "; there are 0.." + history.latest());
    }
  }

  synchronized long latest() {
    return history.latest();
  }

  synchronized void declare(SortedMap<Key, Setting> fileLayer) {
    history.declare(fileLayer);
  }

  synchronized Intent intent() {
    return history.intent();
  }

  synchronized long version(Key key) {
    return history.version(key);
  }

  synchronized History.Back backTo(long number) {
    requireRevision(number);
    return history.backTo(number);
  }

  /** Ids of claims that were refused are not used again in this run; gaps are harmless. */
  private String nextId() {
    issued = Math.max(issued, history.highest()) + 1;
    return String.format(java.util.Locale.ROOT, "c-%06d", issued);
  }
}
