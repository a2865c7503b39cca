package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.store.AuditEvent.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An audit of several files is one chain, and a start reads the last of them. */
class AuditRotationTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final Sync UNSYNCED = (file, channel, metadata) -> {};
  private static final long SMALL = 2_000;

  @TempDir private Path folder;

  private final Ends journal = new Ends();

  @Test
  void theChainGoesOnInTheNextFileAndIsFollowedThroughAll() throws IOException {
    confirm(1, 40);

    assertThat(AuditFiles.full(file())).hasSizeGreaterThan(2);
    assertThat(Files.size(file())).isLessThan(SMALL + 500);
    assertThat(Audit.verify(file())).isEqualTo(new AuditVerdict.Whole(40, true));
    for (Path one : AuditFiles.all(file())) {
      byte[] whole = Files.readAllBytes(one);
      byte[] bytes = whole.clone();
      bytes[50] ^= 1;
      Files.write(one, bytes);
      assertThat(Audit.verify(file())).isInstanceOf(AuditVerdict.Broken.class);
      Files.delete(one);
      assertThat(Audit.verify(file())).as(one + " is gone").isInstanceOf(AuditVerdict.Broken.class);
      Files.write(one, whole);
    }
  }

  @Test
  void aContradictionIsFoundAcrossFiles() throws IOException {
    confirm(1, 40);
    try (Audit audit = open()) {
      audit.append(event(Kind.ROLLED_BACK, 2));
    }
    assertThat(Audit.verify(file())).isInstanceOf(AuditVerdict.Contradiction.class);
  }

  @Test
  void aStartReadsTheLastFileOnly() throws IOException {
    confirm(1, 40);
    Path first = AuditFiles.full(file(), 1);
    Files.write(first, new byte[(int) Files.size(first)]);

    confirm(41, 41);

    assertThat(folder).as("nothing is set aside").isDirectoryNotContaining("glob:**damaged**");
    try (Audit audit = open()) {
      assertThat(audit.lines()).isEqualTo(41);
      assertThat(audit.story().highest()).isEqualTo(41);
      assertThat(Ahead.of(journal, audit.story())).isEqualTo(new Ahead(List.of(), 41));
    }
  }

  @Test
  void anEndInAFullFileThatTheJournalDoesNotHaveIsFound() {
    confirm(1, 40);
    Ends lost = new Ends();
    for (int number = 1; number <= 40; number++) {
      if (number != 3) {
        lost.add(Kind.CONFIRMED, CommitIds.of(number));
      }
    }
    try (Audit audit = Audit.open(file(), NOW, UNSYNCED, SMALL, lost)) {
      assertThat(Ahead.of(lost, audit.story()).text())
          .isEqualTo("c-000003 confirmed by uid:0 at " + NOW + " (line 3)");
    }
  }

  @Test
  void whatAThawHasSettledInAFullFileStaysSettled() {
    try (Audit audit = open()) {
      audit.append(event(Kind.CONFIRMED, 900));
      audit.append(event(Kind.THAW, 0));
      journal.thawed(NOW);
    }
    confirm(1, 40);
    try (Audit audit = open()) {
      assertThat(Ahead.of(journal, audit.story()).isEmpty()).isTrue();
      assertThat(Ahead.of(journal, audit.story()).highest()).isEqualTo(900);
    }
  }

  @Test
  void aSummaryThatIsMissingOrDoesNotFitIsMadeAnew() throws IOException {
    confirm(1, 40);
    Path summary = AuditSummary.beside(file());
    String good = Files.readString(summary);
    for (String bad : List.of("", "no summary", good.replace('A', 'B'), good.substring(0, 80))) {
      Files.writeString(summary, bad);
      try (Audit audit = open()) {
        assertThat(audit.lines()).isEqualTo(40);
        assertThat(audit.story().highest()).isEqualTo(40);
      }
      assertThat(Files.readString(summary)).isEqualTo(good);
    }
    Files.delete(summary);
    open().close();
    assertThat(Files.readString(summary)).isEqualTo(good);
    assertThat(folder).isDirectoryNotContaining("glob:**damaged**");
  }

  @Test
  void aCrashAtAnyFsyncOfARotationLosesNoLine() throws IOException {
    Path live = Files.createDirectory(folder.resolve("live"));
    List<Path> crashes = new ArrayList<>();
    Sync copying = (_, _, _) -> crashes.add(copy(live, folder.resolve("crash-" + crashes.size())));
    List<Integer> durable = new ArrayList<>();
    try (Audit audit = Audit.open(live.resolve("audit.jsonl"), NOW, copying, SMALL, journal)) {
      for (int number = 1; number <= 40; number++) {
        journal.add(Kind.CONFIRMED, CommitIds.of(number));
        audit.append(event(Kind.CONFIRMED, number));
        while (durable.size() < crashes.size()) {
          durable.add(number - 1);
        }
      }
    }
    assertThat(AuditFiles.full(live.resolve("audit.jsonl"))).hasSizeGreaterThan(2);
    for (int i = 0; i < crashes.size(); i++) {
      Path file = crashes.get(i).resolve("audit.jsonl");
      try (Audit audit = Audit.open(file, NOW, UNSYNCED, SMALL, journal)) {
        assertThat(audit.lines()).as("crash " + i).isGreaterThanOrEqualTo(durable.get(i));
        audit.append(event(Kind.FREEZE, 0));
      }
      assertThat(Audit.verify(file)).as("crash " + i).isInstanceOf(AuditVerdict.Whole.class);
      assertThat(crashes.get(i)).isDirectoryNotContaining("glob:**damaged**");
    }
  }

  @Test
  void aThreadThatIsInterruptedDoesNotCloseTheAuditForOthers() throws Exception {
    try (Audit audit = open()) {
      Thread interrupted =
          new Thread(() -> {
            Thread.currentThread().interrupt();
            audit.append(event(Kind.FREEZE, 0));
          });
      interrupted.start();
      interrupted.join();
      audit.append(event(Kind.FREEZE, 0));
      assertThat(audit.lines()).isEqualTo(2);
    }
  }

  private void confirm(int from, int to) {
    try (Audit audit = open()) {
      for (int number = from; number <= to; number++) {
        journal.add(Kind.CONFIRMED, CommitIds.of(number));
        audit.append(event(Kind.CONFIRMED, number));
      }
    }
  }

  private Audit open() {
    return Audit.open(file(), NOW, UNSYNCED, SMALL, journal);
  }

  private static AuditEvent event(Kind kind, int number) {
    String id = number == 0 ? "" : CommitIds.of(number);
    return new AuditEvent(kind, NOW, "uid:0", "socket", "", id, List.of(), List.of());
  }

  private Path file() {
    return folder.resolve("audit.jsonl");
  }

  private static Path copy(Path from, Path to) {
    try (Stream<Path> all = Files.list(from)) {
      Files.createDirectory(to);
      for (Path one : all.toList()) {
        Files.copy(one, to.resolve(one.getFileName()));
      }
      return to;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
