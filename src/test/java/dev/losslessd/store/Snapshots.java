package dev.losslessd.store;

import dev.losslessd.model.Identities;
import dev.losslessd.model.Maintenance;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Snapshots of which only a part is filled. */
final class Snapshots {
  private Snapshots() {}

  static Snapshot of(long latest, int highest, List<Entry> entries) {
    return of(latest, highest, entries, List.of(), Identities.NONE);
  }

  static Snapshot of(
      long latest,
      int highest,
      List<Entry> entries,
      List<Maintenance> maintenance,
      Identities identities) {
    return new Snapshot(
        latest,
        highest,
        false,
        "",
        new TreeMap<>(),
        Map.of(),
        Snapshot.Floor.NOTHING,
        Map.of(),
        entries,
        new IdempotencyKeys(),
        maintenance,
        identities,
        List.of(),
        Map.of(),
        Set.of(),
        Map.of());
  }
}
