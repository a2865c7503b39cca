package dev.losslessd.store;

import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Setting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** All entries of a small journal. */
public final class Entries {
  private Entries() {}

  /** From what it began with when it was opened, oldest first. */
  public static List<Entry> of(Journal journal) {
    List<Entry> all = new ArrayList<>();
    journal.replay(all::add);
    return all;
  }

  /** One that waits for traffic, without a key, for devices that report no start. */
  static Entry.Begun begun(
      String commit,
      Plan plan,
      SortedMap<Key, Setting> delta,
      String actor,
      String reason,
      Instant at) {
    return new Entry.Begun(
        commit,
        plan,
        delta,
        actor,
        reason,
        "boot",
        at,
        false,
        Optional.empty(),
        List.of(),
        Map.of());
  }
}
