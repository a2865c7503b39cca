package dev.losslessd.store;

import static dev.losslessd.store.JournalTest.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Change;
import dev.losslessd.model.Due;
import dev.losslessd.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the end of a journal: a torn tail, or damage. */
class JournalTailTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);
  private static final Sync UNSYNCED = (file, channel, metadata) -> {};

  @TempDir private Path folder;

  @Test
  void aFlippedBitInAnyKindOfLastLineIsDamageAndTheFileIsLeftAlone() throws IOException {
    List<Entry> kinds = entries(new Samples(6), 14);
    for (Entry last : kinds) {
      Files.deleteIfExists(file());
      Files.deleteIfExists(JournalHead.beside(file()));
      long before = write(kinds.get(1), last);
      byte[] whole = Files.readAllBytes(file());
      int close = 8 * (whole.length - 80);
      for (int bit = 8 * (int) before; bit < 8 * whole.length; bit += bit < close ? 53 : 3) {
        byte[] flipped = whole.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        Files.write(file(), flipped);

        assertThatThrownBy(() -> Journal.open(file(), NOW, UNSYNCED))
            .as(last + ", bit " + bit)
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("is damaged at line 3 (byte " + before + ")");
        assertThat(Files.readAllBytes(file())).isEqualTo(flipped);
      }
      assertThat(folder).isDirectoryNotContaining("glob:**.torn*");
    }
  }

  @Test
  void theWayOnIsInTheMessage() throws IOException {
    long before = write(entries(new Samples(6), 3).toArray(Entry[]::new));
    byte[] flipped = Files.readAllBytes(file());
    flipped[flipped.length - 20] ^= 4;
    Files.write(file(), flipped);

    assertThatThrownBy(() -> Journal.open(file(), NOW))
        .hasMessageContaining("It was durable and may have been a confirm")
        .hasMessageContaining("truncate -s " + before)
        .hasMessageContaining("losslessd thaw");
  }

  /** Its text is whole and its hash fits: only the byte behind it was changed. */
  @Test
  void aLineBreakThatWasChangedIsDamage() throws IOException {
    write(entries(new Samples(7), 2).toArray(Entry[]::new));
    byte[] whole = Files.readAllBytes(file());
    whole[whole.length - 1] ^= 1;
    Files.write(file(), whole);

    assertThatThrownBy(() -> Journal.open(file(), NOW))
        .hasMessageContaining("its line break was changed");
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
      assertThat(files).as("three tails of one second, the journal and its head").hasSize(5);
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

  /** The journal is as it was, whichever fsync of an entry fails; the one of the head alone may. */
  @Test
  void anEntryThatTheDiskDoesNotTakeIsCountedAndLeavesNothing() throws IOException {
    AtomicBoolean full = new AtomicBoolean();
    Sync sync =
        (path, channel, metadata) -> {
          if (full.get()) {
            throw new IOException("No space left on device");
          }
        };
    List<Entry> all = entries(new Samples(9), 3);
    try (Journal journal = Journal.open(file(), NOW, sync)) {
      journal.append(all.get(0));
      long before = Files.size(file());
      full.set(true);

      assertThatThrownBy(() -> journal.append(all.get(1)))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("No space left on device");
      assertThat(journal.errors()).isEqualTo(1);
      assertThat(Files.size(file())).isEqualTo(before);
      full.set(false);
      journal.append(all.get(2));
      assertThat(Entries.of(journal)).containsExactly(all.get(0), all.get(2));
    }
  }

  @Test
  void aHeadThatCannotBeWrittenLosesNoEntry() {
    Sync sync =
        (path, channel, metadata) -> {
          if (path.toString().contains(".head")) {
            throw new IOException("No space left on device");
          }
        };
    List<Entry> all = entries(new Samples(9), 3);
    try (Journal journal = Journal.open(file(), NOW, sync)) {
      all.forEach(journal::append);
      assertThat(journal.errors()).isZero();
    }
    try (Journal journal = Journal.open(file(), NOW)) {
      assertThat(Entries.of(journal)).isEqualTo(all);
      assertThat(journal.ahead().isEmpty()).isTrue();
    }
  }

  /** A power cut on a file system that lengthens a file before its data is on the disk. */
  @Test
  void zerosInThePlaceOfTheLastSectorsAreTorn() throws IOException {
    List<Change> changes = new ArrayList<>();
    Samples samples = new Samples(10);
    while (changes.size() < 20) {
      changes.add(samples.change());
    }
    Entry large = new Entry.Undoing("c-000001", "why", changes, Due.at(NOW), "daemon", NOW);
    long before = write(entries(new Samples(10), 1).getFirst(), large);
    byte[] whole = Files.readAllBytes(file());
    int sectors = 512;
    for (int at = ((int) before / sectors + 1) * sectors; at < whole.length; at += sectors) {
      for (int to : new int[] {Math.min(at + sectors, whole.length), whole.length}) {
        byte[] lost = whole.clone();
        Arrays.fill(lost, at, to, (byte) 0);
        if (to - at < 32) {
          continue;
        }
        Files.write(file(), lost);
        try (Journal journal = Journal.open(file(), NOW, UNSYNCED)) {
          assertThat(journal.torn()).as("zeros from " + at + " to " + to).isPresent();
          assertThat(journal.ahead().isEmpty()).as("its head had it").isFalse();
        }
        assertThat(Files.size(file())).isEqualTo(before);
      }
    }
  }

  @Test
  void zerosBehindTheLastLineAreTorn() throws IOException {
    write(entries(new Samples(10), 2).toArray(Entry[]::new));
    byte[] whole = Files.readAllBytes(file());
    for (int more : new int[] {1, 7, 4096}) {
      Files.write(file(), Arrays.copyOf(whole, whole.length + more));
      try (Journal journal = Journal.open(file(), NOW)) {
        assertThat(journal.torn()).isPresent();
        assertThat(journal.ahead().isEmpty()).isTrue();
        assertThat(Entries.of(journal)).hasSize(2);
      }
    }
  }

  @Test
  void zerosInThePlaceOfTheFirstLineAreAnEmptyJournal() throws IOException {
    Files.write(file(), new byte[8]);
    try (Journal journal = Journal.open(file(), NOW)) {
      assertThat(Entries.of(journal)).isEmpty();
    }
  }

  /** A lock of a process is gone once it closes any of its channels of the file. */
  @Test
  void itStaysLockedAlsoAfterItWasRead() throws IOException {
    try (Journal journal = Journal.open(file(), NOW)) {
      journal.append(entries(new Samples(9), 1).getFirst());
      assertThat(Entries.of(journal)).hasSize(1);
      assertThat(journal.of("c-000000")).hasSize(1);
      assertThat(lockIsTaken()).isTrue();
    }
  }

  /** As the kernel lists it: POSIX locks by inode. */
  private boolean lockIsTaken() throws IOException {
    Object inode = Files.getAttribute(file(), "unix:ino");
    return Files.readString(Path.of("/proc/locks")).contains(":" + inode + " ");
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
