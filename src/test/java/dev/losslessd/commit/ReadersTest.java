package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Those who only look, beside those who write. */
class ReadersTest {
  private static final Target PORT = Target.port(ENS1);
  private static final Duration WINDOW = Duration.ofMinutes(20);

  @TempDir private Path folder;

  private static Request pfc3() {
    return Request.one(new Key(PORT, SettingKind.PFC), new Pfc(PrioritySet.of(3)), "uid:0", "test");
  }

  @Test
  void whoeverLooksAtABusyDeviceIsToldThatItIsBusy() {
    try (Rig rig = new Rig(folder)) {
      rig.nic.hangsOn = SettingKind.PFC;
      rig.commitEngine.submit(pfc3());
      await(() -> List.copyOf(rig.writes).stream().anyMatch(one -> one.kind() == SettingKind.PFC));

      assertThatExceptionOfType(CommitException.class)
          .isThrownBy(() -> rig.commitEngine.observe(PORT))
          .satisfies(e -> assertThat(e.kind()).isEqualTo(CommitException.Kind.BUSY));
      rig.nic.hang.countDown();
    }
  }

  @Test
  void whatCanBeSetIsAskedBehindACommit() throws Exception {
    try (Rig rig = new Rig(folder, Duration.ofMinutes(1))) {
      List<String> order = new CopyOnWriteArrayList<>();
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch end = new CountDownLatch(1);
      rig.nic.touched =
          () -> {
            begun.countDown();
            await(() -> end.getCount() == 0);
          };
      Thread first = Thread.ofPlatform().start(() -> rig.commitEngine.observe(PORT));
      await(() -> begun.getCount() == 0);
      rig.nic.touched = () -> order.add("commit");
      rig.nic.marks = rig.nic.touched;
      rig.nic.asked = () -> order.add("looks");
      Thread looks = waiting(() -> rig.commitEngine.capabilities(PORT));
      Thread commit = waiting(() -> rig.commitEngine.preview(pfc3()));

      end.countDown();
      for (Thread thread : List.of(first, looks, commit)) {
        thread.join();
      }

      assertThat(order.getFirst()).isEqualTo("commit");
    }
  }

  @Test
  void whoeverLooksWaitsForNoRecordThatIsBeingWritten() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch end = new CountDownLatch(1);
      rig.atSync =
          () -> {
            begun.countDown();
            await(() -> end.getCount() == 0);
          };
      Thread writer =
          Thread.ofPlatform().start(() -> rig.commitEngine.extend("c-000001", WINDOW, "uid:0"));
      await(() -> begun.getCount() == 0);

      assertThat(rig.commitEngine.commits()).hasSize(1);
      assertThat(rig.commitEngine.commits(Integer.MAX_VALUE, 10, Commit::id)).hasSize(1);
      assertThat(rig.commitEngine.commit("c-000001")).isPresent();
      assertThat(rig.commitEngine.revisions(Long.MAX_VALUE, 10, Revision::number)).isEmpty();
      assertThat(rig.commitEngine.intent().rest()).isEmpty();
      rig.commitEngine.turn();
      assertThat(writer.isAlive()).isTrue();
      rig.atSync = () -> {};
      end.countDown();
      writer.join();
    }
  }

  private static Thread waiting(Runnable work) {
    Thread thread = Thread.ofPlatform().start(work);
    await(() -> thread.getState() == Thread.State.TIMED_WAITING);
    return thread;
  }

  private static void await(BooleanSupplier there) {
    while (!there.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }
}
