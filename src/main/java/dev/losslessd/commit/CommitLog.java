package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.store.CommitIds;
import dev.losslessd.store.Entry;
import dev.losslessd.store.Journal;
import dev.losslessd.store.Snapshot;
import dev.losslessd.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Journal, its fold and the claims on targets. No device is called in here.
 *
 * <p>There are two locks. Entries are decided about and written in one order under the first; the
 * monitor guards what is in memory, and is not held while the disk works: who only reads, and the
 * look at other commits, wait for no write.
 */
final class CommitLog {
  private static final Logger LOG = LoggerFactory.getLogger(CommitLog.class);

  private final Journal journal;
  private final History history;
  private final Archive archive;
  private final Claims claims = new Claims();
  private final Unwritten unwritten = new Unwritten();

  /** Held while one entry is written; the monitor may be taken with it, and never before it. */
  private final ReentrantLock writing = new ReentrantLock();

  private int issued;

  CommitLog(EngineDependencies dependencies) {
    journal = dependencies.journal();
    history = new History(dependencies.settings().fileLayer(), journal.base());
    journal.replay(history::add);
    archive =
        new Archive(
            journal,
            () -> read(all -> all.revisions().floor()),
            revision -> read(all -> all.revisions().madeBy(revision)));
    dependencies.writePolicy().freeze(history.frozen());
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

  synchronized void skipTo(int highest) {
    issued = Math.max(issued, highest);
  }

  synchronized void release(String id) {
    claims.release(id);
  }

  /**
   * Claims again what unfinished commits held before a restart; returns their ids. If two have a
   * target, the newest holds it.
   */
  synchronized List<String> reclaim() {
    List<String> ids = new ArrayList<>();
    for (CommitRecord record : history.records().reversed()) {
      if (!record.done() && record.begun().isPresent()) {
        Set<Target> targets = new TreeSet<>(Claims.of(record.state().changes()));
        record.begun().get().resources().forEach(key -> targets.add(key.target()));
        record.leaves().forEach(device -> targets.add(new Target.Device(device)));
        claims.take(record.id(), targets);
        ids.add(record.id());
      }
    }
    return ids;
  }

  /**
   * Nothing comes between the permits and the record after which it is written.
   *
   * @param permits throws where it must not begin
   * @throws CommitException by a permit
   */
  void begin(Entry.Begun entry, Consumer<Plan> permits) {
    inOrder(() -> {
      permits.accept(entry.plan());
      Identities news = read(History::identities).lacking(entry.plan().identities());
      if (!news.isNone()) {
        append(new Entry.Identified(news, entry.at()));
      }
      return append(entry);
    });
  }

  private <T> T inOrder(Supplier<T> decision) {
    writing.lock();
    try {
      return decision.get();
    } finally {
      writing.unlock();
    }
  }

  synchronized <T> T read(Function<History, T> part) {
    return part.apply(history);
  }

  /**
   * @throws CommitException IN_PROGRESS: a commit is being written there; STORE
   */
  void accept(Entry.Accepted entry) {
    journalWhereNotWritten(entry, on(entry.device()));
  }

  /**
   * Begins maintenance, unless a commit is being written there.
   *
   * @throws CommitException IN_PROGRESS: a commit is being written there; STORE
   */
  void begin(Entry.MaintenanceBegun entry) {
    journalWhereNotWritten(entry, entry.maintenance()::covers);
  }

  private void journalWhereNotWritten(Entry entry, Predicate<Change> there) {
    inOrder(() -> {
      requireNotWritten(there);
      journal(entry);
      return entry;
    });
  }

  private synchronized void requireNotWritten(Predicate<Change> there) {
    for (Commit commit : history.commits()) {
      if (commit instanceof Commit.Applying && commit.changes().stream().anyMatch(there)) {
        throw new CommitException(
            Kind.IN_PROGRESS,
            "commit " + commit.id() + " is being written there; wait for it, or cancel it");
      }
    }
  }

  private static Predicate<Change> on(DeviceId device) {
    return change -> change.device().equals(device);
  }

  List<String> open(Maintenance maintenance) {
    return open(maintenance::covers);
  }

  List<String> open(DeviceId device) {
    return open(on(device));
  }

  private synchronized List<String> open(Predicate<Change> there) {
    return history.commits().stream()
        .filter(commit -> commit.open() && commit.changes().stream().anyMatch(there))
        .map(Commit::id)
        .sorted()
        .toList();
  }

  /** Always true: it is durable. */
  boolean append(Entry entry) {
    return inOrder(() -> {
      unwritten.write(this::write);
      journal.append(entry);
      add(entry);
      return true;
    });
  }

  /**
   * As {@link #append}, for a caller who waits for it.
   *
   * @throws CommitException STORE
   */
  void journal(Entry entry) {
    CommitException.journaled(() -> append(entry));
  }

  private void write(Entry late) {
    journal.append(late);
    synchronized (this) {
      history.written(late);
    }
  }

  private synchronized void add(Entry entry) {
    history.add(entry);
    freeTargets(entry.commit());
  }

  /** Nothing is left to do about a commit that memory has dropped. */
  private void freeTargets(String id) {
    if (history.record(id).map(CommitRecord::done).orElse(true)) {
      claims.release(id);
    }
  }

  /**
   * Records what has happened on devices, which does not wait for a full disk: without the record
   * it is shown, and written before anything else is. Until then a start finds it out again.
   *
   * @return whether it is durable
   */
  boolean appendOrShow(Entry entry) {
    return inOrder(() -> {
      try {
        return append(entry);
      } catch (StoreException e) {
        LOG.error("not journaled yet: {}", e.getMessage());
        unwritten.add(entry);
        showUnwritten(entry);
        return false;
      }
    });
  }

  private synchronized void showUnwritten(Entry entry) {
    history.show(entry);
    freeTargets(entry.commit());
  }

  synchronized Optional<CommitRecord> record(String id) {
    return history.record(id);
  }

  void confirmNext(String id, String actor, Instant at) {
    inOrder(() -> append(new Entry.Confirmed(id, nextRevision(id), actor, at)));
  }

  private synchronized long nextRevision(String id) {
    boolean repair = history.commit(id).map(Commit::repair).orElse(false);
    return history.latest() + (repair ? 0 : 1);
  }

  synchronized void show(Commit commit) {
    history.show(commit);
  }

  /** Also one that came to an end long ago; that is read from the disk. */
  Optional<Commit> commit(String id) {
    Optional<Commit> known = inMemory(id);
    return known.isPresent() ? known : archive.commit(id);
  }

  synchronized Optional<Commit> inMemory(String id) {
    return history.commit(id);
  }

  /**
   * @throws CommitException of kind UNKNOWN
   */
  Commit known(String id) {
    return commit(id)
        .orElseThrow(() -> new CommitException(Kind.UNKNOWN, "no commit '" + id + "'"));
  }

  synchronized void saved(DeviceId device) {
    history.unsaved().saved(device);
  }

  synchronized Optional<Commit> openOn(DeviceId device) {
    return history.commits().stream()
        .filter(one -> one.open() && one.changes().stream().anyMatch(on(device)))
        .findFirst();
  }

  /** All that is kept, read from the disk where it is not in memory. */
  Pages pages() {
    return new Pages(this, archive, journal);
  }

  synchronized void trimKeys(int most, Instant oldest) {
    history.keys().trim(most, oldest);
  }

  /** Nothing is appended between the state and the place in the journal that it is of. */
  void checkpoint() {
    inOrder(() -> journal.checkpoint(read(all -> all.snapshot(all.revisions().floor())))).run();
  }

  /** Forgets commits that need not stay, neither here nor by their ids; new ones all stay. */
  synchronized void drop(Predicate<String> stays) {
    Set<String> needed = history.kept();
    int highest = history.highest();
    journal.retain(number -> {
      String id = CommitIds.of(number);
      return number > highest || stays.test(id) || needed.contains(id);
    });
  }

  synchronized void raise(Snapshot.Floor floor) {
    history.revisions().raise(floor);
  }

  Pruning pruning(EngineTime time) {
    return new Pruning(journal, this, archive, time);
  }

  synchronized void declare(SortedMap<Key, Setting> fileLayer) {
    history.declare(fileLayer);
  }

  synchronized long version(Key key) {
    return history.version(key);
  }

  /** Ids of claims that were refused are not used again in this run; gaps are harmless. */
  private String nextId() {
    issued = Math.max(issued, history.highest()) + 1;
    return CommitIds.of(issued);
  }
}
