package dev.losslessd.commit;

import static dev.losslessd.commit.Moves.ETH1;
import static dev.losslessd.commit.Moves.ETH2;
import static dev.losslessd.commit.Moves.LEAF1;
import static dev.losslessd.commit.Moves.LEAF2;
import static dev.losslessd.commit.Moves.NIC1;
import static dev.losslessd.commit.Moves.NIC2;
import static dev.losslessd.commit.Moves.START;
import static dev.losslessd.commit.Moves.on;
import static dev.losslessd.commit.Moves.one;
import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a release puts back is what was on the device before our first write that stayed, whatever
 * happened in between.
 */
class FootprintTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final DeviceId GPU01 = ENS1.device();
  private static final Retention FEW =
      new Retention(1, Duration.ofDays(90), 10_000, Duration.ofHours(24));

  @TempDir private Path folder;
  private final FakeLeaf leaf = Moves.leaf(false);
  private Rig rig;
  private Moves moves;

  @BeforeEach
  void start() {
    leaf.box.set(ETH1, SettingKind.PFC, on(5));
    leaf.box.set(ETH2, SettingKind.PFC, on(5));
    use(new Rig(folder, null, START, List.of(), leaf));
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private void use(Rig next) {
    rig = next;
    moves = new Moves(next);
  }

  private void restart() {
    Rig before = rig;
    before.close();
    use(new Rig(folder, before.nic, before.now, List.of(), leaf));
    rig.busy.addAll(before.busy);
    rig.start();
  }

  /** A checkpoint and a compaction, as the daemon makes them while commits go on. */
  private void checkpoint() throws Exception {
    for (int n = 0; n < 12; n++) {
      moves.keep(NIC2, on(3 + n % 2));
    }
    rig.commitEngine.prune(FEW);
    assertThat(Files.exists(folder.resolve("journal.checkpoint"))).isTrue();
  }

  @ParameterizedTest(name = "checkpoint {0}, restart {1}")
  @CsvSource({"false,false", "true,false", "false,true", "true,true"})
  void aStagedCommitThatBeginsLaterLeavesWhatItFound(boolean checkpoint, boolean restart)
      throws Exception {
    rig.busy.add(ENS1);
    String id = moves.open(one(NIC1, on(3)).whenIdle(true));
    assertThat(moves.state(id)).isEqualTo("staged");
    if (checkpoint) {
      checkpoint();
    }
    if (restart) {
      restart();
    }
    rig.busy.clear();
    moves.seconds(15);
    moves.confirm(id);
    assertThat(moves.pfc(ENS1)).isEqualTo(on(3));
    assertThat(rig.commitEngine.releases().changed()).containsKey(GPU01);

    assertThat(moves.restoring(GPU01).request().goal().delta()).containsEntry(NIC1, Pfc.OFF);
    moves.restore(GPU01);
    assertThat(moves.pfc(ENS1)).isEqualTo(Pfc.OFF);
  }

  @Test
  void aCancelledAttemptIsNoFirstWrite() {
    var _ = moves.cancel(moves.open(one(LEAF1, on(3))));
    leaf.box.set(ETH1, SettingKind.PFC, on(6)); // the network team, months later
    moves.keep(LEAF1, on(3));

    assertThat(moves.restoring(LEAF).request().goal().delta()).containsEntry(LEAF1, on(6));
    moves.restore(LEAF);
    assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(on(6));
  }

  @Test
  void aCancelledSecondAttemptLeavesTheFootprintOfTheFirst() {
    moves.keep(LEAF1, on(3));
    var _ = moves.cancel(moves.open(one(LEAF1, on(4))));

    assertThat(rig.commitEngine.releases().changed()).containsKey(LEAF);
    moves.restore(LEAF);
    assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(on(5));
  }

  @ParameterizedTest(name = "restart {0}")
  @CsvSource({"false", "true"})
  void whatWasKeptAndGivenBackIsRestoredAsItWasFound(boolean restart) {
    moves.keep(LEAF1, on(3));
    var _ = rig.commitEngine.releases().keep(LEAF, "uid:0", "by mistake");
    rig.commitEngine.releases().giveBack(LEAF, "uid:0");
    if (restart) {
      restart();
    }

    assertThat(rig.commitEngine.releases().changed()).containsKey(LEAF);
    assertThat(moves.restoring(LEAF).request().goal().delta()).containsEntry(LEAF1, on(5));
    moves.restore(LEAF);
    assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(on(5));
  }

  @ParameterizedTest(name = "restart {0}")
  @CsvSource({"false", "true"})
  void whatAnAbandonedUndoLeftIsOurs(boolean restart) {
    abandoned();
    if (restart) {
      restart();
    }

    assertThat(rig.commitEngine.releases().changed()).containsKey(LEAF);
    assertThat(moves.restoring(LEAF).request().goal().delta()).containsEntry(LEAF1, on(5));
    moves.restore(LEAF);
    assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(on(5));
    assertThat(rig.commitEngine.releases().all()).hasSize(1);
  }

  private void abandoned() {
    String id = moves.open(one(LEAF1, on(3)));
    leaf.box.refuses.add(SettingKind.PFC);
    assertThat(moves.cancel(id).state()).isEqualTo("stuck");
    Commit end = rig.commitEngine.abandon(id, "uid:0", "the switch is broken");
    leaf.box.refuses.clear();
    assertThat(end.state()).isEqualTo("abandoned");
    assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(on(3));
  }

  /** From 3 to 4 it goes by 3,4: no priority in use is without PFC meanwhile. */
  @ParameterizedTest(name = "after step {0}")
  @CsvSource({"1, '3,4'", "2, 4"})
  void whatAnUndoLeftBetweenTwoStepsIsOurs(int step, String left) {
    moves.keep(LEAF1, on(3));
    leaf.box.obeys = step;
    String id = moves.open(one(LEAF1, on(4)));
    if (moves.state(id).equals("awaiting-confirm")) {
      var _ = moves.cancel(id);
    }
    assertThat(moves.state(id)).isEqualTo("stuck");
    var _ = rig.commitEngine.abandon(id, "uid:0", "the switch is broken");
    leaf.box.obeys = Integer.MAX_VALUE;
    assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(new Pfc(PrioritySet.parse(left)));

    moves.restore(LEAF);
    assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(on(5));
  }

  @Test
  void whatAStuckUndoLeftIsToldWithTheOtherChanges() {
    String id = moves.open(one(LEAF1, on(3)));
    leaf.box.refuses.add(SettingKind.PFC);
    assertThat(moves.cancel(id).state()).isEqualTo("stuck");

    assertThat(rig.commitEngine.releases().changed()).containsKey(LEAF);
  }

  @Test
  void aRollbackPastAReleaseThatWasGivenBackIsReleasedAgain() {
    moves.keep(LEAF1, on(3));
    moves.keep(LEAF2, on(3));
    moves.restore(LEAF);
    rig.commitEngine.releases().giveBack(LEAF, "uid:0");

    Request back = rig.commitEngine.backTo(2, Request.everything("uid:0", ""));
    moves.confirm(moves.open(back));
    assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(on(3));
    assertThat(rig.commitEngine.releases().changed()).containsKey(LEAF);

    moves.restore(LEAF);
    assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(on(5));
    assertThat(Moves.pfc(leaf, ETH2)).isEqualTo(on(5));
  }

  /** The released device stays as it is: nothing is wanted there. */
  @Test
  void aRollbackPastTheReleaseOfOneDeviceConcernsTheOthers() {
    moves.keep(LEAF1, on(3));
    moves.keep(NIC1, on(3));
    moves.restore(LEAF);
    moves.keep(NIC1, on(4));

    Plan plan =
        rig.commitEngine.preview(rig.commitEngine.backTo(2, Request.everything("uid:0", "")));

    assertThat(plan.refusals()).isEmpty();
    assertThat(plan.changes()).extracting(Change::target).containsOnly(Moves.port(ENS1));
    assertThat(plan.results()).containsEntry(NIC1, on(3));
  }
}
