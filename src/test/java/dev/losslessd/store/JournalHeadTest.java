package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The head shows what a journal has lost, until an operator lets writing go on. */
class JournalHeadTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final Sync UNSYNCED = (file, channel, metadata) -> {};

  @TempDir private Path folder;

  @Test
  void everyLineThatIsCutOffIsNamed() throws IOException {
    write(5);
    List<String> lines = Files.readAllLines(file());
    for (int left = 0; left <= 5; left++) {
      Path state = Files.createDirectory(folder.resolve("left-" + left));
      Files.write(state.resolve("journal"), lines.subList(0, left + 1));
      Files.copy(JournalHead.beside(file()), state.resolve("journal.head"));
      try (Journal journal = open(state)) {
        Ahead ahead = journal.ahead();
        assertThat(ahead.isEmpty()).isEqualTo(left == 5);
        assertThat(ahead.complete()).isTrue();
        assertThat(ahead.confirmed()).hasSize(5 - left);
        assertThat(ahead.highest()).isEqualTo(5);
        if (left == 3) {
          assertThat(ahead.text())
              .isEqualTo(
                  "its head has 5 lines, and its files have 3:"
                      + " c-000004 confirmed by uid:4 at 2027-01-01T00:00:00Z (line 4),"
                      + " c-000005 confirmed by uid:5 at 2027-01-01T00:00:00Z (line 5)");
        }
      }
    }
  }

  @Test
  void whatWasCutWithinALineIsMovedAsideAndMissed() throws IOException {
    write(3);
    byte[] whole = Files.readAllBytes(file());
    Files.write(file(), Arrays.copyOf(whole, whole.length - 7));
    try (Journal journal = open(folder)) {
      assertThat(journal.torn()).isPresent();
      assertThat(journal.ahead().confirmed()).containsExactly("c-000003");
    }
  }

  @Test
  void itIsMissedAtEveryStartUntilAThaw() throws IOException {
    write(5);
    cut(3);
    for (int start = 0; start < 3; start++) {
      try (Journal journal = open(folder)) {
        assertThat(journal.ahead().confirmed()).containsExactlyInAnyOrder("c-000004", "c-000005");
        journal.append(new Entry.Frozen(true, "daemon", "not in the journal: 2 lines", NOW));
      }
    }
    try (Journal journal = open(folder)) {
      journal.append(new Entry.Frozen(false, "uid:0", "", NOW));
    }
    try (Journal journal = open(folder)) {
      assertThat(journal.ahead().isEmpty()).isTrue();
      assertThat(journal.ahead().highest()).as("is not given out again").isEqualTo(5);
    }
    assertThat(JournalCheck.of(file(), _ -> {}).lines()).isEqualTo(7);
  }

  @Test
  void moreThanWasNotedIsNotKnown() throws IOException {
    write(40);
    cut(3);
    try (Journal journal = open(folder)) {
      assertThat(journal.ahead().complete()).isFalse();
      assertThat(journal.ahead().highest()).isEqualTo(40);
      assertThat(journal.ahead().text()).endsWith("; what else was lost is unknown");
    }
  }

  @Test
  void aJournalThatIsGoneOrOlderIsMissed() throws IOException {
    write(2);
    byte[] old = Files.readAllBytes(file());
    write(2);
    Files.delete(file());
    try (Journal journal = open(folder)) {
      assertThat(journal.ahead().what()).isEqualTo("its head has 4 lines, and its files have 0");
    }
    Files.write(file(), old);
    try (Journal journal = open(folder)) {
      assertThat(journal.ahead().what()).isEqualTo("its head has 4 lines, and its files have 2");
    }
    assertThatThrownBy(() -> JournalCheck.of(file(), _ -> {}))
        .hasMessageContaining("has lost its end: its head has 4 lines, and its files have 2");
  }

  @Test
  void anotherLineInThePlaceOfTheLastIsMissed() throws IOException {
    write(3);
    byte[] head = Files.readAllBytes(JournalHead.beside(file()));
    cut(2);
    Files.delete(JournalHead.beside(file()));
    try (Journal journal = open(folder)) {
      journal.append(new Entry.Frozen(true, "uid:0", "", NOW));
    }
    Files.write(JournalHead.beside(file()), head);
    try (Journal journal = open(folder)) {
      assertThat(journal.ahead().what()).isEqualTo("line 3 is another one than was written");
      assertThat(journal.ahead().complete()).isFalse();
    }
  }

  @Test
  void aHeadThatIsMissingVouchesForNothingAndABrokenOneIsNoGoodSign() throws IOException {
    write(3);
    Files.delete(JournalHead.beside(file()));
    try (Journal journal = open(folder)) {
      assertThat(journal.ahead().isEmpty()).isTrue();
    }
    assertThat(JournalCheck.of(file(), _ -> {}).anchored()).isFalse();
    Files.writeString(JournalHead.beside(file()), "{}\n");
    try (Journal journal = open(folder)) {
      assertThat(journal.ahead().isEmpty()).isFalse();
      assertThat(journal.ahead().complete()).isFalse();
      assertThat(journal.ahead().text()).contains("journal.head makes no sense");
    }
  }

  /** A crash after the line and before its head. */
  @Test
  void aHeadThatIsBehindIsNothing() throws IOException {
    write(2);
    byte[] behind = Files.readAllBytes(JournalHead.beside(file()));
    write(3);
    Files.write(JournalHead.beside(file()), behind);
    try (Journal journal = open(folder)) {
      assertThat(journal.ahead().isEmpty()).isTrue();
      assertThat(Entries.of(journal)).hasSize(5);
    }
  }

  @Test
  void itMayBeInAnotherFolder() throws IOException {
    Path other = Files.createDirectory(folder.resolve("elsewhere"));
    Path head = Journal.head(file(), Optional.of(other));
    try (Journal journal = Journal.open(file(), NOW, UNSYNCED, head, Journal.FULL)) {
      journal.append(confirmed(1));
    }
    assertThat(head).exists().hasParent(other);
    Files.delete(file());
    try (Journal journal = Journal.open(file(), NOW, UNSYNCED, head, Journal.FULL)) {
      assertThat(journal.ahead().confirmed()).containsExactly("c-000001");
    }
  }

  /** A virtual thread that is not run while it has a lock would keep every commit waiting. */
  @Test
  void noCallerHoldsALockOfTheJournal() {
    for (Class<?> type : List.of(Journal.class, JournalWriter.class, JournalReads.class)) {
      assertThat(type.getDeclaredMethods())
          .filteredOn((Method one) -> Modifier.isSynchronized(one.getModifiers()))
          .isEmpty();
    }
  }

  private void write(int confirmed) {
    try (Journal journal = open(folder)) {
      for (int more = 1; more <= confirmed; more++) {
        journal.append(confirmed(journal.ahead().highest() + more));
      }
    }
  }

  private static Entry.Confirmed confirmed(int number) {
    return new Entry.Confirmed(CommitIds.of(number), number, "uid:" + number, NOW);
  }

  private void cut(int lines) throws IOException {
    Files.write(file(), Files.readAllLines(file()).subList(0, lines + 1));
  }

  private static Journal open(Path state) {
    return Journal.open(state.resolve("journal"), NOW, UNSYNCED);
  }

  private Path file() {
    return folder.resolve("journal");
  }
}
