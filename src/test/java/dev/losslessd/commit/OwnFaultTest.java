package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of unexpected exceptions, and of a full disk, in the middle of everything. */
class OwnFaultTest {
  private static final Key PFC1 = new Key(Target.port(ENS1), SettingKind.PFC);
  private static final Pfc ON3 = new Pfc(PrioritySet.of(3));

  @TempDir private Path folder;

  private static Request pfc3() {
    return Request.one(PFC1, ON3, "uid:0", "test");
  }

  private static void assertFree(Rig rig) throws InterruptedException {
    rig.quiet();
    rig.told.clear();
    rig.commitEngine.submit(pfc3());
    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
  }

  @Test
  void aGuardThatCannotBeginEndsTheCommit() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.guard.throwsNow = true;
      rig.commitEngine.submit(pfc3());

      Commit.RolledBack end = (Commit.RolledBack) rig.settled();

      assertThat(end.why()).contains("a guard that cannot begin");
      assertThat(rig.nic.written).isEmpty();
      rig.guard.throwsNow = false;
      assertFree(rig);
    }
  }

  @Test
  void aGuardThatCannotJudgeIsAskedAgain() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      String id = rig.settled().id();
      rig.guard.throwsNow = true;
      rig.pass(Duration.ofSeconds(1));
      rig.guard.throwsNow = false;
      rig.guard.breach = "drops";
      rig.pass(Duration.ofSeconds(1));

      assertThat(rig.commitEngine.commit(id).orElseThrow().state()).isEqualTo("rolled-back");
    }
  }

  @Test
  void aPlannerThatFailsLeavesNoClaim() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.traffic =
          () -> {
            throw new IllegalStateException("a reader of traffic");
          };
      assertThatThrownBy(() -> rig.commitEngine.submit(pfc3()))
          .isInstanceOf(IllegalStateException.class);
      rig.traffic = Set::of;
      assertFree(rig);
    }
  }

  @Test
  void aListenerThatFailsStopsNeitherACommitNorItsUndo() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      String id = rig.settled().id();
      rig.listener =
          commit -> {
            throw new IllegalStateException("a listener");
          };
      assertThat(rig.commitEngine.cancel(id, "enough", "uid:0").state()).isEqualTo("rolled-back");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void nothingToDoAndAFullDiskIsNotApplyingForEver() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.listener = commit -> rig.diskFull = true; // between the plan and the confirm
      Commit end = rig.commitEngine.submit(Request.one(PFC1, Pfc.OFF, "uid:0", "nothing"));

      assertThat(end.state()).isEqualTo("rolled-back");
      rig.diskFull = false;
      rig.listener = commit -> {};
      assertFree(rig);
    }
  }

  @Test
  void aRepairIsNotOpenForEverAfterAFullDisk() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      rig.commitEngine.confirm(rig.settled().id(), "uid:0");
      rig.nic.set(ENS1, SettingKind.PFC, Pfc.OFF);
      rig.told.clear();
      rig.commitEngine.submit(Request.repair(Set.of(PFC1), "drift", Set.of()));
      String id = rig.settled().id();
      rig.diskFull = true;
      rig.pass(Duration.ofSeconds(25));
      assertThat(rig.commitEngine.commit(id).orElseThrow().state()).isEqualTo("awaiting-confirm");
      rig.diskFull = false;
      rig.pass(Duration.ofSeconds(5));
      assertThat(rig.commitEngine.commit(id).orElseThrow().state()).isEqualTo("confirmed");
    }
  }

  @Test
  void aRepairWaitsForTheJudgementOfItsGuard() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      rig.commitEngine.confirm(rig.settled().id(), "uid:0");
      rig.nic.set(ENS1, SettingKind.PFC, Pfc.OFF);
      rig.told.clear();
      rig.guard.undecided = "no port was swept";
      rig.commitEngine.submit(Request.repair(Set.of(PFC1), "drift", Set.of()));
      String id = rig.settled().id();
      rig.pass(Duration.ofSeconds(30));
      assertThat(rig.commitEngine.commit(id).orElseThrow().state()).isEqualTo("awaiting-confirm");

      rig.guard.undecided = null;
      rig.pass(Duration.ofSeconds(5));

      assertThat(rig.commitEngine.commit(id).orElseThrow().state()).isEqualTo("confirmed");
    }
  }

  @Test
  void aRepairOfPortsWithoutTrafficEndsByLinksAndCounters() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      rig.commitEngine.confirm(rig.settled().id(), "uid:0");
      rig.nic.set(ENS1, SettingKind.PFC, Pfc.OFF);
      rig.told.clear();
      rig.guard.idle = "no traffic: undecided";
      rig.commitEngine.submit(Request.repair(Set.of(PFC1), "drift", Set.of()));
      String id = rig.settled().id();
      rig.pass(Duration.ofSeconds(30));

      assertThat(rig.commitEngine.commit(id).orElseThrow().state()).isEqualTo("confirmed");
    }
  }

  @Test
  void aCancelStopsACommitBetweenTwoSteps() throws Exception {
    try (Rig rig = new Rig(folder)) {
      CountDownLatch first = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      rig.nic.touched =
          () -> {
            if (rig.nic.written.size() == 1) {
              first.countDown();
              await(goOn);
            }
          };
      String id = rig.commitEngine.submit(pfc3()).id();
      await(first);
      AtomicReference<Commit> end = new AtomicReference<>();
      Thread cancel =
          Thread.ofVirtual()
              .start(() -> end.set(rig.commitEngine.cancel(id, "cancelled", "uid:0")));
      while (cancel.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      goOn.countDown();
      cancel.join();

      assertThat(end.get()).isInstanceOf(Commit.RolledBack.class);
      assertThat(((Commit.RolledBack) end.get()).why()).isEqualTo("cancelled");
      assertThat(rig.nic.written)
          .as("the PFC was never written")
          .allMatch(change -> change.kind() == SettingKind.GLOBAL_PAUSE);
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
