package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unset;
import dev.losslessd.model.Waiver;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Overrides that go and maintenance, in the journal. */
class LayerRecordsTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final Key PFC = new Key(Target.port(PORT), SettingKind.PFC);
  private static final Key MTU = new Key(Target.port(PORT), SettingKind.MTU);
  private static final Setting ON5 = new Pfc(PrioritySet.of(5));
  private static final Unset GONE = new Unset(PFC, ON5, Optional.of(new Pfc(PrioritySet.of(3))));
  private static final Unset FREE = new Unset(MTU, new Mtu(9216), Optional.empty());
  private static final Maintenance WORK =
      new Maintenance(
          new Target.Device(new DeviceId("leaf1")),
          NOW,
          Due.at(NOW.plusSeconds(60)),
          "uid:0",
          "optics");

  @TempDir private Path folder;

  @Test
  void whatIsUnsetIsReadAsItWasWritten() {
    for (Plan plan : List.of(plan(List.of()), plan(List.of(waiver())))) {
      Entry.Begun begun = Entries.begun("c-000001", plan, new TreeMap<>(), "uid:0", "why", NOW);
      Entry.Staged staged =
          new Entry.Staged(
              "c-000002", plan, wish(Set.of(PFC, MTU)), "uid:0", "why", NOW, Optional.empty());

      assertThat(again(begun)).isEqualTo(begun);
      assertThat(again(staged)).isEqualTo(staged);
      assertThat(begun.resources()).containsExactlyInAnyOrder(PFC, MTU);
    }
  }

  @Test
  void aJournalIsVerifiedWithAllOfThem() {
    try (Journal journal = open()) {
      journal.append(begun(plan(List.of())));
      journal.append(new Entry.MaintenanceBegun(WORK));
      journal.append(new Entry.MaintenanceEnded(WORK.target(), "daemon", NOW));
    }

    assertThat(JournalCheck.of(file(), _ -> {}).lines()).isEqualTo(3);
  }

  @Test
  void maintenanceIsAPartOfTheCheckpoint() {
    Snapshot state = Snapshots.of(0, 0, List.of(), List.of(WORK), Identities.NONE);
    try (Journal journal = open()) {
      journal.append(begun(plan(List.of())));
      journal.checkpoint(state).run();
    }
    try (Journal journal = open()) {
      assertThat(journal.base().maintenance()).containsExactly(WORK);
    }
  }

  private static Entry again(Entry entry) {
    return RecordJsonTest.again(entry);
  }

  private static Entry.Begun begun(Plan plan) {
    return Entries.begun("c-000001", plan, new TreeMap<>(), "uid:0", "", NOW);
  }

  private static Plan plan(List<Waiver> waived) {
    return new Plan(
        "p", "d", List.of(), List.of(), waived, List.of(GONE, FREE), Identities.NONE, List.of());
  }

  private static Waiver waiver() {
    return new Waiver(new Refusal("headroom", "subject", "reason"), "short cable");
  }

  private static StagedWish wish(Set<Key> unset) {
    SortedMap<Key, Setting> delta = new TreeMap<>(Map.of(PFC, ON5));
    return new StagedWish(
        delta,
        false,
        Set.of(),
        Map.of(PFC, 3L),
        Optional.empty(),
        true,
        Map.of(),
        Acceptance.NOTHING,
        unset);
  }

  private Journal open() {
    return Journal.open(file(), NOW, (_, _, _) -> {});
  }

  private Path file() {
    return folder.resolve("journal");
  }
}
