package dev.losslessd.commit;

import static dev.losslessd.commit.PastEntries.THEN;
import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.CommitIds;
import dev.losslessd.store.Entry;
import dev.losslessd.store.IdempotencyKey;
import dev.losslessd.store.IdempotencyKeys.Known;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that commits begun with a client's key are known as long as such keys are kept. */
class BegunOnceTest {
  private static final Key PFC1 = new Key(Target.port(ENS1), SettingKind.PFC);
  private static final Retention LONG =
      new Retention(1000, Duration.ofDays(90), 10_000, Duration.ofHours(24));

  @TempDir private Path folder;

  private static IdempotencyKey key(int number) {
    byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
    return IdempotencyKey.of("uid:0", "k" + number, "commits", body);
  }

  private static Request pfc3() {
    return Request.one(PFC1, new Pfc(PrioritySet.of(3)), "uid:0", "test")
        .keyed(Optional.of(key(1)));
  }

  private static Optional<Known> begun(int number) {
    return Optional.of(new Known(true, CommitIds.of(number)));
  }

  /** Commits that were taken back, each with a key. */
  private void write(int count) {
    List<Entry> all = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      Entry.Begun one = PastEntries.begun(number, ENS1, Pfc.OFF, PastEntries.ON3);
      all.add(
          new Entry.Begun(
              one.commit(),
              one.plan(),
              one.delta(),
              one.actor(),
              one.reason(),
              one.boot(),
              one.at(),
              false,
              Optional.of(key(number)),
              List.of(),
              Map.of()));
      all.add(new Entry.RolledBack(one.commit(), "test", "daemon", THEN));
    }
    PastEntries.write(folder, all);
  }

  @Test
  void whatDidNotBeginForAFullDiskMayBeAskedForAgain() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.diskFull = true;
      assertThatExceptionOfType(CommitException.class)
          .isThrownBy(() -> rig.commitEngine.submit(pfc3()));
      assertThat(rig.commitEngine.begunWith(key(1))).isEmpty();
      rig.diskFull = false;

      String id = rig.commitEngine.submit(pfc3()).id();

      assertThat(rig.commitEngine.begunWith(key(1))).contains(new Known(true, id));
      rig.settled();
    }
  }

  @Test
  void oneThatWaitsForAnIdlePortIsBegunOnceAlsoAfterARestart() {
    try (Rig rig = new Rig(folder)) {
      rig.busy.add(ENS1);
      rig.commitEngine.submit(pfc3().whenIdle(true));
    }
    try (Rig again = new Rig(folder)) {
      assertThat(again.commitEngine.commit("c-000001").orElseThrow().state()).isEqualTo("staged");
      assertThat(again.commitEngine.begunWith(key(1))).isEqualTo(begun(1));
    }
  }

  @Test
  void keysOutliveTheirCommits() throws IOException {
    write(100);
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.prune(new Retention(10, Duration.ofDays(90), 10_000, Duration.ofHours(24)));
      assertThat(rig.commitEngine.commit("c-000007")).isEmpty();
      assertThat(rig.commitEngine.begunWith(key(7))).isEqualTo(begun(7));
    }
    try (Rig again = new Rig(folder)) {
      assertThat(again.commitEngine.begunWith(key(7))).as("checkpoint").isEqualTo(begun(7));
      assertThat(again.commitEngine.begunWith(key(99))).as("checkpoint").isEqualTo(begun(99));
    }
    Files.delete(folder.resolve("journal.checkpoint"));
    try (Rig again = new Rig(folder)) {
      assertThat(again.commitEngine.begunWith(key(7))).isEqualTo(begun(7));
    }
  }

  @Test
  void theOldestKeysGoByNumberAndByAge() {
    write(300);
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.prune(new Retention(1000, Duration.ofDays(90), 100, Duration.ofDays(7)));
      assertThat(rig.commitEngine.begunWith(key(200))).isEmpty();
      assertThat(rig.commitEngine.begunWith(key(201))).isEqualTo(begun(201));

      rig.at(rig.now.plus(Duration.ofHours(23)));
      rig.commitEngine.prune(LONG);
      assertThat(rig.commitEngine.begunWith(key(300))).isEqualTo(begun(300));
      rig.at(rig.now.plus(Duration.ofHours(2)));
      rig.commitEngine.prune(LONG);
      assertThat(rig.commitEngine.begunWith(key(300))).isEmpty();
    }
  }
}
