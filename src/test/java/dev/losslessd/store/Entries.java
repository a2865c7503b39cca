package dev.losslessd.store;

import java.util.ArrayList;
import java.util.List;

/** All entries of a small journal. */
public final class Entries {
  private Entries() {}

  /** From what it began with when it was opened, oldest first. */
  public static List<Entry> of(Journal journal) {
    List<Entry> all = new ArrayList<>();
    journal.replay(all::add);
    return all;
  }

  /** Returns the ends that a journal of these entries knows. */
  static Ends ends(List<Entry> entries) {
    Records records = new Records("journal");
    entries.forEach(entry -> records.take(0, EntryCodec.encode(entry)));
    return records.ends();
  }
}
