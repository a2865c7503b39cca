package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.Entries;
import dev.losslessd.store.Entry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An undo that does not hold at once: whatever keeps it from that, and however long. */
class RetriedUndoTest {
  private static final Key PFC1 = new Key(Target.port(ENS1), SettingKind.PFC);
  private static final Pfc ON3 = new Pfc(PrioritySet.of(3));
  private static final PortId LEAF_PORT = PortId.parse("leaf1:Eth1");
  private static final Key LEAF_PFC = new Key(Target.port(LEAF_PORT), SettingKind.PFC);
  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  private static final String ID = "c-000001";

  @TempDir private Path folder;

  private static Request pfc3() {
    return Request.one(PFC1, ON3, "uid:0", "test");
  }

  private static void silence(FakeNic nic) {
    nic.touched =
        () -> {
          throw new DeviceException(DeviceException.Kind.TIMEOUT, "no answer");
        };
  }

  private static String state(Rig rig) {
    return rig.commitEngine.commit(ID).orElseThrow().state();
  }

  private static Rig open(Path folder) throws InterruptedException {
    Rig rig = new Rig(folder);
    rig.commitEngine.submit(pfc3());
    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
    return rig;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 60, 3600, 86_400})
  void aDeviceThatIsAwayAtTheDeadlineIsUndoneWhenItIsBack(long seconds) throws Exception {
    try (Rig rig = open(folder)) {
      silence(rig.nic);
      rig.pass(Duration.ofSeconds(601));
      assertThat(state(rig)).isEqualTo("undoing");
      for (long left = seconds; left > 0; left -= 5) {
        rig.pass(Duration.ofSeconds(Math.min(left, 5)));
      }
      assertThat(state(rig)).isEqualTo("undoing");
      assertThatThrownBy(() -> rig.commitEngine.submit(pfc3()))
          .as("its targets are held")
          .hasMessageContaining("is held by commit " + ID);

      rig.nic.touched = () -> {};
      rig.pass(Duration.ofSeconds(60));

      assertThat(state(rig)).isEqualTo("rolled-back");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      rig.told.clear();
      rig.commitEngine.submit(pfc3());
      assertThat(rig.settled().state()).as("its targets are free").isEqualTo("awaiting-confirm");
    }
  }

  @Test
  void aRebootWithTheManagementNetworkStillDownUndoesWhenItIsUp() throws Exception {
    FakeLeaf leaf = new FakeLeaf("leaf1", () -> START, "Eth1");
    leaf.holds = false;
    Rig first = new Rig(folder, null, START, List.of(), leaf);
    first.commitEngine.submit(Request.one(LEAF_PFC, ON3, "uid:0", "test"));
    assertThat(first.settled().state()).isEqualTo("awaiting-confirm");
    first.close();

    leaf.silent = true;
    try (Rig next = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), first.nic, "boot-2")) {
      next.at(START.plusSeconds(60));
      next.leaves.put(leaf.id, leaf);
      next.commitEngine.recover();
      assertThat(state(next)).isEqualTo("undoing");
      next.pass(Duration.ofSeconds(20));

      leaf.silent = false;
      next.pass(Duration.ofSeconds(60));

      assertThat(state(next)).isEqualTo("rolled-back");
      assertThat(leaf.box.value(LEAF_PORT, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void anUndoThatWaitsIsTakenUpByTheNextProcess() throws Exception {
    Rig rig = open(folder);
    silence(rig.nic);
    rig.pass(Duration.ofSeconds(601));
    rig.close();
    rig.nic.touched = () -> {};

    try (Rig next = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), rig.nic, "boot-1")) {
      assertThat(next.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);
      next.commitEngine.recover();
      assertThat(state(next)).isEqualTo("rolled-back");
      assertThat(next.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void whatSomebodyElseSetMeanwhileStaysUntilAPersonDecides() throws Exception {
    try (Rig rig = open(folder)) {
      silence(rig.nic);
      rig.pass(Duration.ofSeconds(601));
      rig.nic.set(ENS1, SettingKind.PFC, new Pfc(PrioritySet.of(5)));
      rig.nic.touched = () -> {};
      rig.pass(Duration.ofSeconds(60));

      Commit.Stuck stuck = (Commit.Stuck) rig.commitEngine.commit(ID).orElseThrow();
      assertThat(stuck.why())
          .contains("shows 5, which is neither 3 nor none; somebody else set it, and it stays");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(new Pfc(PrioritySet.of(5)));
      rig.pass(Duration.ofDays(1));
      assertThat(state(rig)).isEqualTo("stuck");
      assertThatThrownBy(() -> rig.commitEngine.submit(pfc3()))
          .hasMessageContaining("is held by commit " + ID);
      assertThat(rig.commitEngine.retry(ID, false, false, "uid:0").state()).isEqualTo("stuck");

      assertThat(rig.commitEngine.retry(ID, false, true, "uid:0").state()).isEqualTo("rolled-back");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void undosThatWaitedAreNotKeptInMemoryWhenTheyAreOver() throws Exception {
    try (Rig rig = new Rig(folder)) {
      for (int n = 0; n < 60; n++) {
        rig.told.clear();
        String id = rig.commitEngine.submit(pfc3()).id();
        rig.settled();
        silence(rig.nic);
        assertThat(rig.commitEngine.cancel(id, "enough", "uid:0").state()).isEqualTo("undoing");
        rig.nic.touched = () -> {};
        assertThat(rig.commitEngine.retry(id, false, false, "uid:0").state())
            .isEqualTo("rolled-back");
      }
      assertThat(rig.commitEngine.commits()).hasSizeLessThan(30);
    }
  }

  @Test
  void aPersonCanGiveItUp() throws Exception {
    try (Rig rig = open(folder)) {
      silence(rig.nic);
      rig.pass(Duration.ofSeconds(601));

      Commit.Abandoned end =
          (Commit.Abandoned) rig.commitEngine.abandon(ID, "uid:0", "the NIC is scrap");

      assertThat(end.why()).isEqualTo("given up by uid:0: the NIC is scrap");
      assertThat(end.left()).hasSize(2);
      rig.nic.touched = () -> {};
      rig.told.clear();
      rig.commitEngine.submit(Request.one(PFC1, new Pfc(PrioritySet.of(4)), "uid:0", "new"));
      assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
    }
    try (Rig next = new Rig(folder)) {
      assertThat(state(next)).isEqualTo("abandoned");
    }
  }

  @Test
  void whatIsStuckHoldsItsTargetsAcrossARestart() throws Exception {
    Rig rig = open(folder);
    rig.nic.refuses.add(SettingKind.PFC);
    assertThat(rig.commitEngine.cancel(ID, "enough", "uid:0").state()).isEqualTo("stuck");
    rig.close();
    try (Rig next = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), rig.nic, "boot-1")) {
      next.commitEngine.recover();
      assertThatThrownBy(() -> next.commitEngine.submit(pfc3()))
          .hasMessageContaining("is held by commit " + ID);
      assertThat(next.commitEngine.retry(ID, false, false, "uid:0").state())
          .isEqualTo("rolled-back");
    }
  }

  @Test
  void aFreezeInTheMiddleIsTakenUpAtTheThaw() throws Exception {
    try (Rig rig = open(folder)) {
      int before = rig.nic.written.size();
      rig.nic.touched =
          () -> {
            if (rig.nic.written.size() == before + 1) {
              rig.nic.touched = () -> {};
              rig.commitEngine.freeze("uid:0");
            }
          };
      Commit.Undoing held = (Commit.Undoing) rig.commitEngine.cancel(ID, "enough", "uid:0");
      assertThat(held.waits()).contains("frozen");
      rig.pass(Duration.ofHours(1));
      assertThat(rig.nic.written).hasSize(before + 1);

      rig.told.clear();
      rig.commitEngine.thaw("uid:0");

      assertThat(rig.settled().state()).isEqualTo("rolled-back");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void longAfterItWasDueABusyLinkIsNotTakenDown() throws Exception {
    try (Rig rig = open(folder)) {
      silence(rig.nic);
      rig.pass(Duration.ofSeconds(601));
      rig.busy.add(ENS1);
      rig.pass(Duration.ofSeconds(61));
      rig.nic.touched = () -> {};
      rig.pass(Duration.ofSeconds(60));

      Commit.Undoing waits = (Commit.Undoing) rig.commitEngine.commit(ID).orElseThrow();
      assertThat(waits.waits()).contains("waits until [" + ENS1 + "] are idle");
      assertThat(waits.left()).extracting(change -> change.kind()).containsExactly(SettingKind.PFC);
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);

      assertThat(rig.commitEngine.retry(ID, true, false, "uid:0").state()).isEqualTo("rolled-back");
    }
  }

  @Test
  void aDaemonThatComesAnHourLateTakesNoBusyLinkDown() throws Exception {
    Rig rig = open(folder);
    rig.close();
    try (Rig next = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), rig.nic, "boot-1")) {
      next.at(START.plusSeconds(4200));
      next.busy.add(ENS1);
      next.commitEngine.recover();

      Commit.Undoing waits = (Commit.Undoing) next.commitEngine.commit(ID).orElseThrow();
      assertThat(waits.since()).isEqualTo(START.plusSeconds(600));
      assertThat(waits.waits()).contains("are idle");
      next.busy.clear();
      next.pass(Duration.ofSeconds(60));
      assertThat(state(next)).isEqualTo("rolled-back");
    }
  }

  @Test
  void itGoesOnByItselfWhenThePortIsIdle() throws Exception {
    try (Rig rig = open(folder)) {
      silence(rig.nic);
      rig.pass(Duration.ofSeconds(601));
      rig.busy.add(ENS1);
      rig.pass(Duration.ofSeconds(61));
      rig.nic.touched = () -> {};
      rig.pass(Duration.ofSeconds(60));
      assertThat(state(rig)).isEqualTo("undoing");

      rig.busy.clear();
      rig.pass(Duration.ofSeconds(60));

      assertThat(state(rig)).isEqualTo("rolled-back");
    }
  }

  @Test
  void aDeadSwitchIsAskedOnceAndTheHostIsUndoneAtOnce() throws Exception {
    String[] ports = new String[64];
    TreeMap<Key, Setting> delta = new TreeMap<>(Map.of(PFC1, ON3));
    for (int i = 0; i < ports.length; i++) {
      ports[i] = "Eth" + i;
      PortId port = PortId.parse("leaf1:Eth" + i);
      delta.put(new Key(Target.port(port), SettingKind.PFC), ON3);
    }
    FakeLeaf leaf = new FakeLeaf("leaf1", () -> START, ports);
    leaf.holds = false;
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      rig.commitEngine.submit(Requests.of(delta));
      assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
      leaf.silent = true;

      Commit.Undoing left = (Commit.Undoing) rig.commitEngine.cancel(ID, "enough", "uid:0");

      assertThat(leaf.unanswered).isEqualTo(1);
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      assertThat(left.left()).allMatch(one -> one.target().device().equals(leaf.id));
      assertThat(((Entry.Undoing) Entries.of(rig.journal).getLast()).begun())
          .as("what holds is not looked at again")
          .allMatch(one -> one.target().device().equals(leaf.id));
      leaf.silent = false;
      rig.pass(Duration.ofSeconds(60));
      assertThat(state(rig)).isEqualTo("rolled-back");
    }
  }

  @Test
  void aMapThatWasWrittenInPartIsOurs() throws Exception {
    Key map = new Key(Target.port(ENS1), SettingKind.DSCP_MAP);
    DscpMap wanted = map(Map.of(26, 3, 48, 6));
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(Request.one(map, wanted, "uid:0", "test"));
      assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
      silence(rig.nic);
      rig.pass(Duration.ofSeconds(601));
      rig.nic.set(ENS1, SettingKind.DSCP_MAP, map(Map.of(48, 6)));
      rig.nic.touched = () -> {};
      rig.pass(Duration.ofSeconds(60));

      assertThat(state(rig)).isEqualTo("rolled-back");
      assertThat(rig.nic.value(ENS1, SettingKind.DSCP_MAP)).isEqualTo(DscpMap.EMPTY);
    }
    assertThat(OwnValues.mixes(map(Map.of(26, 4)), List.of(DscpMap.EMPTY, wanted))).isFalse();
  }

  private static DscpMap map(Map<Integer, Integer> entries) {
    TreeMap<Dscp, Priority> map = new TreeMap<>();
    entries.forEach((dscp, priority) -> map.put(Dscp.of(dscp), Priority.of(priority)));
    return new DscpMap(map);
  }

  @Test
  void itIsNotRolledBackWhileASwitchStillHoldsIt() throws Exception {
    FakeLeaf leaf = new FakeLeaf("leaf1", () -> START, "Eth1");
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      rig.commitEngine.submit(Request.one(LEAF_PFC, ON3, "uid:0", "test"));
      assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
      leaf.releases = false;

      Commit.Undoing waits = (Commit.Undoing) rig.commitEngine.cancel(ID, "enough", "uid:0");

      assertThat(leaf.box.value(LEAF_PORT, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      assertThat(leaf.heldFor()).isPresent();
      assertThat(waits.waits()).contains("leaf1 takes it back by its own timer at");
      leaf.releases = true;
      rig.pass(Duration.ofSeconds(60));
      assertThat(leaf.heldFor()).isEmpty();
      assertThat(state(rig)).isEqualTo("rolled-back");
    }
  }

  @Test
  void aConfirmThatCannotReadADeviceLeavesTheWindowOpen() throws Exception {
    try (Rig rig = open(folder)) {
      silence(rig.nic);
      assertThatThrownBy(() -> rig.commitEngine.confirm(ID, "bob"))
          .isInstanceOfSatisfying(
              CommitException.class,
              e -> assertThat(e.kind()).isEqualTo(CommitException.Kind.DEVICE))
          .hasMessageContaining("the window stays open until 2027-01-01T00:10:00Z");
      assertThat(rig.witness.states).noneMatch(line -> line.endsWith("bob"));
      assertThat(state(rig)).isEqualTo("awaiting-confirm");
      rig.nic.touched = () -> {};
      assertThat(rig.commitEngine.confirm(ID, "uid:0").state()).isEqualTo("confirmed");
    }
  }
}
