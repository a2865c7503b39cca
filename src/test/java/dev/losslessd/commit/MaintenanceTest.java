package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that nothing is written in maintenance until its announced end. */
class MaintenanceTest {
  private static final Target HOST = new Target.Device(new DeviceId("gpu01"));
  private static final PortId LEAF_PORT = PortId.parse("leaf1:Eth1");
  private static final Target LEAF = new Target.Device(new DeviceId("leaf1"));
  private static final Key PFC1 = new Key(Target.port(ENS1), SettingKind.PFC);
  private static final Key PFC2 = new Key(Target.port(ENS2), SettingKind.PFC);
  private static final Key LEAF_PFC = new Key(Target.port(LEAF_PORT), SettingKind.PFC);
  private static final Pfc ON3 = new Pfc(PrioritySet.of(3));
  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String SAYS =
      "gpu01 is in maintenance until 2027-01-01T01:00:00Z: new cables";

  @TempDir private Path folder;

  @Test
  void aPlanThatComesNearIsRefusedUntilTheEndThatTheClockBrings() throws Exception {
    try (Rig rig = new Rig(folder)) {
      begin(rig, HOST);

      assertThat(rig.commitEngine.preview(pfc(PFC1)).refusals())
          .containsExactly(new Refusal("maintenance", "gpu01", SAYS));
      assertThatThrownBy(() -> rig.commitEngine.submit(pfc(PFC1)))
          .isInstanceOfSatisfying(
              CommitException.class,
              no -> assertThat(no.kind()).isEqualTo(CommitException.Kind.REFUSED))
          .hasMessageContaining(SAYS);

      rig.at(START.plus(HOUR));
      assertThat(rig.commitEngine.maintenance().now()).isEmpty();
      assertThat(submit(rig, pfc(PFC1)).state()).isEqualTo("awaiting-confirm");
    }
  }

  @Test
  void whatDriftedThereIsNotRepaired() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.confirm(submit(rig, pfc(PFC1)).id(), "uid:0");
      rig.nic.set(ENS1, SettingKind.PFC, Pfc.OFF);
      begin(rig, HOST);
      int writes = rig.nic.written.size();

      assertThatThrownBy(
              () -> rig.commitEngine.submit(Request.repair(Set.of(PFC1), "drift", Set.of())))
          .hasMessageContaining(SAYS);

