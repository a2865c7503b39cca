package dev.losslessd.store;

import static dev.losslessd.store.JournalTest.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Samples;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the end of a journal: a torn tail, or damage. */
class JournalTailTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);

  @TempDir private Path folder;

  @Test
  void aFlippedBitInAnyKindOfLastRecordIsDamageAndTheFileIsLeftAlone() throws IOException {
    List<Entry> kinds = entries(new Samples(6), 11);
    for (Entry last : kinds) {
      Files.deleteIfExists(file());
      long before = write(kinds.get(1), last);
      byte[] whole = Files.readAllBytes(file());
      int head = 8 * ((int) before + JournalReader.HEAD + Link.SIZE);
      for (int bit = 8 * (int) before; bit < 8 * whole.length; bit += bit < head ? 1 : 97) {
        byte[] flipped = whole.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        Files.write(file(), flipped);

        assertThatThrownBy(() -> Journal.open(file(), NOW))
            .as(last + ", bit " + bit)
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("is damaged at byte " + before + ": the last record")
            .hasMessageContaining("truncate -s " + before);
        assertThat(Files.readAllBytes(file())).isEqualTo(flipped);
      }
    }
  }

  @Test
  void aLengthThatNoRecordHasIsDamage() throws IOException {
    long before = write(entries(new Samples(7), 2).toArray(Entry[]::new));
    byte[] whole = Files.readAllBytes(file());
    for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 16 * 1024 * 1024 + 1}) {
      ByteBuffer.wrap(whole).putInt((int) before, length);
      Files.write(file(), whole);

      assertThatThrownBy(() -> Journal.open(file(), NOW))
          .hasMessageContaining("the last record has length " + length);
    }
  }

  @Test
  void aTornTailIsMovedAsideAndNeverCutAway() throws IOException {
    long before = write(entries(new Samples(8), 2).toArray(Entry[]::new));
    byte[] whole = Files.readAllBytes(file());
    for (int cut : new int[] {1, 5, 9}) {
      Files.write(file(), Arrays.copyOf(whole, whole.length - cut));
      try (Journal journal = Journal.open(file(), NOW)) {
        Path kept = journal.torn().orElseThrow();
        assertThat(kept.getFileName().toString()).startsWith("journal.torn-1800000000");
        assertThat(Files.readAllBytes(kept))
            .isEqualTo(Arrays.copyOfRange(whole, (int) before, whole.length - cut));
        assertThat(Files.getPosixFilePermissions(kept))
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
      assertThat(Files.size(file())).isEqualTo(before);
    }
    try (var files = Files.list(folder)) {
      assertThat(files).as("three tails of one second and the journal").hasSize(4);
    }
  }

  @Test
  void withoutRoomForTheTornTailNothingIsCut() throws IOException {
    write(entries(new Samples(9), 2).toArray(Entry[]::new));
    byte[] torn = Arrays.copyOf(Files.readAllBytes(file()), (int) Files.size(file()) - 3);
    Files.write(file(), torn);
    Sync full =
        (path, channel, metadata) -> {
          throw new IOException("No space left on device");
        };

    assertThatThrownBy(() -> Journal.open(file(), NOW, full))
        .hasMessageContaining("No space left on device");
    assertThat(Files.readAllBytes(file())).isEqualTo(torn);
    assertThat(folder).as("no part of the copy stays").isDirectoryNotContaining("glob:**.torn*");
  }

  @Test
  void anEntryThatTheDiskDoesNotTakeIsCounted() {
    AtomicBoolean full = new AtomicBoolean();
    Sync sync =
        (path, channel, metadata) -> {
          if (full.get()) {
            throw new IOException("No space left on device");
          }
        };
    try (Journal journal = Journal.open(file(), NOW, sync)) {
      journal.append(entries(new Samples(9), 1).getFirst());
      full.set(true);

      assertThatThrownBy(() -> journal.append(entries(new Samples(9), 1).getFirst()))
          .isInstanceOf(StoreException.class);
      assertThat(journal.errors()).isEqualTo(1);
      full.set(false);
    }
  }

  /** A power cut on a file system that lengthens a file before its data is on the disk. */
  @Test
  void zerosInThePlaceOfTheLastSectorsAreTorn() throws IOException {
    Entry large =
        new Entry.RolledBack(
            "c-000002", "x".repeat(3_000), "daemon", Instant.ofEpochSecond(1_800_000_000L));
    long before = write(entries(new Samples(10), 1).getFirst(), large);
    byte[] whole = Files.readAllBytes(file());
    int sector = ((int) before / 512 + 2) * 512;
    for (int[] lost :
        new int[][] {
          {(int) before, whole.length}, {sector, whole.length}, {sector, sector + 512}
        }) {
      byte[] bytes = whole.clone();
      Arrays.fill(bytes, lost[0], lost[1], (byte) 0);
      Files.write(file(), bytes);

      assertTornAt(before, bytes);
    }
  }

  @Test
  void zerosThatWereAllocatedAheadAreTorn() throws IOException {
    write(entries(new Samples(11), 3).toArray(Entry[]::new));
    byte[] whole = Files.readAllBytes(file());
    for (int zeros : new int[] {1, 7, 8, 31, 4096}) {
      byte[] bytes = Arrays.copyOf(whole, whole.length + zeros);
      Files.write(file(), bytes);

      assertTornAt(whole.length, bytes);
    }
  }

  private void assertTornAt(long end, byte[] bytes) throws IOException {
    try (Journal journal = Journal.open(file(), NOW)) {
      assertThat(Files.readAllBytes(journal.torn().orElseThrow()))
          .isEqualTo(Arrays.copyOfRange(bytes, (int) end, bytes.length));
    }
    assertThat(Files.readAllBytes(file())).isEqualTo(Arrays.copyOf(bytes, (int) end));
  }

  @Test
  void zerosInThePlaceOfTheHeadAreAnEmptyJournal() throws IOException {
    Files.write(file(), new byte[8]);
    try (Journal journal = Journal.open(file(), NOW)) {
      assertThat(Entries.of(journal)).isEmpty();
    }
  }

  @Test
  void aJournalThatIsOpenIsNotOpenedASecondTime() {
    try (Journal _ = Journal.open(file(), NOW)) {
      assertThatThrownBy(() -> Journal.open(file(), NOW))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.inUse()).as(e.getMessage()).isTrue());
    }
  }

  /** Returns where the last one begins. */
  private long write(Entry... all) throws IOException {
    long last = 0;
    try (Journal journal = Journal.open(file(), NOW)) {
      for (Entry entry : all) {
        last = Files.size(file());
        journal.append(entry);
      }
    }
    return last;
  }

  private Path file() {
    return folder.resolve("journal");
  }
}
