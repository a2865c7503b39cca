package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.store.Journal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Commits and revisions that are kept, page by page; most of them are read from the disk. */
record Pages(CommitLog commitLog, Archive archive, Journal journal) {
  /** Plans that a page of commits has in memory at a time. */
  private static final int AT_ONCE = 16;

  /**
   * Commits, newest first, each as a part of it that is small.
   *
   * @param before only those with a lower number
   */
  <T> List<T> commits(int before, int limit, Function<Commit, T> part) {
    List<T> page = new ArrayList<>();
    List<String> ids = journal.commits(before, limit);
    for (int from = 0; from < ids.size(); from += AT_ONCE) {
      several(ids.subList(from, Math.min(from + AT_ONCE, ids.size())))
          .forEach(one -> page.add(part.apply(one)));
    }
    return page;
  }

  private List<Commit> several(List<String> ids) {
    Map<String, Commit> found = new HashMap<>();
    ids.forEach(id -> commitLog.inMemory(id).ifPresent(one -> found.put(id, one)));
    found.putAll(archive.commits(ids.stream().filter(id -> !found.containsKey(id)).toList()));
    return ids.stream().map(found::get).filter(Objects::nonNull).toList();
  }

  /**
   * Revisions of the intent, newest first, each reduced by {@code part}.
   *
   * @param before only those with a lower number
   */
  <T> List<T> revisions(long before, int limit, Function<Revision, T> part) {
    List<T> page = new ArrayList<>();
    long lowest = archive.floor().get().number();
    long newest = Math.min(before - 1, commitLog.read(History::latest));
    for (long at = newest; at > lowest && page.size() < limit; at--) {
      archive.revision(at).map(Archive.Made::revision).map(part).ifPresent(page::add);
    }
    return page;
  }

  RevisionDiff diff(long from, long to) {
    require(from);
    require(to);
    return new Differences(archive, commitLog.read(History::latest)).between(from, to);
  }

  Request.Goal backTo(long number) {
    require(number);
    Request.Goal back =
        archive.backTo(
            number,
            commitLog.read(History::latest),
            commitLog::version,
            commitLog.read(History::intent));
    Collection<DeviceId> left = commitLog.read(history -> history.footprints().left());
    return back.without(key -> left.contains(key.target().device()));
  }

  private void require(long number) {
    long lowest = archive.floor().get().number();
    long latest = commitLog.read(History::latest);
    if (number < lowest || number > latest) {
      throw new CommitException(
          Kind.UNKNOWN, "no revision " + number + "; there are " + lowest + ".." + latest);
    }
  }
}
