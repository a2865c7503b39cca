package dev.losslessd.store;

import java.util.function.Predicate;

/**
 * Forgets commits that are no longer kept: they are neither listed nor read any more. Their lines
 * stay in the closed files of the journal, for the audit. It holds over a start with the next
 * checkpoint.
 */
public final class Compaction {
  private final Journal journal;
  private final Predicate<String> kept;
  private final int highest;

  /**
   * @param highest number of a commit that may be dropped
   */
  Compaction(Journal journal, Predicate<String> kept, int highest) {
    this.journal = journal;
    this.kept = kept;
    this.highest = highest;
  }

  /** Commits that came after this was made are all kept. */
  public void run() {
    journal.retain(number -> number > highest || kept.test(CommitIds.of(number)));
  }
}
