package dev.losslessd.store;

import static dev.losslessd.store.JournalTest.entries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Change;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records hang together, and a journal of format 1 is carried over. */
class JournalChainTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);
  private static final Sync UNSYNCED = (file, channel, metadata) -> {};

  @TempDir private Path folder;

  @Test
  void aRecordThatWasTakenOutOrSwappedIsDamage() throws IOException {
    List<byte[]> records = records(entries(new Samples(1), 6));
    for (int at = 0; at < 5; at++) {
      List<byte[]> less = new ArrayList<>(records);
      less.remove(at);
      assertDamaged(less);
      List<byte[]> other = new ArrayList<>(records);
      Collections.swap(other, at, at + 1);
      assertDamaged(other);
    }
  }

  @Test
  void aRecordThatWasChangedWithAFittingSumIsDamage() throws IOException {
    List<byte[]> records = records(entries(new Samples(2), 6));
    for (int at = 0; at < 6; at++) {
      List<byte[]> forged = new ArrayList<>(records);
      byte[] one = forged.get(at).clone();
      one[one.length - 1] ^= 1;
      byte[] body = Arrays.copyOfRange(one, JournalReader.HEAD, one.length);
      ByteBuffer.wrap(one).putInt(4, JournalReader.sum(body));
      forged.set(at, one);
      assertDamaged(forged);
    }
  }

  private void assertDamaged(List<byte[]> records) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(JournalFile.head(2));
    records.forEach(all::writeBytes);
    Files.write(file(), all.toByteArray());
    assertThatThrownBy(() -> Journal.open(file(), NOW, UNSYNCED))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("does not follow from the one before it");
    assertThat(Files.readAllBytes(file())).as("left alone").isEqualTo(all.toByteArray());
    assertThatThrownBy(() -> JournalCheck.of(file(), _ -> {}))
        .hasMessageContaining("does not follow from the one before it");
  }

  /** Bytes of each record, as it stands in the file. */
  private List<byte[]> records(List<Entry> entries) throws IOException {
    List<byte[]> records = new ArrayList<>();
    try (Journal journal = Journal.open(file(), NOW, UNSYNCED)) {
      for (Entry entry : entries) {
        long before = Files.size(file());
        journal.append(entry);
        byte[] all = Files.readAllBytes(file());
        records.add(Arrays.copyOfRange(all, (int) before, all.length));
      }
    }
    return records;
  }

  @Test
  void aJournalOfFormat1IsCarriedOver() throws IOException {
    List<Entry> written = entries(new Samples(3), 40);
    byte[] old = format1(written);
    Files.write(file(), old);

    try (Journal journal = Journal.open(file(), NOW)) {
      assertThat(Entries.of(journal)).isEqualTo(written);
      journal.append(written.getFirst());
    }
    try (Journal again = Journal.open(file(), NOW)) {
      assertThat(Entries.of(again)).hasSize(41);
    }
    assertThat(JournalCheck.of(file(), _ -> {}).format()).isEqualTo(2);
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void aCrashWhileAJournalOfFormat1IsCarriedOverLosesNothing() throws IOException {
    List<Entry> written = entries(new Samples(4), 40);
    byte[] old = format1(written);
    int[] syncs = {0};
    Files.write(file(), old);
    Journal.open(file(), NOW, (_, _, _) -> syncs[0]++).close();
    for (int die = 1; die <= syncs[0]; die++) {
      Files.write(file(), old);
      int[] now = {0};
      int last = die;
      Sync dying =
          (_, _, _) -> {
            if (++now[0] == last) {
              Files.copy(file(), folder.resolve("seen-" + last));
              throw new IOException("died");
            }
          };
      assertThatThrownBy(() -> Journal.open(file(), NOW, dying)).hasMessageContaining("died");
      try (Journal journal = Journal.open(file(), NOW, UNSYNCED)) {
        assertThat(Entries.of(journal)).as("fsync " + die).isEqualTo(written);
      }
    }
    assertThat(syncs[0]).as("the file and its folder").isEqualTo(2);
    assertThat(Files.readAllBytes(folder.resolve("seen-1")))
        .as("until the new one is durable the old one is in its place")
        .isEqualTo(old);
  }

  @Test
  void aTornTailOfFormat1IsMovedAsideAndDamageIsRefused() throws IOException {
    List<Entry> written = entries(new Samples(5), 5);
    byte[] old = format1(written);
    Files.write(file(), Arrays.copyOf(old, old.length - 3));
    try (Journal journal = Journal.open(file(), NOW)) {
      assertThat(Entries.of(journal)).isEqualTo(written.subList(0, 4));
      assertThat(journal.torn()).isPresent();
    }
    byte[] flipped = old.clone();
    flipped[old.length - 1] ^= 1;
    Files.write(file(), flipped);
    assertThatThrownBy(() -> Journal.open(file(), NOW)).hasMessageContaining("damaged at byte");
    assertThat(Files.readAllBytes(file())).isEqualTo(flipped);
  }

  private static byte[] format1(List<Entry> entries) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(JournalFile.head(1));
    for (Entry entry : entries) {
      byte[] payload = EntryCodec.encode(entry);
      ByteBuffer record = ByteBuffer.allocate(8 + payload.length).putInt(payload.length);
      all.writeBytes(record.putInt(JournalReader.sum(payload)).put(payload).array());
    }
    return all.toByteArray();
  }

  @Test
  void aRecordThatCouldNotBeReadBackIsNotWritten() throws IOException {
    List<Change> changes = new ArrayList<>();
    Change large = new Samples(6).change();
    while (changes.size() < 400_000) {
      changes.add(large);
    }
    Plan plan = new Plan("p", "d", changes, List.of());
    Entry.Begun begun =
        new Entry.Begun("c-000001", plan, new TreeMap<>(), "uid:0", "", "boot", NOW);
    try (Journal journal = Journal.open(file(), NOW)) {
      long before = Files.size(file());
      assertThatThrownBy(() -> journal.append(begun))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("bytes is not written, expected at most 16777184");
      assertThat(Files.size(file())).isEqualTo(before);
      journal.append(new Entry.Frozen(true, "uid:0", NOW));
    }
    try (Journal journal = Journal.open(file(), NOW)) {
      assertThat(Entries.of(journal)).hasSize(1);
    }
  }

  @Test
  void aThreadThatIsInterruptedDoesNotCloseTheJournalForOthers() throws Exception {
    try (Journal journal = Journal.open(file(), NOW)) {
      boolean[] still = {false};
      Thread interrupted =
          new Thread(() -> {
            Thread.currentThread().interrupt();
            journal.append(new Entry.Frozen(true, "uid:1", NOW));
            still[0] = Thread.currentThread().isInterrupted();
          });
      interrupted.start();
      interrupted.join();

      journal.append(new Entry.Frozen(false, "uid:2", NOW));

      assertThat(still[0]).as("the interrupt is not swallowed").isTrue();
      assertThat(Entries.of(journal)).hasSize(2);
    }
  }

  private Path file() {
    return folder.resolve("journal");
  }
}
