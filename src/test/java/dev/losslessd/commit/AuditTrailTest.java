package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Plan;
import dev.losslessd.store.Audit;
import dev.losslessd.store.AuditVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An audit whose disk is full for a while. */
class AuditTrailTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

  @TempDir private Path folder;

  private boolean full;
  private Audit audit;
  private AuditTrail trail;

  @BeforeEach
  void open() {
    audit =
        Audit.open(
            file(),
            NOW,
            (file, channel, metadata) -> {
              if (full) {
                throw new IOException("No space left on device");
              }
            });
    trail = new AuditTrail(audit, () -> NOW);
  }

  @AfterEach
  void close() {
    audit.close();
  }

  @Test
  void whatIsLostIsToldBeforeTheNextEvent() throws IOException {
    freezes("uid:1");
    full = true;
    freezes("uid:2");
    freezes("uid:3");
    assertThat(trail.lost()).isEqualTo(2);
    Finding finding = trail.finding(NOW).orElseThrow();
    assertThat(finding.severity()).isEqualTo(Finding.Severity.CRITICAL);
    assertThat(finding.message())
        .startsWith("2 events are not in the audit: ")
        .contains("No space left on device");

    full = false;
    freezes("uid:4");

    List<String> lines = Files.readAllLines(file());
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).contains("uid:1");
    assertThat(lines.get(1)).contains("\"event\":\"lost\"").contains("\"why\":\"2 events lost: ");
    assertThat(lines.get(2)).contains("uid:4");
    assertThat(trail.finding(NOW)).isEmpty();
    assertThat(trail.lost()).as("counters do not go back").isEqualTo(2);
    assertThat(Audit.verify(file())).isEqualTo(new AuditVerdict.Whole(3, true));
  }

  @Test
  void whenThereIsRoomAgainItIsToldWithoutAnotherEvent() throws IOException {
    full = true;
    freezes("uid:1");
    trail.retry();
    assertThat(trail.finding(NOW)).isPresent();

    full = false;
    trail.retry();
    trail.retry();

    assertThat(Files.readAllLines(file())).hasSize(1).first().asString().contains("1 event lost");
    assertThat(trail.finding(NOW)).isEmpty();
  }

  @Test
  void aHeadThatCannotBeWrittenLosesNoEvent() throws IOException {
    Files.createSymbolicLink(folder.resolve("audit.jsonl.head.new"), Path.of("/dev/full"));
    freezes("uid:1");

    assertThat(trail.lost()).isZero();
    assertThat(trail.finding(NOW)).isEmpty();
    assertThat(Files.readAllLines(file())).hasSize(1);
  }

  @Test
  void whoAcceptedIdlePortsIsNamed() throws IOException {
    Plan plan = new Plan("p-1", "d", List.of(), List.of(), List.of());
    trail.became(
        new Commit.Applying(new Commit.Run("c-000001", plan, "uid:7", "at night", NOW, true)),
        "uid:7");

    assertThat(Files.readAllLines(file()))
        .singleElement()
        .asString()
        .contains("\"event\":\"submit\",\"actor\":\"uid:7\"")
        .contains("\"why\":\"at night; accepts idle ports\"");
  }

  @Test
  void anEndThatIsNotInTheJournalIsNoOutcome() throws IOException {
    Commit.Run run =
        new Commit.Run(
            "c-000001", new Plan("p-1", "d", List.of(), List.of(), List.of()), "uid:0", "", NOW);
    trail.unjournaled("c-000001");
    trail.became(new Commit.RolledBack(run, "dropped", NOW), "daemon");
    trail.became(new Commit.RolledBack(run, "dropped", NOW), "daemon");

    List<String> lines = Files.readAllLines(file());
    assertThat(lines.get(0))
        .contains("\"event\":\"unjournaled\"")
        .contains("\"why\":\"rolled-back: dropped\"");
    assertThat(lines.get(1)).contains("\"event\":\"rolled-back\"");
  }

  private void freezes(String actor) {
    trail.frozen(true, actor, "", NOW);
  }

  private Path file() {
    return folder.resolve("audit.jsonl");
  }
}
