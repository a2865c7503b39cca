package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Due;
import dev.losslessd.model.Plan;
import dev.losslessd.store.AuditEvent.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of entries that the audit has and the journal lacks. */
class AheadTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00.123456789Z");

  @TempDir private Path folder;

  private final List<Entry> journal = new ArrayList<>();
  private final List<AuditEvent> audit = new ArrayList<>();

  @Test
  void anAuditThatIsBehindIsNoLoss() {
    journal.add(begun(1));
    journal.add(new Entry.Confirmed("c-000001", 1, "uid:0", NOW));
    audit.add(event(Kind.SUBMIT, 1));

    assertThat(ahead().isEmpty()).isTrue();
  }

  @Test
  void onlyEndsOfCommitsCount() {
    for (Kind kind : Kind.values()) {
      audit.clear();
      audit.add(event(kind, 7));

      assertThat(ahead().isEmpty())
          .as(kind.word())
          .isEqualTo(
              !List.of(Kind.CONFIRMED, Kind.ROLLED_BACK, Kind.STUCK, Kind.ABANDONED)
                  .contains(kind));
      assertThat(ahead().highest()).isEqualTo(7);
    }
  }

  @Test
  void eachEndNeedsItsOwnRecord() {
    journal.add(begun(1));
    journal.add(new Entry.Confirmed("c-000001", 1, "uid:0", NOW));
    journal.add(begun(2));
    audit.add(event(Kind.CONFIRMED, 1));
    audit.add(event(Kind.SUBMIT, 2));
    audit.add(event(Kind.CONFIRMED, 2));
    audit.add(event(Kind.ROLLED_BACK, 3));

    assertThat(ahead().confirmed()).containsExactly("c-000002");
    assertThat(ahead().text())
        .isEqualTo(
            "c-000002 confirmed by uid:0 at "
                + NOW
                + " (line 3), c-000003 rolled-back by uid:0 at "
                + NOW
                + " (line 4)");
  }

  @Test
  void anUndoThatHadToWaitWasToldAsStuckByEarlierReleases() {
    journal.add(begun(1));
    journal.add(new Entry.Undoing("c-000001", "dropped", List.of(), Due.at(NOW), "uid:0", NOW));
    audit.add(event(Kind.STUCK, 1));

    assertThat(ahead().isEmpty()).isTrue();
  }

  @Test
  void aThawThatBothHaveSettlesWhatStandsBeforeIt() {
    audit.add(event(Kind.CONFIRMED, 1));
    thaw(NOW.plusSeconds(1));
    assertThat(ahead().isEmpty()).isTrue();
    assertThat(ahead().highest()).as("its number is not given out again").isEqualTo(1);

    audit.add(event(Kind.CONFIRMED, 2));
    assertThat(ahead().confirmed()).containsExactly("c-000002");
  }

  @Test
  void aThawThatTheJournalHasLostTooSettlesNothing() {
    audit.add(event(Kind.CONFIRMED, 1));
    thaw(NOW.plusSeconds(1));
    journal.clear();

    assertThat(ahead().confirmed()).containsExactly("c-000001");
  }

  @Test
  void ofALongListTheFirstAreNamed() {
    for (int number = 1; number <= 30; number++) {
      audit.add(event(Kind.CONFIRMED, number));
    }

    assertThat(ahead().text()).contains("c-000008").endsWith(" and 22 more");
  }

  @Test
  void whatStoodInADamagedAuditBeforeTheDamageStillCounts() throws Exception {
    Path file = folder.resolve("audit.jsonl");
    try (Audit first = Audit.open(file, NOW)) {
      first.append(event(Kind.CONFIRMED, 1));
      first.append(event(Kind.CONFIRMED, 2));
    }
    String text = Files.readString(file);
    Files.writeString(file, text.replace("c-000002", "c-000003"));

    try (Audit again = Audit.open(file, NOW)) {
      assertThat(Ahead.of(Entries.ends(journal), again.story()).confirmed())
          .containsExactly("c-000001");
    }
    try (Audit third = Audit.open(file, NOW)) {
      assertThat(Ahead.of(Entries.ends(journal), third.story()).isEmpty())
          .as("it was set aside")
          .isTrue();
    }
  }

  @Test
  void aMissingAuditTellsNothing() {
    journal.add(begun(1));
    assertThat(Ahead.of(Entries.ends(journal), new AuditStory(Entries.ends(journal))))
        .isEqualTo(Ahead.NOTHING);
  }

  private Ahead ahead() {
    AuditStory story = new AuditStory(Entries.ends(journal));
    String previous = AuditLine.START;
    for (int i = 0; i < audit.size(); i++) {
      AuditLine line = AuditLine.after(previous, i + 1, audit.get(i));
      story.take(line);
      previous = line.sha256();
    }
    return Ahead.of(Entries.ends(journal), story);
  }

  private void thaw(Instant at) {
    journal.add(new Entry.Frozen(false, "uid:0", at));
    audit.add(new AuditEvent(Kind.THAW, at, "uid:0", "socket", "", "", List.of(), List.of()));
  }

  private static Entry.Begun begun(int number) {
    var plan = new Plan("p-1", "d", List.of(), List.of(), List.of());
    return new Entry.Begun(id(number), plan, new TreeMap<>(), "uid:0", "", "boot", NOW);
  }

  private static AuditEvent event(Kind kind, int number) {
    return new AuditEvent(kind, NOW, "uid:0", "socket", "", id(number), List.of(), List.of());
  }

  private static String id(int number) {
    return "c-%06d".formatted(number);
  }
}
