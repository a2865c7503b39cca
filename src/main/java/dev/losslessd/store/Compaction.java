package dev.losslessd.store;

import java.io.IOException;
import java.nio.file.Files;
import java.util.function.Predicate;

/**
 * Writes a journal anew, without commits that are no longer kept. The old file is in use until the
 * new one is durable under its name, and stays in use where that fails.
 */
public final class Compaction {
  /** Records copied in one go, so that appends do not wait for long. */
  private static final int PART = 64;

  private final Journal journal;
  private final Snapshot state;
  private final Predicate<String> kept;
  private final long first;
  private final long until;

  /**
   * @param state what all records before {@code until} come to
   * @param first byte of the first record that may be kept
   */
  Compaction(Journal journal, Snapshot state, Predicate<String> kept, long first, long until) {
    this.journal = journal;
    this.state = state;
    this.kept = kept;
    this.first = first;
    this.until = until;
  }

  /**
   * Takes as long as it takes to copy the file; appends go on meanwhile. At most one at a time.
   *
   * @throws StoreException disk full or broken, or the old file is damaged, which is in use still
   */
  public void run() {
    var fresh = JournalOpening.fresh(journal.file());
    try {
      JournalFile made = journal.disk().call(() -> JournalFile.create(fresh, journal.sync()));
      boolean done = false;
      try {
        Records records = new Records(fresh.toString());
        begin(made, records);
        copy(made, records);
        journal.become(made, records, until);
        done = true;
      } finally {
        if (!done && Files.exists(fresh)) {
          journal.disk().run(made::close);
          Journal.delete(fresh);
        }
      }
    } catch (IOException e) {
      throw new StoreException(
          "journal " + journal.file() + " cannot be compacted: " + StateFolder.reason(e), e);
    }
  }

  private void begin(JournalFile made, Records records) throws IOException {
    for (byte[] part : Records.parts(journal.ends(), state)) {
      records.take(journal.disk().call(() -> made.write(part)), part);
    }
  }

  /** Copies a part at a time, so that appends do not wait long. */
  private void copy(JournalFile made, Records records) {
    for (long at = first; at < until; ) {
      at = journal.walk(at, until, PART, (place, payload) -> copy(place, payload, made, records));
    }
  }

  private void copy(long at, byte[] payload, JournalFile made, Records records) throws IOException {
    RecordRole role = RecordRole.of(payload, journal.file() + " at byte " + at);
    String commit = role.commit(payload);
    if (!commit.isEmpty() && kept.test(commit)) {
      records.place(made.write(payload), payload);
    }
  }
}
