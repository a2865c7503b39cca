package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of another host's agent that marks a switch before a commit of this agent or in its window.
 */
class ForeignMarkTest {
  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  private static final PortId ONE = PortId.parse("leaf1:Eth1");
  private static final PortId TWO = PortId.parse("leaf1:Eth2");
  private static final Pfc ON3 = new Pfc(PrioritySet.of(3));
  private static final String ID = "c-000001";
  private static final ForeignMark ON_ONE =
      ForeignMark.on(Target.port(ONE), SettingKind.PFC, "gpu02", "profile losslessd-gpu02-Eth1");
  private static final ForeignMark ON_ALL =
      ForeignMark.onAll("gpu02", "checkpoint losslessd-gpu02-r3");

  private static final Rollout IN_TWO =
      new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(30));

  @TempDir private Path folder;
  private final FakeLeaf leaf = new FakeLeaf("leaf1", () -> START, "Eth1", "Eth2");
  private Rig rig;

  @BeforeEach
  void start() {
    leaf.holds = false;
    rig = new Rig(folder, null, START, List.of(), leaf);
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private static Key pfc(PortId port) {
    return new Key(Target.port(port), SettingKind.PFC);
  }

  private static Request both() {
    return Requests.of(new TreeMap<>(Map.of(pfc(ONE), ON3, pfc(TWO), ON3)));
  }

  private void open(Request request) throws InterruptedException {
    rig.commitEngine.submit(request);
    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
  }

  private String state() {
    return rig.commitEngine.commit(ID).orElseThrow().state();
  }

  private Pfc value(PortId port) {
    return (Pfc) leaf.box.value(port, SettingKind.PFC);
  }

  @Test
  void whatAnotherHoldsIsRefusedAndTheRestIsNot() throws Exception {
    leaf.marks.add(ON_ONE);

    assertThatThrownBy(() -> rig.commitEngine.submit(both()))
        .isInstanceOfSatisfying(
            CommitException.class,
            e -> assertThat(e.kind()).isEqualTo(CommitException.Kind.REFUSED))
        .hasMessageContaining("leaf1:Eth1 pfc: the agent of gpu02 writes leaf1 too")
        .hasMessageContaining("profile losslessd-gpu02-Eth1")
        .hasMessageContaining("manage: false");
    assertThat(leaf.box.written).isEmpty();
    open(Request.one(pfc(TWO), ON3, "uid:0", "test"));
  }

  @Test
  void aPersonMayTakeItOver() throws Exception {
    leaf.marks.add(ON_ALL);

    open(both().accepting(new Acceptance(false, false, Map.of("second-writer", "it is retired"))));
    leaf.marks.clear(); // ours is newer by now

    assertThat(rig.commitEngine.confirm(ID, "uid:0").state()).isEqualTo("confirmed");
  }

  @Test
  void aMarkThatAppearsInTheWindowKeepsTheConfirmBackUntilItIsGone() throws Exception {
    open(both());
    leaf.marks.add(ON_ONE);

    assertThatThrownBy(() -> rig.commitEngine.confirm(ID, "uid:0"))
        .isInstanceOfSatisfying(
            CommitException.class, e -> assertThat(e.kind()).isEqualTo(CommitException.Kind.STATE))
        .hasMessageContaining("not confirmed, the window stays open until 2027-01-01T00:10:00Z")
        .hasMessageContaining("leaf1:Eth1 pfc: second-writer: the agent of gpu02");
    assertThat(state()).isEqualTo("awaiting-confirm");

    leaf.marks.clear();
    assertThat(rig.commitEngine.confirm(ID, "uid:0").state()).isEqualTo("confirmed");
  }

  @Test
  void theUndoLeavesWhatTheOtherHoldsAndTakesBackTheRest() throws Exception {
    open(both());
    leaf.marks.add(ON_ONE);

    rig.pass(Duration.ofSeconds(601));

    assertThat(state()).isEqualTo("stuck");
    assertThat(value(ONE)).isEqualTo(ON3);
    assertThat(value(TWO)).isEqualTo(Pfc.OFF);
    assertThat(rig.commitEngine.commit(ID).orElseThrow().toString())
        .contains("the agent of gpu02 writes leaf1 too")
        .contains("not taken back, it stays as it is");
    assertThat(rig.commitEngine.retry(ID, false, false, "uid:0").state()).isEqualTo("stuck");
    assertThat(rig.commitEngine.retry(ID, false, true, "uid:0").state()).isEqualTo("rolled-back");
    assertThat(value(ONE)).isEqualTo(Pfc.OFF);
  }

  @Test
  void aLaterWaveIsNotWrittenOverWhatTheOtherHasTakenMeanwhile() throws Exception {
    rig.commitEngine.submit(both().inWaves(Optional.of(IN_TWO)));
    rig.soaking(ID);
    Pfc theirs = new Pfc(PrioritySet.of(7));
    leaf.box.set(TWO, SettingKind.PFC, theirs);
    leaf.marks.add(
        ForeignMark.on(Target.port(TWO), SettingKind.PFC, "gpu02", "profile losslessd-gpu02"));

    rig.pass(Duration.ofSeconds(30));

    assertThat(rig.settled().state()).isEqualTo("rolled-back");
    assertThat(rig.commitEngine.commit(ID).orElseThrow().toString())
        .contains("wave 2 of 2: not begun: leaf1:Eth2 pfc: second-writer: the agent of gpu02");
    assertThat(value(ONE)).isEqualTo(Pfc.OFF);
    assertThat(value(TWO)).isEqualTo(theirs);
  }

  @Test
  void aDeviceThatDoesNotSayWhoWritesItHidesNoMarkOfAnother() throws Exception {
    rig.commitEngine.submit(
        Requests.of(new TreeMap<>(Map.of(pfc(Rig.ENS1), ON3, pfc(Rig.ENS2), ON3, pfc(TWO), ON3)))
            .inWaves(Optional.of(IN_TWO)));
    rig.soaking(ID);
    leaf.marks.add(
        ForeignMark.on(Target.port(TWO), SettingKind.PFC, "gpu02", "profile losslessd-gpu02"));
    rig.nic.marks =
        () -> {
          rig.nic.marks = () -> {};
          throw new DeviceException(DeviceException.Kind.TIMEOUT, "gpu01 is busy");
        };

    rig.pass(Duration.ofSeconds(30));

    assertThat(rig.settled().state()).isEqualTo("rolled-back");
    assertThat(rig.commitEngine.commit(ID).orElseThrow().toString())
        .contains("wave 2 of 2: ", "gpu01 is busy");
    assertThat(value(TWO)).isEqualTo(Pfc.OFF);
    assertThat(leaf.calls).noneMatch(call -> call.contains("Eth2"));
  }

  @Test
  void aLaterWaveTakesOverWhatAPersonHasWaived() throws Exception {
    leaf.marks.add(ON_ALL);
    rig.commitEngine.submit(
        both()
            .inWaves(Optional.of(IN_TWO))
            .accepting(new Acceptance(false, false, Map.of("second-writer", "it is retired"))));
    rig.soaking(ID);

    rig.pass(Duration.ofSeconds(30));
    rig.soaking(ID);

    assertThat(value(TWO)).isEqualTo(ON3);
  }

  @Test
  void theUndoOfTheNextProcessLeavesItToo() throws Exception {
    open(both());
    rig.close();
    leaf.marks.add(ON_ALL);

    rig = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), rig.nic, "boot-1");
    rig.leaves.put(leaf.id, leaf);
    rig.at(START.plusSeconds(700));
    rig.commitEngine.recover();
    rig.pass(Duration.ofSeconds(60));

    assertThat(state()).isEqualTo("stuck");
    assertThat(value(ONE)).isEqualTo(ON3);
    assertThat(value(TWO)).isEqualTo(ON3);
  }

  @Test
  void aRepairIsNotKeptBesideTheMarkOfAnother() throws Exception {
    open(Request.one(pfc(ONE), ON3, "uid:0", "test"));
    rig.commitEngine.confirm(ID, "uid:0");
    leaf.box.set(ONE, SettingKind.PFC, Pfc.OFF);
    rig.told.clear();
    rig.commitEngine.submit(Request.repair(Set.of(pfc(ONE)), "drift", Set.of()));
    String repair = rig.settled().id();
    leaf.marks.add(ON_ALL);

    rig.pass(Duration.ofSeconds(26));

    assertThat(rig.commitEngine.commit(repair).orElseThrow().state()).isEqualTo("stuck");
    assertThat(value(ONE)).isEqualTo(ON3);
  }
}
