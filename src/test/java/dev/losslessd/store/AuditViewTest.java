package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Release;
import dev.losslessd.model.Target;
import dev.losslessd.model.Waiver;
import dev.losslessd.store.AuditEvent.Kind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit as it is read from the journal and the side log. */
class AuditViewTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final Change CHANGE =
      new Change(Target.port(PORT), Pfc.OFF, new Pfc(PrioritySet.of(3)), List.of(PORT), Set.of());
  private static final Plan PLAN =
      new Plan(
          "p",
          "d",
          List.of(CHANGE),
          List.of(),
          List.of(new Waiver(new Refusal("headroom", "leaf1", "small"), "short cable")));

  @TempDir private Path folder;

  private int second;

  @Test
  void aCommitIsToldFromItsEntries() {
    write(
        begun("c-000001", "token:ci@10.0.0.5"),
        new Entry.Wave("c-000001", 1, 2, 1, at()),
        new Entry.Applied("c-000001", Due.at(NOW), "daemon", at()),
        new Entry.Applied("c-000001", Due.at(NOW.plusSeconds(60)), "uid:7", at()),
        new Entry.Confirmed("c-000001", 4, "uid:8", at()),
        begun("c-000002", "uid:0"),
        new Entry.Undoing("c-000002", "cancelled", List.of(CHANGE), Due.at(NOW), "uid:9", at()),
        new Entry.RolledBack("c-000002", "cancelled", "uid:9", at()));

    assertThat(told())
        .containsExactly(
            "submit c-000001 token:ci 10.0.0.5: why; accepts idle ports;"
                + " leaf1: small [headroom]; waived: short cable; leaves leaf1",
            "wave c-000001 daemon daemon: 1 of 2",
            "applied c-000001 daemon daemon: until 2027-01-01T00:00:00Z",
            "extended c-000001 uid:7 socket: until 2027-01-01T00:01:00Z",
            "confirmed c-000001 uid:8 socket: revision 4",
            "submit c-000002 uid:0 socket: why; accepts idle ports;"
                + " leaf1: small [headroom]; waived: short cable; leaves leaf1",
            "undoing c-000002 uid:9 socket: cancelled",
            "rolled-back c-000002 uid:9 socket: cancelled");
    assertThat(AuditText.lines(folder))
        .allMatch(line -> line.contains("\"targets\":[\"gpu01:ens1f0np0\"]"))
        .allMatch(line ->
            line.contains(
                "{\"setting\":\"gpu01:ens1f0np0 pfc\",\"before\":\"none\",\"after\":\"3\"}"));
  }

  @Test
  void whatIsOfNoCommitIsToldToo() {
    Identities first = Identities.of(new Target.Device(LEAF), Identity.serials(List.of("A1")));
    Identities other = Identities.of(new Target.Device(LEAF), Identity.serials(List.of("B2")));
    Maintenance work =
        new Maintenance(
            new Target.Device(LEAF), at(), Due.at(NOW.plusSeconds(60)), "uid:0", "optics");
    Release release = new Release(LEAF, Release.How.KEPT, List.of("acl"), "uid:0", "sold", NOW);
    write(
        new Entry.Frozen(true, "daemon", "lines are lost", at()),
        new Entry.Frozen(false, "uid:1", "", at()),
        new Entry.MaintenanceBegun(work),
        new Entry.MaintenanceEnded(work.target(), "daemon", at()),
        new Entry.Saved(LEAF, "uid:0", List.of("x"), at()),
        new Entry.Identified(first, at()),
        new Entry.Accepted(LEAF, other, "uid:2", "RMA", at()),
        new Entry.Released(release, "uid:0", at()),
        new Entry.Returned(LEAF, "uid:0", at()));

    assertThat(told())
        .containsExactly(
            "freeze  daemon daemon: lines are lost",
            "thaw  uid:1 socket: ",
            "maintenance  uid:0 socket: until 2027-01-01T00:01:00Z: optics",
            "maintenance-ended  daemon daemon: ",
            "saved  uid:0 socket: with what was not ours: x",
            "accepted  uid:2 socket: RMA; was leaf1: serial A1, is leaf1: serial B2",
            "released  uid:0 socket: kept; sold; left there: acl",
            "returned  uid:0 socket: ");
  }

  @Test
  void otherEventsStandWhereTheyHappened() {
    Instant before = at();
    Entry frozen = new Entry.Frozen(true, "uid:0", "", at());
    Instant between = at();
    Entry thawed = new Entry.Frozen(false, "uid:0", "", at());
    write(frozen, thawed);
    try (SideLog log = new SideLog(folder.resolve("events.jsonl"), Sync.DISK, 1 << 20, () -> NOW)) {
      for (Instant when : List.of(before, between, at())) {
        log.add(
            new AuditEvent(
                when, Kind.REFUSED, AuditActor.of("uid:5"), "no", "", List.of(), List.of()));
      }
    }

    assertThat(told())
        .containsExactly(
            "refused  uid:5 socket: no",
            "freeze  uid:0 socket: ",
            "refused  uid:5 socket: no",
            "thaw  uid:0 socket: ",
            "refused  uid:5 socket: no");
  }

  private List<String> told() {
    List<String> all = new ArrayList<>();
    JournalCheck _ =
        AuditView.read(
            folder.resolve("journal"),
            folder.resolve("events.jsonl"),
            event ->
                all.add(
                    "%s %s %s %s: %s"
                        .formatted(
                            event.event().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                            event.commit(),
                            event.actor(),
                            event.from(),
                            event.why())));
    return all;
  }

  private void write(Entry... entries) {
    try (Journal journal =
        Journal.open(folder.resolve("journal"), NOW, (file, channel, metadata) -> {})) {
      List.of(entries).forEach(journal::append);
    }
  }

  private Entry.Begun begun(String id, String actor) {
    return new Entry.Begun(
        id,
        PLAN,
        new TreeMap<>(),
        actor,
        "why",
        "boot",
        at(),
        true,
        Optional.empty(),
        List.of(LEAF),
        Map.of());
  }

  private Instant at() {
    return NOW.plusSeconds(second++);
  }
}
