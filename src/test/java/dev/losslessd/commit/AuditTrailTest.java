package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Finding;
import dev.losslessd.store.AuditEvent.Kind;
import dev.losslessd.store.SideLog;
import dev.losslessd.store.Sync;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that are no entries of the journal, and a disk that is full for a while. */
class AuditTrailTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

  @TempDir private Path folder;

  private SideLog log;
  private AuditTrail trail;

  @BeforeEach
  void open() {
    log = new SideLog(file(), Sync.DISK, 1 << 20, () -> NOW);
    trail = new AuditTrail(log, () -> NOW);
  }

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void anEventHasActorAndOrigin() throws IOException {
    trail.noted(Kind.TOKEN_MADE, "", "token:ops@10.0.0.5", "t-1 ci", NOW);
    trail.unjournaled("c-000001");
    log.flush();

    List<String> lines = Files.readAllLines(file());
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .contains("\"event\":\"token-made\",\"actor\":\"token:ops\",\"from\":\"10.0.0.5\"");
    assertThat(lines.get(1)).contains("\"event\":\"unjournaled\"").contains("c-000001");
  }

  @Test
  void whatIsLostIsAFindingUntilThereIsRoom() {
    Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "/dev/full is missing");
    log.close();
    log = new SideLog(Path.of("/dev/full"), Sync.DISK, 1 << 20, () -> NOW);
    trail = new AuditTrail(log, () -> NOW);
    trail.noted(Kind.REFUSED, "", "uid:2", "no", NOW);
    trail.noted(Kind.REFUSED, "", "uid:3", "no", NOW);
    log.flush();

    assertThat(trail.lost()).isEqualTo(2);
    Finding finding = trail.finding().orElseThrow();
    assertThat(finding.severity()).isEqualTo(Finding.Severity.CRITICAL);
    assertThat(finding.message())
        .startsWith("2 events are not in the audit: ")
        .contains("No space left on device");
  }

  private Path file() {
    return folder.resolve("events.jsonl");
  }
}
