package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start reads the checkpoint and the tail; without a checkpoint that fits, all of it. */
class CheckpointTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);
  private static final Sync UNSYNCED = (file, channel, metadata) -> {};

  @TempDir private Path folder;

  @Test
  void onlyTheTailIsReadAndTheRestWhenItIsNeeded() throws IOException {
    write(20, 5);
    byte[] bytes = Files.readAllBytes(file());
    bytes[SegmentHead.FIRST.line().length + 60] ^= 1; // within the first line
    Files.write(file(), bytes);

    try (Journal journal = open()) {
      assertThat(journal.base().latest()).isEqualTo(77);
      assertThat(Entries.of(journal)).hasSize(10).startsWith(begun(21));
      assertThat(journal.size()).isEqualTo(25);
      assertThat(journal.of("c-000002")).containsExactly(begun(2), back(2));
      assertThatThrownBy(() -> journal.of("c-000001")).hasMessageContaining("is damaged at byte");
    }
    assertThatThrownBy(() -> JournalCheck.of(file(), _ -> {}))
        .hasMessageContaining("is damaged at line 2");
  }

  @Test
  void aTailIsTornOrDamagedAsEver() throws IOException {
    write(20, 5);
    byte[] whole = Files.readAllBytes(file());
    Files.write(file(), Arrays.copyOf(whole, whole.length - 2));
    try (Journal journal = open()) {
      assertThat(journal.torn()).isPresent();
      assertThat(journal.of("c-000025")).containsExactly(begun(25));
    }
    whole[whole.length - 5] ^= 1;
    Files.write(file(), whole);
    assertThatThrownBy(this::open).hasMessageContaining("It was durable");
  }

  @Test
  void aCheckpointThatIsMissingBrokenOrOfAnotherJournalIsNotUsed() throws IOException {
    write(20, 5);
    byte[] good = Files.readAllBytes(Checkpoint.beside(file()));
    for (int at = 0; at < good.length; at += 31) {
      byte[] bad = good.clone();
      bad[at] ^= 4;
      Files.write(Checkpoint.beside(file()), bad);
      assertWhole(25);
    }
    Files.write(Checkpoint.beside(file()), Arrays.copyOf(good, good.length - 1));
    assertWhole(25);
    Files.delete(Checkpoint.beside(file()));
    assertWhole(25);
    Files.delete(file());
    Files.deleteIfExists(Checkpoint.beside(file()));
    try (Journal other = open()) {
      for (int number = 30; number > 0; number--) {
        other.append(begun(number));
        other.append(back(number));
      }
    }
    Files.write(Checkpoint.beside(file()), good);
    assertWhole(30);
    Files.write(file(), SegmentHead.FIRST.line());
    Files.write(Checkpoint.beside(file()), good);
    assertWhole(0);
  }

  private void assertWhole(int commits) {
    try (Journal journal = open()) {
      assertThat(journal.base()).isEqualTo(Snapshot.NOTHING);
      assertThat(Entries.of(journal)).hasSize(2 * commits);
      assertThat(journal.size()).isEqualTo(commits);
    }
  }

  @Test
  void aFullDiskLeavesTheOldCheckpoint() throws IOException {
    write(20, 0);
    byte[] before = Files.readAllBytes(Checkpoint.beside(file()));
    Sync full =
        (path, channel, metadata) -> {
          throw new IOException("No space left on device");
        };
    try (Journal journal = Journal.open(file(), NOW, full)) {
      assertThatThrownBy(() -> journal.checkpoint(Snapshot.NOTHING).run())
          .hasMessageContaining("No space left on device");
    }
    assertThat(Files.readAllBytes(Checkpoint.beside(file()))).isEqualTo(before);
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void whatIsNotKeptIsForgottenWithTheNextCheckpointAndStaysInTheAudit() {
    write(20, 0);
    try (Journal journal = open()) {
      journal.append(begun(21));
      journal.retain(number -> number >= 11);
      journal.append(back(21));

      assertThat(journal.of("c-000021")).containsExactly(begun(21), back(21));
      assertThat(journal.of("c-000010")).isEmpty();
      assertThat(journal.commits(13, 10)).containsExactly("c-000012", "c-000011");
      assertThat(journal.size()).isEqualTo(11);
      journal.checkpoint(snapshot(List.of())).run();
    }
    try (Journal journal = open()) {
      assertThat(journal.size()).isEqualTo(11);
      assertThat(journal.of("c-000010")).isEmpty();
    }
    assertThat(JournalCheck.of(file(), _ -> {}).commits()).as("all lines").isEqualTo(21);
  }

  /** A crash between two checkpoints, or one that is damaged, costs the reading of some lines. */
  @Test
  void theCheckpointBeforeIsUsedWhereTheNewOneIsDamaged() throws IOException {
    write(20, 3);
    try (Journal journal = open()) {
      journal.checkpoint(snapshot(List.of())).run();
    }
    Files.writeString(Checkpoint.beside(file()), "{}\n");
    try (Journal journal = open()) {
      assertThat(journal.base().latest()).isEqualTo(77);
      assertThat(Entries.of(journal)).hasSize(6).startsWith(begun(21));
    }
    Files.delete(Checkpoint.beside(file()));
    try (Journal journal = open()) {
      assertThat(Entries.of(journal)).hasSize(6);
    }
  }

  /** Commits that were taken back; a checkpoint after the first of them. */
  private void write(int before, int after) {
    try (Journal journal = open()) {
      for (int number = 1; number <= before + after; number++) {
        journal.append(begun(number));
        journal.append(back(number));
        if (number == before) {
          journal.checkpoint(snapshot(List.of())).run();
        }
      }
    }
  }

  private static Snapshot snapshot(List<Entry> entries) {
    return Snapshots.of(77, 20, entries);
  }

  private Journal open() {
    return Journal.open(file(), NOW, UNSYNCED);
  }

  private static Entry.Begun begun(int number) {
    var plan = new Plan("p", "d", List.of(), List.of(), List.of());
    return Entries.begun(CommitIds.of(number), plan, new TreeMap<>(), "u", "", NOW);
  }

  private static Entry.RolledBack back(int number) {
    return new Entry.RolledBack(CommitIds.of(number), "test", "daemon", NOW);
  }

  private Path file() {
    return folder.resolve("journal");
  }
}
