package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Due;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.CommitIds;
import dev.losslessd.store.Entry;
import dev.losslessd.store.Journal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Entries of commits that were made long ago. */
final class PastEntries {
  static final Instant THEN = Instant.parse("2026-12-31T00:00:00Z");
  static final Pfc ON3 = new Pfc(PrioritySet.of(3));
  static final Pfc ON5 = new Pfc(PrioritySet.of(5));

  private PastEntries() {}

  /** Commits of one port, all confirmed, a minute apart: revision 1 is of the first of them. */
  static List<Entry> confirmed(int from, int to, PortId port, long firstRevision) {
    List<Entry> all = new ArrayList<>();
    for (int number = from; number <= to; number++) {
      Instant at = THEN.plusSeconds(60L * number);
      all.add(begun(number, port, number == from ? Pfc.OFF : value(number - 1), value(number)));
      all.add(new Entry.Applied(CommitIds.of(number), Due.at(at.plusSeconds(600)), "daemon", at));
      all.add(
          new Entry.Confirmed(CommitIds.of(number), firstRevision + number - from, "uid:0", at));
    }
    return all;
  }

  static Pfc value(int number) {
    return number % 2 == 0 ? ON3 : ON5;
  }

  static Entry.Begun begun(int number, PortId port, Setting before, Setting after) {
    Target target = Target.port(port);
    Change change = new Change(target, before, after, List.of(port), Set.of());
    return new Entry.Begun(
        CommitIds.of(number),
        new Plan("p", "d", List.of(change), List.of(), List.of()),
        new TreeMap<>(Map.of(new Key(target, SettingKind.PFC), after)),
        "uid:0",
        "number " + number,
        "boot-1",
        THEN.plusSeconds(60L * number),
        false,
        Optional.empty(),
        List.of(),
        Map.of());
  }

  static void write(Path folder, List<? extends Entry> entries) {
    try (Journal journal = Journal.open(folder.resolve("journal"), THEN, (_, _, _) -> {})) {
      entries.forEach(journal::append);
    }
  }
}
