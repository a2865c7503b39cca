package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.Ahead;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that has lost its end, as its head shows. */
class LostEndTest {
  private static final Pfc THREE = new Pfc(PrioritySet.of(3));
  private static final Ahead CONFIRMED =
      new Ahead(
          "its head has more lines",
          List.of(
              new Ahead.Line(3, "confirmed", "c-000001", Instant.EPOCH, "uid:0"),
              new Ahead.Line(6, "confirmed", "c-000007", Instant.EPOCH, "uid:0")),
          true,
          7);

  @TempDir private Path folder;

  private @Nullable FakeNic left;
  private long applied;
  private long begun;

  @BeforeEach
  void confirmOne() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc(ENS1));
      assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);
      begun = firstRecord();
      applied = Files.size(folder.resolve("journal"));
      rig.commitEngine.confirm("c-000001", "uid:0");
      left = rig.nic;
    }
  }

  @Test
  void theUndoOfAConfirmedCommitIsHeldBackAlsoAtTheNextStart() throws IOException {
    cut(applied);
    for (int start = 0; start < 2; start++) {
      try (Rig rig = late(CONFIRMED)) {
        assertThat(rig.nic.written).isEmpty();
        assertThat(rig.writePolicy.frozen()).isTrue();
        assertThat(rig.commitEngine.heldBack()).containsExactly("c-000001");
        assertThat(rig.witness.lines).hasSize(start == 0 ? 1 : 0);
        assertThatThrownBy(() -> rig.commitEngine.submit(pfc(ENS2))).hasMessageContaining("frozen");
      }
    }
  }

  @Test
  void withoutTheHeadItsUndoWouldBegin() throws IOException {
    cut(applied);
    try (Rig rig = late(Ahead.NOTHING)) {
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void aConfirmKeepsItAndTheThawThenUndoesNothing() throws IOException {
    cut(applied);
    try (Rig rig = late(CONFIRMED)) {
      assertThat(rig.commitEngine.confirm("c-000001", "uid:0"))
          .isInstanceOf(Commit.Confirmed.class);
      rig.commitEngine.thaw("uid:0");
      assertThat(rig.nic.written).isEmpty();
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(THREE);
      assertThat(rig.commitEngine.latest()).isEqualTo(1);
    }
  }

  @Test
  void whereTheLostLinesAreUnknownEveryOpenWindowIsHeldBack() throws Exception {
    cut(applied);
    Ahead unknown = new Ahead("its head has more lines", List.of(), false, 7);
    try (Rig rig = late(unknown)) {
      assertThat(rig.nic.written).isEmpty();
      assertThat(rig.commitEngine.heldBack()).containsExactly("c-000001");
      assertThat(rig.commitEngine.confirm("c-000001", "uid:0"))
          .isInstanceOf(Commit.Confirmed.class);
    }
  }

  @Test
  void aRollbackThatHadBegunIsNotHeldBackLongerThanTheFreeze() throws Exception {
    cut(applied);
    try (Rig rig = late(Ahead.NOTHING)) {
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      left = rig.nic;
    }
    cutLastLine();
    try (Rig rig = late(new Ahead("its head has more lines", List.of(), false, 7))) {
      assertThat(rig.settled()).as("it waits").isInstanceOf(Commit.Undoing.class);
      assertThat(rig.commitEngine.heldBack()).containsExactly("c-000001");
      rig.commitEngine.thaw("uid:0");
      assertThat(rig.settled())
          .isInstanceOfSatisfying(
              Commit.RolledBack.class,
              ended -> assertThat(ended.why()).doesNotContain("no confirmation"));
    }
  }

  @Test
  void aThawAloneLetsTheUndoBegin() throws Exception {
    cut(applied);
    try (Rig rig = late(CONFIRMED)) {
      rig.commitEngine.thaw("uid:0");
      rig.settled();
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      assertThat(rig.commitEngine.commit("c-000001").orElseThrow().state())
          .isEqualTo("rolled-back");
    }
  }

  @Test
  void oneWhoseWindowIsLostTooCanBeConfirmed() throws IOException {
    cut(begun);
    try (Rig rig = late(CONFIRMED)) {
      assertThat(rig.nic.written).isEmpty();
      assertThat(rig.commitEngine.confirm("c-000001", "uid:0"))
          .isInstanceOf(Commit.Confirmed.class);
    }
  }

  @Test
  void aNumberThatTheHeadHasIsNotGivenOutAgain() throws Exception {
    Files.delete(folder.resolve("journal"));
    try (Rig rig = late(CONFIRMED)) {
      assertThat(rig.writePolicy.frozen()).isTrue();
      rig.commitEngine.thaw("uid:0");
      assertThat(rig.commitEngine.submit(pfc(ENS2)).id()).isEqualTo("c-000008");
      assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);
    }
  }

  @Test
  void aFullDiskDoesNotThawIt() throws IOException {
    cut(applied);
    try (Rig rig = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), left, "boot-1")) {
      rig.diskFull = true;
      rig.at(rig.now.plusSeconds(3600));
      rig.commitEngine.doubt(CONFIRMED);
      rig.commitEngine.recover();
      rig.pass(Duration.ofSeconds(700));
      assertThat(rig.writePolicy.frozen()).isTrue();
      assertThat(rig.nic.written).isEmpty();
    }
  }

  /** Starts an engine an hour later, when the confirm window is over. */
  private Rig late(Ahead ahead) {
    Rig rig = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), left, "boot-1");
    rig.at(rig.now.plusSeconds(3600));
    rig.commitEngine.doubt(ahead);
    rig.commitEngine.recover();
    rig.pass(Duration.ofSeconds(700));
    return rig;
  }

  /** Offset in bytes at which the journal's first record ends. */
  private long firstRecord() throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("journal"));
    return lines.get(0).length() + 1L + lines.get(1).length() + 1L;
  }

  private void cutLastLine() throws IOException {
    String text = Files.readString(folder.resolve("journal"));
    cut(text.lastIndexOf('\n', text.length() - 2) + 1L);
  }

  private void cut(long size) throws IOException {
    try (FileChannel channel =
        FileChannel.open(folder.resolve("journal"), StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  private static Request pfc(PortId port) {
    return Request.one(new Key(Target.port(port), SettingKind.PFC), THREE, "uid:0", "test");
  }
}
