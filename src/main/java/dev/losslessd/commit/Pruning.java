package dev.losslessd.commit;

import dev.losslessd.model.Due;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import dev.losslessd.store.CommitIds;
import dev.losslessd.store.Journal;
import dev.losslessd.store.Snapshot;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the history small: checkpoints, so that a start is quick, and compaction, so that the file
 * stays within its retention. Both only read while commits go on, and both may fail: then the
 * journal is as it was, and the next round tries again.
 */
final class Pruning {
  /** A file is not written anew for less than this part of it. */
  private static final int PART = 8;

  private static final Logger LOG = LoggerFactory.getLogger(Pruning.class);

  private final Journal journal;
  private final CommitLog commitLog;
  private final Archive archive;
  private final ReentrantLock turn = new ReentrantLock();
  private final EngineTime time;

  /** The newest commit's time when this began, which no clock that jumped since has changed. */
  private final Instant newest;

  private final Due begun;

  Pruning(Journal journal, CommitLog commitLog, Archive archive, EngineTime time) {
    this.journal = journal;
    this.commitLog = commitLog;
    this.archive = archive;
    this.time = time;
    this.newest =
        journal.size() == 0 ? time.now() : archive.started(journal.commit(journal.size() - 1));
    this.begun = time.in(Duration.ZERO);
  }

  /**
   * Now, as far as it can be trusted for the age of commits: no later than the newest of them, and
   * the time since boot that has passed since. A clock that is set ahead drops nothing.
   */
  private Instant trusted() {
    Instant passed = newest.plus(time.left(begun).negated());
    return passed.isBefore(time.now()) ? passed : time.now();
  }

  /** One round; at once where there is nothing to do. */
  void run(Retention keep) {
    Instant now = trusted();
    turn.lock();
    try {
      commitLog.trimKeys(keep.keys(), now.minus(keep.keyAge()));
      int place = firstKept(keep, now);
      if (place > 0 && isWorthIt(place)) {
        compact(number(place));
        commitLog.checkpoint();
      } else if (journal.wantsCheckpoint()) {
        commitLog.checkpoint();
      }
    } catch (StoreException e) {
      LOG.warn("the history is not made smaller: {}", e.getMessage());
    } finally {
      turn.unlock();
    }
  }

  /** The place of the oldest commit that is young enough and among the newest. */
  private int firstKept(Retention keep, Instant now) {
    int size = journal.size();
    int low = Math.max(0, size - keep.commits());
    int high = size;
    Instant oldest = now.minus(keep.age());
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (archive.started(journal.commit(middle)).isBefore(oldest)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Commits that are open or needed do not go, however old they are. */
  private boolean isWorthIt(int place) {
    int size = journal.size();
    int limit = place < size ? number(place) : Integer.MAX_VALUE;
    long stay = commitLog.read(History::kept).stream().filter(id -> isBelow(id, limit)).count();
    long gone = place - stay;
    return gone > 0 && gone * PART >= size;
  }

  private int number(int place) {
    return place < journal.size()
        ? CommitIds.number(journal.commit(place)).orElse(Integer.MAX_VALUE)
        : Integer.MAX_VALUE;
  }

  private static boolean isBelow(String id, int limit) {
    return CommitIds.number(id).orElse(Integer.MAX_VALUE) < limit;
  }

  private void compact(int limit) {
    Set<String> needed = commitLog.read(History::kept);
    Predicate<String> stays = id -> !isBelow(id, limit) || needed.contains(id);
    int before = journal.size();
    Snapshot.Floor floor = floor(stays);
    commitLog.drop(stays);
    commitLog.raise(floor);
    LOG.info(
        "the history has {} commits now, it had {}; the oldest revision to go back to is {}",
        journal.size(),
        before,
        floor.number());
  }

  /** Floor of rollbacks: the highest revision whose commit is dropped. */
  private Snapshot.Floor floor(Predicate<String> stays) {
    Snapshot.Floor was = archive.floor().get();
    long latest = commitLog.read(History::latest);
    long number = was.number();
    for (long revision = was.number() + 1; revision <= latest; revision++) {
      var commit = archive.madeBy().apply(revision);
      boolean gone = commit.isEmpty() || !stays.test(CommitIds.of(commit.getAsInt()));
      number = gone ? revision : number;
    }
    TreeMap<Key, Setting> rest = new TreeMap<>(was.rest());
    TreeMap<Key, Setting> values = new TreeMap<>(was.values());
    for (long revision = was.number() + 1; revision <= number; revision++) {
      archive
          .revision(revision)
          .ifPresent(made -> {
            rest.keySet().removeAll(made.unset());
            rest.putAll(made.begun().delta());
            values.putAll(made.values());
          });
    }
    return new Snapshot.Floor(number, rest, values, List.of());
  }
}
