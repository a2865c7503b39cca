package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal in many files: closed, compressed, read, and broken off at every step. */
class SegmentsTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);
  private static final Sync UNSYNCED = (file, channel, metadata) -> {};
  private static final long SMALL = 4096;

  @TempDir private Path folder;

  @Test
  void closedFilesAreCompressedAndReadAsIfThereWasOne() throws IOException {
    List<Entry> all = entries(1, 120);
    try (Journal journal = open(folder)) {
      all.forEach(journal::append);
      journal.settle();

      assertThat(new Segments(file()).closed()).hasSizeGreaterThan(8);
      assertThat(folder).isDirectoryNotContaining("glob:**/journal.[0-9]");
      assertThat(Entries.of(journal)).isEqualTo(all);
      for (int number = 1; number <= 120; number++) {
        assertThat(journal.of(CommitIds.of(number))).containsExactly(begun(number), back(number));
      }
      assertThat(journal.size()).isEqualTo(120);
    }
    try (Journal again = open(folder)) {
      assertThat(Entries.of(again)).isEqualTo(all);
      assertThat(again.of("c-000001")).containsExactly(begun(1), back(1));
    }
    assertThat(JournalCheck.of(file(), _ -> {})).isEqualTo(new JournalCheck(1, 240, 120, 0, true));
  }

  @Test
  void gzipAloneReadsAClosedFile() throws IOException {
    write(60);
    Path first = new Segments(file()).packed(1);
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(first))) {
      List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      assertThat(lines.getFirst()).contains("\"losslessd\":\"journal\"", "\"file\":1");
      assertThat(lines.get(1)).startsWith("{\"n\":1,");
    }
  }

  @Test
  void aStartReadsTheCheckpointAndNoClosedFile() throws IOException {
    write(60);
    try (Journal journal = open(folder)) {
      journal.checkpoint(Snapshot.NOTHING).run();
    }
    Path first = new Segments(file()).packed(1);
    byte[] kept = Files.readAllBytes(first);
    Files.delete(first);

    try (Journal journal = open(folder)) {
      assertThat(Entries.of(journal)).isEmpty();
      assertThat(journal.of("c-000060")).hasSize(2);
      assertThatThrownBy(() -> journal.of("c-000001"))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("journal.1");
      journal.append(begun(61));
    }
    assertThat(JournalCheck.of(file(), _ -> {}).first()).as("the rest is whole").isGreaterThan(1);
    Files.deleteIfExists(Checkpoint.beside(file()));
    assertThatThrownBy(() -> open(folder))
        .hasMessageContaining("its checkpoint is missing or damaged, and so are its files before");
    Files.write(first, kept);
    try (Journal journal = open(folder)) {
      assertThat(journal.size()).isEqualTo(61);
    }
  }

  @Test
  void aDamagedClosedFileIsNamed() throws IOException {
    write(60);
    Path second = new Segments(file()).packed(2);
    byte[] whole = Files.readAllBytes(second);
    for (int at = 0; at < whole.length; at += 101) {
      byte[] bad = whole.clone();
      bad[at] ^= 16;
      Files.write(second, bad);
      if (at == 4 || at == 9) {
        continue; // time and system of gzip, which nothing reads
      }
      assertThatThrownBy(() -> JournalCheck.of(file(), _ -> {}))
          .as("byte " + at)
          .isInstanceOf(StoreException.class);
    }
    Files.write(second, Arrays.copyOf(whole, whole.length - 28));
    assertThatThrownBy(() -> JournalCheck.of(file(), _ -> {}))
        .as("without the block that ends it")
        .isInstanceOf(StoreException.class);
  }

  @Test
  void aFileOfAnotherJournalInBetweenIsDamage() throws IOException {
    write(60);
    Path other = Files.createDirectory(folder.resolve("other"));
    try (Journal journal = open(other)) {
      entries(300, 360).forEach(journal::append);
      journal.settle();
    }
    Segments theirs = new Segments(other.resolve("journal"));
    Files.write(new Segments(file()).packed(3), Files.readAllBytes(theirs.packed(3)));

    assertThatThrownBy(() -> JournalCheck.of(file(), _ -> {}))
        .hasMessageContaining("does not follow from the file before it");
  }

  /** Whatever a crash leaves between the steps, every entry that was durable is there. */
  @Test
  void aCrashAtAnyStepOfTheNextFileLosesNothing() throws IOException {
    Path live = Files.createDirectory(folder.resolve("live"));
    List<Entry> all = entries(1, 30);
    List<Path> crashes = new ArrayList<>();
    List<Integer> durable = new ArrayList<>();
    int[] done = {0};
    Sync sync =
        (path, channel, metadata) -> {
          synchronized (crashes) {
            crashes.add(copy(live, folder.resolve("crash-" + crashes.size())));
            durable.add(done[0]);
          }
        };
    try (Journal journal =
        Journal.open(
            live.resolve("journal"),
            NOW,
            sync,
            JournalHead.beside(live.resolve("journal")),
            SMALL)) {
      for (Entry entry : all) {
        journal.append(entry);
        done[0]++;
        journal.settle();
      }
    }
    assertThat(crashes).hasSizeGreaterThan(60);
    for (int i = 0; i < crashes.size(); i++) {
      requireWhole(crashes.get(i), all, durable.get(i));
    }
  }

  /** After the first rename there is no file of the journal's name. */
  @Test
  void aCrashBetweenTheTwoRenamesLosesNothing() throws IOException {
    write(20);
    List<Entry> all = entries(1, 20);
    Segments segments = new Segments(file());
    int number = segments.closed().last() + 1;
    Files.writeString(segments.fresh(), "{\"losslessd\":\"jour");
    Files.move(file(), segments.plain(number));

    requireWhole(folder, all, all.size());
    assertThat(JournalCheck.of(file(), _ -> {}).anchored()).isTrue();
  }

  /** After packing, and before the plain file goes, both are there. */
  @Test
  void aCrashWhileAFileIsPackedLosesNothing() throws IOException {
    write(20);
    Segments segments = new Segments(file());
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(segments.packed(1)))) {
      Files.write(segments.plain(1), in.readAllBytes());
    }
    Files.writeString(folder.resolve("journal.2.gz.new"), "half");

    requireWhole(folder, entries(1, 20), 40);
    assertThat(segments.plain(1)).doesNotExist();
  }

  /** The next file cannot be made, and the one that is full goes on. */
  @Test
  void withoutRoomForTheNextFileTheFullOneGoesOn() throws IOException {
    boolean[] full = {false};
    Sync sync =
        (path, channel, metadata) -> {
          if (full[0] && path.toString().endsWith(".new") && !path.toString().contains("head")) {
            throw new IOException("No space left on device");
          }
        };
    try (Journal journal = Journal.open(file(), NOW, sync, JournalHead.beside(file()), SMALL)) {
      full[0] = true;
      entries(1, 30).forEach(journal::append);
      assertThat(new Segments(file()).closed()).isEmpty();
      assertThat(folder).isDirectoryNotContaining("glob:**.new");
      full[0] = false;
      journal.append(begun(31));
      assertThat(new Segments(file()).closed()).hasSize(1);
      assertThat(Entries.of(journal)).hasSize(61);
    }
  }

  @Test
  void nothingIsAppendedBeforeTheFolderNamesTheNextFileForGood() throws IOException {
    boolean[] full = {false};
    Sync sync =
        (path, channel, metadata) -> {
          if (full[0] && path.equals(folder.toAbsolutePath())) {
            throw new IOException("No space left on device");
          }
        };
    try (Journal journal = Journal.open(file(), NOW, sync, JournalHead.beside(file()), SMALL)) {
      int number = 1;
      while (Files.size(file()) < SMALL) {
        journal.append(begun(number++));
      }
      full[0] = true;
      Entry next = begun(number);
      assertThatThrownBy(() -> journal.append(next))
          .hasMessageContaining("No space left on device");
      full[0] = false;
      journal.append(next);
      assertThat(Entries.of(journal)).hasSize(number);
    }
    assertThat(JournalCheck.of(file(), _ -> {}).anchored()).isTrue();
  }

  private void requireWhole(Path state, List<Entry> all, int durable) {
    try (Journal journal = open(state)) {
      List<Entry> is = Entries.of(journal);
      assertThat(is.size()).as(state + "").isBetween(durable, durable + 1);
      assertThat(is).isEqualTo(all.subList(0, is.size()));
      assertThat(journal.ahead().isEmpty()).as(state + ": " + journal.ahead()).isTrue();
      journal.append(back(999));
    }
    try (Journal journal = open(state)) {
      assertThat(Entries.of(journal)).endsWith(back(999));
    }
  }

  private void write(int commits) throws IOException {
    try (Journal journal = open(folder)) {
      entries(1, commits).forEach(journal::append);
      journal.settle();
    }
  }

  private static List<Entry> entries(int from, int to) {
    List<Entry> all = new ArrayList<>();
    for (int number = from; number <= to; number++) {
      all.add(begun(number));
      all.add(back(number));
    }
    return all;
  }

  private static Journal open(Path state) {
    Path file = state.resolve("journal");
    return Journal.open(file, NOW, UNSYNCED, JournalHead.beside(file), SMALL);
  }

  private static Entry.Begun begun(int number) {
    var plan = new Plan("p", "d", List.of(), List.of(), List.of());
    return Entries.begun(CommitIds.of(number), plan, new TreeMap<>(), "u", "", NOW);
  }

  private static Entry.RolledBack back(int number) {
    return new Entry.RolledBack(CommitIds.of(number), "test", "daemon", NOW);
  }

  private static Path copy(Path from, Path to) {
    try (Stream<Path> all = Files.list(from)) {
      Files.createDirectory(to);
      for (Path one : all.toList()) {
        try (FileChannel in = FileChannel.open(one, StandardOpenOption.READ);
            FileChannel out =
                FileChannel.open(
                    to.resolve(one.getFileName()),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE)) {
          in.transferTo(0, in.size(), out);
        }
      }
      return to;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file() {
    return folder.resolve("journal");
  }
}
