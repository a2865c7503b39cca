package dev.losslessd.commit;

import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.util.List;
import java.util.function.Consumer;

/**
 * What happened on devices while the disk took nothing, oldest first. It is written before anything
 * else is: the journal never has a commit that began where it lacks the end of another. Not safe
 * for threads.
 */
final class Unwritten {
  private List<Entry> entries = List.of();

  /** Adds an entry, instead of what it replaces: a disk may be full for days. */
  void add(Entry entry) {
    entries = CommitRecord.having(entry, entries);
  }

  /**
   * Writes all of them.
   *
   * @throws StoreException one cannot be written; those from there on stay
   */
  void write(Consumer<Entry> journal) {
    while (!entries.isEmpty()) {
      journal.accept(entries.getFirst());
      entries = entries.subList(1, entries.size());
    }
  }
}
