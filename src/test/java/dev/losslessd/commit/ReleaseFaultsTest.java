package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A release in the middle of which something goes wrong: the device is left whole or not at all.
 */
class ReleaseFaultsTest {
  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final DeviceId GPU01 = new DeviceId("gpu01");
  private static final PortId ETH1 = PortId.parse("leaf1:Eth1");
  private static final PortId ETH2 = PortId.parse("leaf1:Eth2");
  private static final Setting ON3 = new Pfc(PrioritySet.of(3));
  private static final Setting FOUND = new Pfc(PrioritySet.of(5));
  private static final Setting THEIRS = new Pfc(PrioritySet.of(6));

  @TempDir private Path folder;
  private final FakeLeaf leaf = new FakeLeaf("leaf1", () -> START, "Eth1", "Eth2");
  private Rig rig;

  @BeforeEach
  void start() throws Exception {
    leaf.holds = false;
    for (PortId port : List.of(ETH1, ETH2)) {
      leaf.box.set(port, SettingKind.PFC, FOUND);
    }
    rig = new Rig(folder, null, START, List.of(), leaf);
    for (PortId port : List.of(ETH1, ETH2, ENS1, ENS2)) {
      Commit open = submit(Request.one(pfc(port), ON3, "uid:0", ""));
      rig.commitEngine.confirm(open.id(), "uid:0");
    }
    leaf.calls.clear();
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private static Key pfc(PortId port) {
    return new Key(Target.port(port), SettingKind.PFC);
  }

  private Commit submit(Request request) throws InterruptedException {
    rig.told.clear();
    rig.commitEngine.submit(request);
    return rig.settled();
  }

  private Request restore(DeviceId device) {
    return rig.commitEngine
        .releases()
        .restoring(Set.of(device), false, Request.everything("uid:0", "sold"))
        .request();
  }

  private void assertManaged(Setting shown) {
    assertThat(leaf.box.value(ETH1, SettingKind.PFC)).isEqualTo(shown);
    assertThat(leaf.box.value(ETH2, SettingKind.PFC)).isEqualTo(shown);
    assertThat(rig.commitEngine.releases().all()).isEmpty();
    assertThat(rig.commitEngine.releases().begun()).isEmpty();
    assertThat(rig.commitEngine.intent().rest()).hasSize(4);
  }

  private void assertReleases() throws InterruptedException {
    Commit open = submit(restore(LEAF));
    rig.commitEngine.confirm(open.id(), "uid:0");
    rig.quiet();
    assertThat(leaf.box.value(ETH1, SettingKind.PFC)).isEqualTo(FOUND);
    assertThat(leaf.box.value(ETH2, SettingKind.PFC)).isEqualTo(FOUND);
    assertThat(rig.commitEngine.releases().all()).hasSize(1);
  }

  @Test
  void aSwitchThatIsAwayForAnHourInTheMiddleIsManagedAgainWhenItIsBack() throws Exception {
    leaf.box.touched = () -> leaf.silent |= leaf.calls.contains("apply");
    Commit waits = submit(restore(LEAF));

    assertThat(waits).isInstanceOf(Commit.Undoing.class);
    assertThat(rig.commitEngine.releases().begun()).containsEntry(LEAF, waits.id());
    for (int minute = 0; minute < 60; minute++) {
      rig.pass(Duration.ofMinutes(1));
      rig.quiet();
    }
    assertThat(rig.commitEngine.commit(waits.id()).orElseThrow().state()).isEqualTo("undoing");
    assertThatThrownBy(() -> rig.commitEngine.releases().keep(LEAF, "uid:0", ""))
        .hasMessageContaining(waits.id());
    leaf.box.touched = () -> {};
    leaf.silent = false;
    rig.pass(Duration.ofMinutes(1));
    rig.quiet();

    assertThat(rig.commitEngine.commit(waits.id()).orElseThrow().state()).isEqualTo("rolled-back");
    assertManaged(ON3);
    assertReleases();
  }

  @Test
  void aFreezeInTheMiddleWritesNoMoreAndTheThawLeavesTheDeviceManaged() throws Exception {
    rig.nic.touched =
        () -> {
          if (rig.nic.value(ENS1, SettingKind.PFC).equals(Pfc.OFF)
              != rig.nic.value(ENS2, SettingKind.PFC).equals(Pfc.OFF)) {
            rig.commitEngine.freeze("uid:0");
          }
        };
    Commit waits = submit(restore(GPU01));

    assertThat(((Commit.Undoing) waits).waits()).contains("frozen");
    rig.nic.touched = () -> {};
    int written = rig.nic.written.size();
    rig.pass(Duration.ofHours(1));
    rig.quiet();
    assertThat(rig.nic.written).hasSize(written);
    assertThatThrownBy(() -> rig.commitEngine.submit(restore(LEAF)))
        .isInstanceOfSatisfying(
            CommitException.class, no -> assertThat(no.kind()).isEqualTo(Kind.FROZEN));

    rig.commitEngine.thaw("uid:0");
    rig.quiet();

    assertThat(rig.commitEngine.commit(waits.id()).orElseThrow().state()).isEqualTo("rolled-back");
    assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);
    assertThat(rig.nic.value(ENS2, SettingKind.PFC)).isEqualTo(ON3);
    assertManaged(ON3);
  }

