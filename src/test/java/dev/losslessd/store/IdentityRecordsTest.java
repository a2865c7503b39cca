package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Identity.Fact;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of devices' identities in the journal. */
class IdentityRecordsTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final Identities FOUND =
      Identities.of(new Target.Device(LEAF), Identity.serials(List.of("FDO2", "FDO1")))
          .with(
              Identities.of(
                  Target.parse("gpu01:ens1f0np0"), Identity.of(Fact.MAC, "0c:42:a1:00:00:01")));
  private static final Plan PLAN =
      new Plan("p", "d", List.of(), List.of(), List.of()).identifying(FOUND);

  @TempDir private Path folder;

  @Test
  void everyRecordHasThemWhole() {
    List<Entry> all =
        List.of(
            new Entry.Identified(FOUND, NOW),
            new Entry.Accepted(LEAF, FOUND, "uid:0", "RMA 4711", NOW),
            begun(PLAN),
            new Entry.Staged("c-000001", PLAN, wish(), "u", "", NOW, Optional.empty()));

    assertThat(all).allSatisfy(entry -> assertThat(again(entry)).isEqualTo(entry));
  }

  @Test
  void theyAreAPartOfTheCheckpoint() {
    Snapshot state = Snapshots.of(0, 0, List.of(), List.of(), FOUND);
    try (Journal journal = open()) {
      journal.append(new Entry.Identified(FOUND, NOW));
      journal.checkpoint(state).run();
    }
    try (Journal journal = open()) {
      assertThat(journal.base().identities()).isEqualTo(FOUND);
    }
  }

  private static Entry again(Entry entry) {
    return RecordJsonTest.again(entry);
  }

  private static Entry.Begun begun(Plan plan) {
    return begun(plan, false);
  }

  private static Entry.Begun begun(Plan plan, boolean acceptIdle) {
    return new Entry.Begun(
        "c-000001",
        plan,
        new TreeMap<>(),
        "u",
        "",
        "boot",
        NOW,
        acceptIdle,
        Optional.empty(),
        List.of(),
        Map.of());
  }

  private static StagedWish wish() {
    return new StagedWish(
        new TreeMap<>(),
        false,
        Set.of(),
        Map.of(),
        Optional.empty(),
        true,
        Map.of(),
        Acceptance.NOTHING,
        Set.of());
  }

  private Journal open() {
    return Journal.open(file(), NOW, (_, _, _) -> {});
  }

  private Path file() {
    return folder.resolve("journal");
  }
}