      assertThat(rig.nic.written).hasSize(writes);
    }
  }

  @Test
  void aPortAloneLeavesItsDeviceFree() throws Exception {
    try (Rig rig = new Rig(folder)) {
      begin(rig, Target.port(ENS1));

      assertThat(rig.commitEngine.preview(pfc(PFC1)).refused()).isTrue();
      assertThat(submit(rig, pfc(PFC2)).state()).isEqualTo("awaiting-confirm");
    }
  }

  @Test
  void aChangeOfAWholeDeviceComesNearEachOfItsPorts() {
    var of =
        new Maintenance(Target.port(LEAF_PORT), START, Due.at(START.plus(HOUR)), "uid:0", "optics");
    var change = new Change(LEAF, new Mtu(1500), new Mtu(9216), List.of(), Set.of());

    assertThat(of.covers(change)).isTrue();
    assertThat(of.covers(Target.port(PortId.parse("leaf1:Eth2")))).isFalse();
  }

  @Test
  void itIsGoneWhenSomebodyEndsItAndOnlyThen() throws Exception {
    try (Rig rig = new Rig(folder)) {
      begin(rig, HOST);

      rig.commitEngine.maintenance().end(HOST, "uid:7");

      assertThat(rig.commitEngine.preview(pfc(PFC1)).refused()).isFalse();
      assertThat(rig.witness.lines)
          .containsExactly("uid:0 begins maintenance of gpu01", "uid:7 ends maintenance of gpu01");
      assertThatThrownBy(() -> rig.commitEngine.maintenance().end(HOST, "uid:7"))
          .hasMessage("gpu01 is not in maintenance");
    }
  }

  @Test
  void itOutlivesARestartACheckpointAndACompaction() throws Exception {
    List<Entry> past = new ArrayList<>(PastEntries.confirmed(1, 60, ENS2, 1));
    PastEntries.write(folder, past);
    try (Rig rig = new Rig(folder)) {
      begin(rig, HOST);
      rig.commitEngine.prune(new Retention(10, Duration.ofDays(90), 10_000, Duration.ofHours(24)));
      assertThat(rig.commitEngine.maintenance().now()).hasSize(1);
    }
    try (Rig again = new Rig(folder)) {
      assertThat(again.commitEngine.maintenance().now())
          .extracting(Maintenance::text)
          .containsExactly(SAYS);
    }
    Files.delete(folder.resolve("journal.checkpoint"));
    try (Rig whole = new Rig(folder)) {
      assertThat(whole.commitEngine.maintenance().now())
          .extracting(Maintenance::actor)
          .containsExactly("uid:0");
      whole.commitEngine.maintenance().end(HOST, "uid:0");
    }
    try (Rig last = new Rig(folder)) {
      assertThat(last.commitEngine.maintenance().now()).isEmpty();
    }
  }

  @Test
  void itsEndByTheClockIsWrittenDownOnce() throws Exception {
    try (Rig rig = new Rig(folder)) {
      begin(rig, HOST);
      rig.commitEngine.maintenance().round();
      assertThat(rig.witness.lines).hasSize(1);
    }
    try (Rig next = new Rig(folder)) {
      next.at(START.plus(HOUR));
      next.diskFull = true;
      next.commitEngine.maintenance().round();
      assertThat(next.witness.lines).as("no room for it").isEmpty();
      assertThat(next.commitEngine.preview(pfc(PFC1)).refused()).as("over all the same").isFalse();
      next.diskFull = false;
      next.commitEngine.maintenance().round();
      next.commitEngine.maintenance().round();

      assertThat(next.witness.lines).containsExactly("daemon ends maintenance of gpu01");
    }
  }

  @Test
  void withoutRoomForItsRecordItDoesNotBegin() {
    try (Rig rig = new Rig(folder)) {
      rig.diskFull = true;
      assertThatThrownBy(() -> begin(rig, HOST))
          .isInstanceOfSatisfying(
              CommitException.class,
              no -> assertThat(no.kind()).isEqualTo(CommitException.Kind.STORE));
      rig.diskFull = false;

      assertThat(rig.commitEngine.maintenance().now()).isEmpty();
    }
  }

  @Test
  void itDoesNotBeginInTheMiddleOfAWrite() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.nic.hangsOn = SettingKind.PFC;
      rig.commitEngine.submit(pfc(PFC1));

      assertThatThrownBy(() -> begin(rig, HOST))
          .isInstanceOfSatisfying(
              CommitException.class,
              no -> assertThat(no.kind()).isEqualTo(CommitException.Kind.IN_PROGRESS))
          .hasMessage("commit c-000001 is being written there; wait for it, or cancel it");
      begin(rig, Target.port(ENS2));
    }
  }

  /** Whenever a device is asked for something: while it is planned, and between plan and record. */
  @Test
  void whereItBeginsBeforeTheFirstWriteNothingIsWritten(@TempDir Path many) throws Exception {
    int begun = 0;
    for (int call = 1; call <= 12; call++) {
      try (Rig rig = new Rig(Files.createDirectory(many.resolve("at" + call)))) {
        AtomicInteger left = new AtomicInteger(call);
        AtomicBoolean began = new AtomicBoolean();
        rig.heldBack =
            () -> {
              if (left.decrementAndGet() == 0) {
                began.set(beginsNow(rig));
              }
              return Duration.ZERO;
            };
        try {
          rig.commitEngine.submit(pfc(PFC1));
          rig.quiet();
        } catch (CommitException e) {
          assertThat(e).hasMessageContaining(SAYS);
        }
        if (began.get() && rig.commitEngine.commits().isEmpty()) {
          begun++;
          assertThat(rig.nic.written).isEmpty();
        }
        boolean applying = rig.told.stream().anyMatch(Commit.Undoing.class::isInstance);
        assertThat(applying).as("call %s: begun under a write", call).isFalse();
      }
    }
    assertThat(begun).isPositive();
  }

  private static boolean beginsNow(Rig rig) {
    try {
      begin(rig, HOST);
      return true;
    } catch (CommitException e) {
      assertThat(e.kind()).isEqualTo(CommitException.Kind.IN_PROGRESS);
      return false;
    }
  }

  @Test
  void anUndoWaitsForItsEndAndOtherDevicesAreUndoneAtOnce() throws Exception {
    FakeLeaf leaf = new FakeLeaf("leaf1", () -> START, "Eth1");
    leaf.holds = false;
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      submit(rig, Requests.of(new TreeMap<>(Map.of(PFC1, ON3, LEAF_PFC, ON3))));
      Maintenance of = begin(rig, LEAF);
      assertThat(rig.commitEngine.maintenance().open(of)).containsExactly("c-000001");
      int writes = leaf.box.written.size();
      rig.told.clear();

      rig.pass(Duration.ofSeconds(601));

      Commit.Undoing waits = (Commit.Undoing) rig.settled();
      assertThat(waits.waits())
          .isEqualTo("leaf1 is in maintenance until 2027-01-01T01:00:00Z: new cables");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      assertThat(leaf.box.value(LEAF_PORT, SettingKind.PFC)).isEqualTo(ON3);
      for (int minute = 0; minute < 48; minute++) {
        rig.pass(Duration.ofSeconds(60));
      }
      assertThat(leaf.box.written).as("not a byte").hasSize(writes);
      assertThat(state(rig)).isEqualTo("undoing");

      rig.pass(Duration.ofMinutes(3));

      assertThat(state(rig)).isEqualTo("rolled-back");
      assertThat(leaf.box.value(LEAF_PORT, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void whoeverEndsItLetsTheUndoGoOnAtOnce() throws Exception {
    try (Rig rig = new Rig(folder)) {
      submit(rig, pfc(PFC1));
      begin(rig, HOST);
      rig.commitEngine.cancel("c-000001", "test", "uid:0");
      assertThat(state(rig)).isEqualTo("undoing");
      rig.told.clear();

      rig.commitEngine.maintenance().end(HOST, "uid:0");

      assertThat(rig.settled().state()).isEqualTo("rolled-back");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void whoeverRecoversWaitsTooAndAPersonCannotForceIt() throws Exception {
    Rig first = new Rig(folder);
    submit(first, pfc(PFC1));
    begin(first, HOST);
    first.close();

    try (Rig next = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), first.nic, "boot-2")) {
      next.commitEngine.recover();
      assertThat(state(next)).isEqualTo("undoing");
      next.commitEngine.retry("c-000001", true, true, "uid:0");
      assertThat(state(next)).isEqualTo("undoing");
      assertThat(next.nic.written).isEmpty();
      assertThat(next.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);
    }
    try (Rig last = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), first.nic, "boot-2")) {
      last.at(START.plus(HOUR));
      last.commitEngine.recover();
      assertThat(state(last)).isEqualTo("rolled-back");
    }
  }

  @Test
  void aConfirmKeepsWhatIsThereAndWritesNothing() throws Exception {
    try (Rig rig = new Rig(folder)) {
      submit(rig, pfc(PFC1));
      begin(rig, HOST);

      assertThat(rig.commitEngine.confirm("c-000001", "uid:0").state()).isEqualTo("confirmed");
    }
  }

  @Test
  void aStagedCommitStaysStagedMeanwhile() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.busy.add(ENS1);
      rig.commitEngine.submit(pfc(PFC1).whenIdle(true));
      begin(rig, HOST);
      rig.busy.clear();
      wind(rig, 15);
      assertThat(state(rig)).isEqualTo("staged");

      rig.at(START.plus(HOUR));
      wind(rig, 15);

      assertThat(rig.settled().state()).isEqualTo("staged");
      assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
    }
  }

  @Test
  void aFreezeStaysAFreezeOfEverything() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.freeze("uid:0");
      begin(rig, HOST);
      rig.commitEngine.maintenance().end(HOST, "uid:0");

      assertThatThrownBy(() -> rig.commitEngine.submit(pfc(PFC1)))
          .isInstanceOfSatisfying(
              CommitException.class,
              no -> assertThat(no.kind()).isEqualTo(CommitException.Kind.FROZEN));
    }
  }

  @Test
  void anOverrideGoesAllTheSameWhereNothingIsToBeWritten() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.confirm(submit(rig, pfc(PFC1)).id(), "uid:0");
      begin(rig, HOST);

      Plan plan = rig.commitEngine.preview(Request.unset(PFC1, "uid:0", ""));

      assertThat(plan.refused()).isFalse();
    }
  }

  private static Maintenance begin(Rig rig, Target target) {
    return rig.commitEngine.maintenance().begin(target, HOUR, "uid:0", "new cables");
  }

  private static Request pfc(Key key) {
    return Request.one(key, (Setting) ON3, "uid:0", "test");
  }

  private static String state(Rig rig) {
    return rig.commitEngine.commit("c-000001").orElseThrow().state();
  }

  private static void wind(Rig rig, int seconds) {
    for (int second = 0; second < seconds; second++) {
      rig.pass(Duration.ofSeconds(1));
    }
  }

  private static Commit submit(Rig rig, Request request) throws InterruptedException {
    rig.told.clear();
    rig.commitEngine.submit(request);
    return rig.settled();
  }
}
