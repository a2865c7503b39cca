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
}