  @Test
  void twiceIsOnce() throws Exception {
    Commit open = submit(restore(LEAF));
    assertThatThrownBy(() -> rig.commitEngine.submit(restore(LEAF)))
        .isInstanceOfSatisfying(
            CommitException.class, no -> assertThat(no.kind()).isEqualTo(Kind.IN_PROGRESS))
        .hasMessageContaining(open.id());
    rig.commitEngine.confirm(open.id(), "uid:0");
    rig.quiet();
    leaf.calls.clear();

    assertThatThrownBy(() -> restore(LEAF))
        .isInstanceOfSatisfying(
            CommitException.class, no -> assertThat(no.kind()).isEqualTo(Kind.STATE))
        .hasMessageContaining("leaf1 is released since");

    assertThat(leaf.calls).as("nothing is written").isEmpty();
    assertThat(rig.commitEngine.releases().all()).hasSize(1);
    assertThat(rig.commitEngine.releases().keep(LEAF, "uid:0", "").how().name())
        .as("kept now, as it was restored before")
        .isEqualTo("RESTORED");
    assertThat(rig.commitEngine.releases().all()).hasSize(1);
  }

  @Test
  void whatAnotherAgentHoldsByNowIsNotWrittenOver() throws Exception {
    leaf.marks.add(mark());

    assertThat(rig.commitEngine.preview(restore(LEAF)).refusals())
        .extracting(Refusal::rule)
        .contains("second-writer");
    assertThatThrownBy(() -> rig.commitEngine.submit(restore(LEAF)))
        .isInstanceOf(CommitException.class);

    assertManaged(ON3);
    leaf.marks.clear();
    assertReleases();
  }

  @Test
  void anotherAgentThatTakesItInTheWindowKeepsItAndTheDeviceIsNotLeft() throws Exception {
    Commit open = submit(restore(LEAF));
    leaf.marks.add(mark());
    leaf.box.set(ETH1, SettingKind.PFC, THEIRS);

    Commit after = rig.commitEngine.cancel(open.id(), "the other one has it", "uid:0");

    assertThat(after.state()).isEqualTo("stuck");
    assertThat(leaf.box.value(ETH1, SettingKind.PFC)).isEqualTo(THEIRS);
    assertThat(leaf.box.value(ETH2, SettingKind.PFC)).as("which nobody else has").isEqualTo(ON3);
    assertThat(rig.commitEngine.releases().all()).isEmpty();
    rig.commitEngine.abandon(open.id(), "uid:0", "theirs");
    assertThat(rig.commitEngine.releases().begun()).isEmpty();
  }

  @Test
  void whileACommitIsOpenThereTheWayOutIsNamed() throws Exception {
    Commit open = submit(Request.one(pfc(ETH1), FOUND, "uid:0", ""));

    for (Runnable leave :
        List.<Runnable>of(
            () -> rig.commitEngine.submit(restore(LEAF)),
            () -> rig.commitEngine.releases().keep(LEAF, "uid:0", ""))) {
      assertThatThrownBy(leave::run)
          .hasMessageContaining(open.id())
          .hasMessageContaining("; confirm or cancel it");
    }
    assertThat(leaf.calls).doesNotContain("leave");
  }

  private static ForeignMark mark() {
    return ForeignMark.on(
        Target.port(ETH1), SettingKind.PFC, "gpu02", "profile losslessd-gpu02-Eth1");
  }
}
