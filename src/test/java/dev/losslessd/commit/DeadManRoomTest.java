package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that has room for the journal and none for the dead-man file, or the other way round. */
class DeadManRoomTest {
  private static final Request PFC3 =
      Request.one(
          new Key(Target.port(ENS1), SettingKind.PFC), new Pfc(PrioritySet.of(3)), "uid:0", "test");

  @TempDir private Path folder;
  private final BootClock boot = new BootClock("boot-1", () -> Optional.of(Duration.ofHours(5)));

  /** Files that may still be made; fewer than none for any number. */
  private final AtomicInteger room = new AtomicInteger(-1);

  private Rig rig;
  private DeadManFiles files;

  @BeforeEach
  void start() {
    rig = new Rig(folder);
    files = new DeadManFiles(folder.resolve("deadman"), () -> rig.now, boot, this::write);
    rig.deadManFiles = files;
    rig.listener = files::onCommit;
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  private void write(Path file, Path fresh, String text) throws IOException {
    if (room.get() == 0) {
      throw new IOException("No space left on device");
    }
    room.decrementAndGet();
    WholeFile.write(file, fresh, text);
  }

  @Test
  void withoutRoomForTheDeadManFileNothingIsJournaledOrWritten() throws Exception {
    room.set(0);
    assertRefused();

    assertThat(rig.journal.errors()).as("which an alert rests on").isEqualTo(1);
    room.set(1); // the file itself, and not the one with the time since boot
    assertRefused();

    room.set(-1);
    assertThat(rig.commitEngine.submit(PFC3).id()).isEqualTo("c-000003");
    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
  }

  private void assertRefused() throws IOException {
    assertThatThrownBy(() -> rig.commitEngine.submit(PFC3))
        .isInstanceOfSatisfying(
            CommitException.class,
            refused -> assertThat(refused.kind()).isEqualTo(CommitException.Kind.STORE))
        .hasMessageContaining("has no dead-man file")
        .hasMessageContaining("No space left on device");
    assertThat(rig.nic.written).isEmpty();
    assertThat(rig.commitEngine.commits()).isEmpty();
    assertNoFile();
  }

  private void assertNoFile() throws IOException {
    try (var left = Files.list(folder.resolve("deadman"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void theFileStandsBeforeTheFirstByteIsWritten() throws Exception {
    boolean[] stood = {false};
    rig.writing = _ -> stood[0] = Files.exists(folder.resolve("deadman/c-000001"));
    rig.listener = _ -> {};

    rig.commitEngine.submit(PFC3);

    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
    assertThat(stood[0]).isTrue();
  }

  @Test
  void whenTheDiskFillsBetweenTheFileAndTheJournalNothingIsLeft() throws Exception {
    rig.diskFull = true;

    assertThatThrownBy(() -> rig.commitEngine.submit(PFC3))
        .isInstanceOf(CommitException.class)
        .hasMessageContaining("No space left on device");

    assertThat(rig.nic.written).isEmpty();
    assertNoFile();
  }

  @Test
  void whenTheDiskFillsBeforeTheWindowTheEarlierFileStandsAndTheJournalHasTheDeadline()
      throws Exception {
    rig.writing = _ -> room.set(0);

    rig.commitEngine.submit(PFC3);
    Commit.AwaitingConfirm open = (Commit.AwaitingConfirm) rig.settled();

    assertThat(open.deadline()).isEqualTo(rig.now.plusSeconds(600));
    assertThat(DeadManFiles.left(folder, rig.now.plusSeconds(121), boot).values())
        .anyMatch(Duration::isNegative);
    assertDeadDaemonIsUndoneAtTheDeadline();
  }

  private void assertDeadDaemonIsUndoneAtTheDeadline() throws IOException {
    FakeNic left = rig.nic;
    rig.journal.close();
    for (int second : new int[] {121, 601}) {
      try (Rig next = new Rig(copy(second), Mode.ENFORCE, none(), left, "boot-1")) {
        next.at(rig.now.plusSeconds(second));
        next.commitEngine.recover();

        assertThat(next.nic.value(ENS1, SettingKind.PFC).equals(Pfc.OFF))
            .as("undone after %d s", second)
            .isEqualTo(second == 601);
      }
    }
  }

  private static TreeMap<Key, Setting> none() {
    return new TreeMap<>();
  }

  private Path copy(int name) throws IOException {
    Path copy = Files.createDirectory(folder.resolve("then" + name));
    Files.copy(folder.resolve("journal"), copy.resolve("journal"));
    return copy;
  }

  @Test
  void aCommitThatNothingStandsForAnyMoreIsUndoneAtOnce() throws Exception {
    rig.writing =
        _ -> {
          files.disarm("c-000001");
          room.set(0);
        };

    rig.commitEngine.submit(PFC3);

    assertThat(rig.settled())
        .isInstanceOfSatisfying(
            Commit.RolledBack.class,
            back -> assertThat(back.why()).contains("nobody would take it back"));
    assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
  }

  @Test
  void whenAllTurnsReadOnlyInTheMiddleItIsUndoneAtOnceAndNothingIsForgotten() throws Exception {
    rig.writing =
        _ -> {
          room.set(0);
          rig.diskFull = true;
        };

    rig.commitEngine.submit(PFC3);

    assertThat(rig.settled())
        .isInstanceOfSatisfying(
            Commit.RolledBack.class, back -> assertThat(back.why()).contains("No space left"));
    assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
  }

  @Test
  void anUndoIsDueAtOnceAlsoWhereItsFileCannotBeWrittenAnew() throws Exception {
    rig.commitEngine.submit(PFC3);
    Commit open = rig.settled();
    room.set(0);

    files.onCommit(
        new Commit.Undoing(open.run(), "cancelled", open.run().plan().changes(), "", rig.now));

    assertThat(DeadManFiles.left(folder, rig.now.plusSeconds(1), boot).values())
        .anyMatch(Duration::isNegative);
  }
}
