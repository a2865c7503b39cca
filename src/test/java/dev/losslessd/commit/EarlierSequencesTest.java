package dev.losslessd.commit;

import static dev.losslessd.commit.Moves.NIC1;
import static dev.losslessd.commit.Moves.NIC2;
import static dev.losslessd.commit.Moves.on;
import static dev.losslessd.commit.Moves.one;
import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Identity.Fact;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sequences that an earlier engine handled well, and the next one must too. */
class EarlierSequencesTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration TICK = Duration.ofSeconds(10);

  @TempDir private Path folder;

  @Test
  void anUnsetWhoseFileLayerWentAwayIsConfirmedAsItWasWritten() {
    TreeMap<Key, Setting> file = new TreeMap<>(Map.of(NIC1, on(4)));
    try (Rig rig = new Rig(folder, Mode.ENFORCE, file, null, "boot-1")) {
      Moves moves = new Moves(rig);
      moves.keep(NIC1, on(3));
      String id = moves.open(Request.unset(NIC1, "uid:0", ""));
      assertThat(moves.pfc(ENS1)).isEqualTo(on(4));
      rig.commitEngine.declare(new TreeMap<>());

      moves.confirm(id);

      assertThat(moves.state(id)).isEqualTo("confirmed");
      assertThat(rig.commitEngine.intent().effective()).isEmpty();
      assertThat(moves.pfc(ENS1)).isEqualTo(on(4));
    }
  }

  @Test
  void ofTwoStagedCommitsOfOneResourceTheFirstIsConfirmedAndTheSecondEnds() {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      rig.busy.add(ENS1);
      String first = moves.open(one(NIC1, on(3)).whenIdle(true));
      String second = moves.open(one(NIC1, on(4)).whenIdle(true));
      rig.busy.clear();
      moves.seconds(15);
      assertThat(moves.state(first)).isEqualTo("awaiting-confirm");
      assertThat(moves.state(second)).isEqualTo("staged");

      moves.confirm(first);
      moves.seconds(15);

      assertThat(moves.state(second)).isEqualTo("rolled-back");
      assertThat(moves.pfc(ENS1)).isEqualTo(on(3));
    }
  }

  @Test
  void aStagedCommitWaitsForTheEndOfMaintenance() {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      rig.busy.add(ENS1);
      String id = moves.open(one(NIC1, on(3)).whenIdle(true));
      var _ = rig.commitEngine.maintenance().begin(Target.port(ENS1), HOUR, "uid:0", "optics");
      rig.busy.clear();
      moves.seconds(30);
      assertThat(moves.state(id)).isEqualTo("staged");
      for (int n = 0; n < 370; n++) {
        rig.pass(TICK);
        rig.commitEngine.maintenance().round();
        rig.quiet();
      }
      assertThat(moves.state(id)).isEqualTo("awaiting-confirm");
    }
  }

  @Test
  void aFreezeInASoakEndsInAnUndoOnceItIsThawed() {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      TreeMap<Key, Setting> two = new TreeMap<>(Map.of(NIC1, on(3), NIC2, on(3)));
      Rollout waves =
          new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(30), true);
      String id = moves.open(Requests.of(two).inWaves(Optional.of(waves)));
      moves.seconds(5);
      rig.commitEngine.freeze("uid:0");
      rig.writes.clear();
      moves.seconds(700);
      assertThat(rig.writes).isEmpty();
      assertThat(moves.state(id)).isIn("undoing", "applying");

      rig.commitEngine.thaw("uid:0");
      moves.seconds(700);

      assertThat(moves.state(id)).isEqualTo("rolled-back");
    }
  }

  @Test
  void aCardThatToldNothingWhenItWasPlannedIsUndoneWhateverItTellsNow() {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      String id = moves.open(one(NIC1, on(3)));
      rig.nic.identities.put(Target.port(ENS1), Identity.of(Fact.MAC, "cc:00:00:00:00:99"));
      assertThat(moves.cancel(id).state()).isEqualTo("rolled-back");
    }
  }

  /** The device answers late, while the engine that starts looks what it still has. */
  @Test
  void aConfirmWhileAStartReadsTheDevicesEndsItsGuardToo() throws Exception {
    Rig first = new Rig(folder);
    String id = new Moves(first).open(one(NIC1, on(3)));
    first.close();
    try (Rig rig = new Rig(folder, first.nic, Moves.START, List.of())) {
      CountDownLatch reading = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      AtomicBoolean once = new AtomicBoolean(true);
      rig.nic.touched =
          () -> {
            if (once.getAndSet(false)) {
              reading.countDown();
              await(goOn);
            }
          };
      Thread starts =
          Thread.ofVirtual()
              .start(() -> {
                rig.commitEngine.recoverMeanwhile();
                rig.commitEngine.turn();
              });
      await(reading);
      Thread confirms = Thread.ofVirtual().start(() -> confirm(rig, id));
      while (confirms.isAlive()
          && confirms.getState() != Thread.State.WAITING
          && confirms.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      goOn.countDown();
      starts.join();
      confirms.join();
      rig.quiet();
      Moves moves = new Moves(rig);
      moves.seconds(1);
      if (moves.state(id).equals("awaiting-confirm")) {
        confirm(rig, id); // it was refused while the device was read
      }
      assertThat(moves.state(id)).isEqualTo("confirmed");
      int asked = rig.guard.calls.size();
      moves.pass(HOUR, TICK);
      assertThat(rig.guard.calls).hasSize(asked);
      assertThat(moves.state(id)).isEqualTo("confirmed");
      assertThat(moves.pfc(ENS1)).isEqualTo(on(3));
    }
  }

  private static void confirm(Rig rig, String id) {
    try {
      Commit _ = rig.commitEngine.confirm(id, "uid:0");
    } catch (CommitException e) {
      // the device is being read
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
