package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who decided what happened to a commit, where several callers decide at once. */
@Timeout(30)
class DecidersTest {
  private static final Key PFC = new Key(Target.port(ENS1), SettingKind.PFC);
  private static final Pfc ON = new Pfc(PrioritySet.of(3));

  @TempDir private Path folder;
  private String id = "";

  @BeforeEach
  void forget() {
    id = "";
  }

  private Rig open() throws InterruptedException {
    Rig rig = new Rig(folder);
    id = rig.commitEngine.submit(Request.one(PFC, ON, "token:alice", "")).id();
    assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);
    return rig;
  }

  @Test
  void aSlowConfirmationBelongsToItsCallerAndNotToTheOneWhoWasRefusedMeanwhile() throws Exception {
    try (Rig rig = open()) {
      CountDownLatch reading = new CountDownLatch(1);
      CountDownLatch answer = new CountDownLatch(1);
      rig.nic.touched =
          () -> {
            reading.countDown();
            awaitQuietly(answer);
          };
      Future<Commit> alice = rig.threads.submit(() -> rig.commitEngine.confirm(id, "token:alice"));
      assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();
      Future<Commit> bob = rig.threads.submit(() -> rig.commitEngine.cancel(id, "no", "token:bob"));
      rig.nic.touched = () -> {};
      answer.countDown();

      assertThat(alice.get()).isInstanceOf(Commit.Confirmed.class);
      assertThatThrownBy(bob::get).cause().isInstanceOf(CommitException.class);
      assertThat(rig.witness.states)
          .contains(id + " confirmed by token:alice")
          .noneMatch(line -> line.endsWith("token:bob"));
    }
  }

  @Test
  void aRefusedConfirmationLeavesTheRollbackToTheOneWhoCancelled() throws Exception {
    try (Rig rig = open()) {
      CountDownLatch writing = new CountDownLatch(1);
      CountDownLatch answer = new CountDownLatch(1);
      rig.nic.touched =
          () -> {
            writing.countDown();
            awaitQuietly(answer);
          };
      Future<Commit> bob = rig.threads.submit(() -> rig.commitEngine.cancel(id, "no", "token:bob"));
      assertThat(writing.await(10, TimeUnit.SECONDS)).isTrue();
      assertThatThrownBy(() -> rig.commitEngine.confirm(id, "token:alice"))
          .isInstanceOf(CommitException.class);
      rig.nic.touched = () -> {};
      answer.countDown();

      assertThat(bob.get()).isInstanceOf(Commit.RolledBack.class);
      assertThat(rig.witness.states)
          .contains(id + " undoing by token:bob", id + " rolled-back by token:bob");
    }
  }

  @Test
  void aStopOfAWriteIsCarriedOutWhereTheModeChangesMeanwhile() throws Exception {
    try (Rig rig = new Rig(folder, Duration.ofMinutes(1))) {
      writing(rig);
      Future<Commit> bob = rig.threads.submit(() -> rig.commitEngine.cancel(id, "no", "token:bob"));
      await(() -> rig.waitsIn(Decisions.class));
      rig.writePolicy.adopt(Mode.OBSERVE, "");
      rig.nic.hang.countDown();

      assertThat(bob.get().state()).isEqualTo("undoing");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON);
      rig.writePolicy.adopt(Mode.ENFORCE, "");
      rig.pass(Duration.ofSeconds(1));
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      assertThat(rig.witness.states).contains(id + " rolled-back by token:bob");
    }
  }

  @Test
  void aFreezeWaitsForNoThreadOfTheEngineAndForNoWrite() {
    try (Rig rig = new Rig(folder, Duration.ofMinutes(1))) {
      writing(rig);
      rig.threads.shutdown(); // no pool takes anything more
      assertThatThrownBy(() -> rig.commitEngine.cancel(id, "no", "token:bob"))
          .hasMessageContaining("too many requests wait for the commit engine");
      rig.commitEngine.freeze("token:bob");
      assertThat(rig.writePolicy.frozen()).isTrue();
    }
    try (Rig again = new Rig(folder)) {
      assertThat(again.writePolicy.frozen()).isTrue();
    }
  }

  /** A commit whose device does not return from a write. */
  private void writing(Rig rig) {
    rig.nic.hangsOn = SettingKind.PFC;
    id = rig.commitEngine.submit(Request.one(PFC, ON, "token:alice", "")).id();
    await(() -> List.copyOf(rig.writes).stream().anyMatch(one -> one.kind() == SettingKind.PFC));
  }

  private static void await(BooleanSupplier there) {
    while (!there.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await(200, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
