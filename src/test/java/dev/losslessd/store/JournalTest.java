package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Samples;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Waiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);

  @TempDir private Path folder;

  @Test
  void everyEntryReadsBackAsItWasWritten() {
    List<Entry> written = entries(new Samples(1), 300);
    try (Journal journal = Journal.open(file(), NOW)) {
      written.forEach(journal::append);
      assertThat(journal.entries()).isEqualTo(written);
    }

    try (Journal again = Journal.open(file(), NOW)) {
      assertThat(again.entries()).isEqualTo(written);
      assertThat(again.torn()).isEmpty();
    }
  }

  @Test
  void aFileCutAtAnyByteOfItsLastRecordLosesOnlyThatRecord() throws IOException {
    List<Entry> written = entries(new Samples(2), 3);
    long before;
    try (Journal journal = Journal.open(file(), NOW)) {
      journal.append(written.get(0));
      journal.append(written.get(1));
      before = Files.size(file());
      journal.append(written.get(2));
    }
    byte[] whole = Files.readAllBytes(file());

    for (int cut = (int) before; cut < whole.length; cut++) {
      Files.write(file(), java.util.Arrays.copyOf(whole, cut));
      try (Journal journal = Journal.open(file(), NOW)) {
        assertThat(journal.entries()).as("cut at " + cut).isEqualTo(written.subList(0, 2));
        assertThat(journal.torn().isPresent()).isEqualTo(cut > before);
        journal.append(written.get(2));
      }
      try (Journal journal = Journal.open(file(), NOW)) {
        assertThat(journal.entries()).isEqualTo(written);
      }
    }
  }

  @Test
  void damageInTheMiddleIsRefusedAndTheFileIsLeftAlone() throws IOException {
    try (Journal journal = Journal.open(file(), NOW)) {
      entries(new Samples(3), 5).forEach(journal::append);
    }
    byte[] bytes = Files.readAllBytes(file());
    bytes[20] ^= 1;
    Files.write(file(), bytes);

    assertThatThrownBy(() -> Journal.open(file(), NOW))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("damaged at byte 8");
    assertThat(Files.readAllBytes(file())).isEqualTo(bytes);
  }

  @Test
  void aNewerFormatIsRefusedWithOneSentenceAndLeftAlone() throws IOException {
    try (Journal journal = Journal.open(file(), NOW)) {
      entries(new Samples(4), 3).forEach(journal::append);
    }
    for (int format : new int[] {2, 9, 127, 128, 255}) {
      byte[] bytes = Files.readAllBytes(file());
      bytes[7] = (byte) format;
      Files.write(file(), bytes);

      assertThatThrownBy(() -> Journal.open(file(), NOW))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "journal "
                  + file()
                  + " has format "
                  + format
                  + ", this losslessd reads format 1; start the newer release");
      assertThat(Files.readAllBytes(file())).isEqualTo(bytes);
    }
  }

  @Test
  void aRecordOfANewerReleaseIsRefusedWithOneSentence() throws IOException {
    Journal.open(file(), NOW).close();
    byte[] head = Files.readAllBytes(file());
    byte[] payload = {99, 1, 2, 3};
    java.util.zip.CRC32C sum = new java.util.zip.CRC32C();
    sum.update(payload);
    Files.write(
        file(),
        java.nio.ByteBuffer.allocate(20)
            .put(head)
            .putInt(payload.length)
            .putInt((int) sum.getValue())
            .put(payload)
            .array());

    assertThatThrownBy(() -> Journal.open(file(), NOW))
        .hasMessage(
            "journal "
                + file()
                + " at byte 8 holds a record of kind 99, this losslessd knows 1 to 15;"
                + " start the newer release");
  }

  @Test
  void everyKindOfLastRecordMayBeCutAtEveryByte() throws IOException {
    List<Entry> kinds = entries(new Samples(5), 6);
    for (Entry last : kinds) {
      Files.deleteIfExists(file());
      long before;
      try (Journal journal = Journal.open(file(), NOW)) {
        journal.append(kinds.get(0));
        before = Files.size(file());
        journal.append(last);
      }
      byte[] whole = Files.readAllBytes(file());
      for (int cut = (int) before; cut < whole.length; cut++) {
        Files.write(file(), java.util.Arrays.copyOf(whole, cut));
        try (Journal journal = Journal.open(file(), NOW)) {
          assertThat(journal.entries()).as("cut at " + cut).containsExactly(kinds.get(0));
          assertThat(journal.torn().isPresent()).isEqualTo(cut > before);
        }
        assertThat(Files.size(file())).isEqualTo(before);
      }
    }
  }

  @Test
  void aFlippedBitInAnyKindOfLastRecordIsDamageAndTheFileIsLeftAlone() throws IOException {
    List<Entry> kinds = entries(new Samples(6), 11);
    for (Entry last : kinds) {
      Files.deleteIfExists(file());
      long before = write(kinds.get(1), last);
      byte[] whole = Files.readAllBytes(file());
      int head = 8 * ((int) before + 8);
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
      java.nio.ByteBuffer.wrap(whole).putInt((int) before, length);
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
      Files.write(file(), java.util.Arrays.copyOf(whole, whole.length - cut));
      try (Journal journal = Journal.open(file(), NOW)) {
        Path kept = journal.torn().orElseThrow();
        assertThat(kept.getFileName().toString()).startsWith("journal.torn-1800000000");
        assertThat(Files.readAllBytes(kept))
            .isEqualTo(
                java.util.Arrays.copyOfRange(whole, (int) before, whole.length - cut));
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
    byte[] torn = java.util.Arrays.copyOf(Files.readAllBytes(file()), (int) Files.size(file()) - 3);
    Files.write(file(), torn);
    Sync full =
        (path, channel, metadata) -> {
          throw new IOException("No space left on device");
        };

    assertThatThrownBy(() -> Journal.open(file(), NOW, full))
        .hasMessageContaining("No space left on device");
    assertThat(Files.readAllBytes(file())).isEqualTo(torn);
  }

  /** A power cut on a file system that lengthens a file before its data is on the disk. */
  @Test
  void zerosInThePlaceOfTheLastSectorsAreTorn() throws IOException {
    Entry large =
        new Entry.RolledBack("c-000002", "x".repeat(3_000), Instant.ofEpochSecond(1_800_000_000L));
    long before = write(entries(new Samples(10), 1).getFirst(), large);
    byte[] whole = Files.readAllBytes(file());
    int sector = ((int) before / 512 + 2) * 512;
    for (int[] lost :
        new int[][] {
          {(int) before, whole.length}, {sector, whole.length}, {sector, sector + 512}
        }) {
      byte[] bytes = whole.clone();
      java.util.Arrays.fill(bytes, lost[0], lost[1], (byte) 0);
      Files.write(file(), bytes);

      assertTornAt(before, bytes);
    }
  }

  @Test
  void zerosThatWereAllocatedAheadAreTorn() throws IOException {
    write(entries(new Samples(11), 3).toArray(Entry[]::new));
    byte[] whole = Files.readAllBytes(file());
    for (int zeros : new int[] {1, 7, 8, 31, 4096}) {
      byte[] bytes = java.util.Arrays.copyOf(whole, whole.length + zeros);
      Files.write(file(), bytes);

      assertTornAt(whole.length, bytes);
    }
  }

  private void assertTornAt(long end, byte[] bytes) throws IOException {
    try (Journal journal = Journal.open(file(), NOW)) {
      assertThat(Files.readAllBytes(journal.torn().orElseThrow()))
          .isEqualTo(java.util.Arrays.copyOfRange(bytes, (int) end, bytes.length));
    }
    assertThat(Files.readAllBytes(file())).isEqualTo(java.util.Arrays.copyOf(bytes, (int) end));
  }

  @Test
  void zerosInThePlaceOfTheHeadAreAnEmptyJournal() throws IOException {
    Files.write(file(), new byte[8]);
    try (Journal journal = Journal.open(file(), NOW)) {
      assertThat(journal.entries()).isEmpty();
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

  @Test
  void aFileCutInItsHeaderIsAnEmptyJournal() throws IOException {
    Journal.open(file(), NOW).close();
    byte[] head = Files.readAllBytes(file());
    for (int cut = 0; cut < head.length; cut++) {
      Files.write(file(), java.util.Arrays.copyOf(head, cut));
      try (Journal journal = Journal.open(file(), NOW)) {
        assertThat(journal.entries()).isEmpty();
      }
      assertThat(Files.readAllBytes(file())).isEqualTo(head);
    }
  }

  @Test
  void aShortFileOfSomethingElseIsNotOverwritten() throws IOException {
    Files.writeString(file(), "mode\n");

    assertThatThrownBy(() -> Journal.open(file(), NOW)).hasMessageContaining("not a losslessd journal");
    assertThat(Files.readString(file())).isEqualTo("mode\n");
  }

  @Test
  void somethingElseIsNotTakenForAJournal() throws IOException {
    Files.writeString(file(), "mode: observe\npolicy: {}\n");

    assertThatThrownBy(() -> Journal.open(file(), NOW)).hasMessageContaining("not a losslessd journal");
  }

  @Test
  void aFullDiskIsOneClearMessageAndTheJournalStaysReadable() throws IOException {
    Path full = Path.of("/dev/full");
    org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(full), "/dev/full is missing");
    Files.createSymbolicLink(file(), full);

    assertThatThrownBy(() -> Journal.open(file(), NOW))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("No space left on device");
  }

  @Test
  void twoDaemonsOnOneFolderAreToldApart() {
    try (StateFolder first = StateFolder.open(folder.resolve("state"), 4711)) {
      assertThat(first.path()).isDirectory();
      assertThatThrownBy(() -> StateFolder.open(folder.resolve("state"), 4712))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("in use by another losslessd (process 4711)");
    }
    StateFolder.open(folder.resolve("state"), 4713).close();
  }

  @Test
  void aLockThatIsReplacedBeforeItIsHeldIsTakenAnew() {
    Path lock = folder.resolve("state/lock");
    List<String> times = new ArrayList<>();
    Runnable replace =
        () -> {
          times.add("opened");
          if (times.size() == 1) {
            lock.toFile().delete();
          }
        };

    try (StateFolder state = StateFolder.open(folder.resolve("state"), 4711, replace)) {
      assertThat(state.isReplaced()).isFalse();
      assertThat(times).hasSize(2);
      assertThat(lock).hasContent("4711");
      assertThat(state.finding(NOW)).isEmpty();
      lock.toFile().delete();
      assertThat(state.finding(NOW)).isPresent();
    }
  }

  @Test
  void aLinkOfSomebodyElseIsNotFollowed() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Path state = Files.createSymbolicLink(folder.resolve("state"), other);
    StateFolder.open(state, 1).close();
    Files.delete(other.resolve("lock"));
    try {
      Files.setAttribute(state, "unix:uid", 65534, java.nio.file.LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      org.junit.jupiter.api.Assumptions.abort("only root may give a file away: " + e);
    }

    assertThatThrownBy(() -> StateFolder.open(state, 1))
        .hasMessageContaining("is a link of user 65534, expected a folder");
    assertThat(other).isEmptyDirectory();
  }

  @Test
  void aLinkThatLeadsNowhereIsNotFollowedForCreation() throws IOException {
    Path state = Files.createSymbolicLink(folder.resolve("state"), folder.resolve("nowhere"));

    assertThatThrownBy(() -> StateFolder.open(state, 1)).isInstanceOf(StoreException.class);
    assertThat(folder.resolve("nowhere")).doesNotExist();
  }

  @Test
  void anUnusableStateFolderIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");

    assertThatThrownBy(() -> StateFolder.open(file, 1))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("expected a writable folder");
  }

  private Path file() {
    return folder.resolve("journal");
  }

  private static List<Entry> entries(Samples samples, int count) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Instant at = Instant.ofEpochSecond(1_800_000_000L + i, 123_456_789);
      String id = "c-" + i;
      entries.add(
          switch (i % 11) {
            case 0 ->
                new Entry.Begun(
                    id, plan(samples, i % 22 == 0), delta(samples), "uid:0", "why", "boot", at);
            case 1 -> new Entry.Applied(id, at);
            case 2 -> new Entry.Confirmed(id, i, at);
            case 3 -> new Entry.RolledBack(id, "the device said no", at);
            case 5 ->
                new Entry.Staged(
                    id, plan(samples, i % 22 == 5), wish(samples, i), "repair", "why", at);
            case 4 -> new Entry.Stuck(id, "lost", List.of(samples.change()), at);
            case 6 -> new Entry.Wave(id, i, i + 3, 2 * i, at);
            case 7 -> new Entry.Undoing(id, "dropped", List.of(samples.change()), at);
            case 8 ->
                new Entry.Held(
                    id, List.of(new DeviceId("leaf1"), new DeviceId("a.b")), at, i % 2 == 0, at);
            case 9 -> new Entry.Kept(id, at);
            default -> new Entry.Frozen(i % 2 == 1, "uid:1000", at);
          });
    }
    return entries;
  }

  private static StagedWish wish(Samples samples, int i) {
    java.util.SortedMap<Key, Setting> delta = delta(samples);
    Key key = delta.firstKey();
    return new StagedWish(
        delta,
        i % 2 == 0,
        java.util.Set.of(key),
        java.util.Map.of(key, (long) i),
        i % 3 == 0 ? java.util.Optional.empty() : java.util.Optional.of(Duration.ofSeconds(i)),
        i % 4 == 0,
        java.util.Map.of(key, "auto"),
        new Acceptance(
            false,
            i % 5 == 0,
            i % 22 == 5 ? java.util.Map.of("headroom", "short cable") : java.util.Map.of()));
  }

  private static Plan plan(Samples samples, boolean waived) {
    List<Change> changes = List.of(samples.change(), samples.change());
    Refusal refusal = new Refusal("rule", "subject", "reason");
    List<Waiver> waivers = waived ? List.of(new Waiver(refusal, "short cable")) : List.of();
    return new Plan("p-1", "d", changes, List.of(refusal), waivers);
  }

  private static java.util.SortedMap<Key, Setting> delta(Samples samples) {
    TreeMap<Key, Setting> delta = new TreeMap<>();
    Setting setting = samples.setting();
    delta.put(new Key(Target.port(samples.port()), setting.kind()), setting);
    return delta;
  }
}
