package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.store.AuditEvent.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log beside the journal: bounded, and never in anyone's way. */
class SideLogTest {
  private static final long FULL = 64 * 1024;

  @TempDir private Path folder;

  private Instant now = Instant.parse("2027-01-01T00:00:00Z");
  private Sync sync = (file, channel, metadata) -> {};
  private SideLog log;

  @BeforeEach
  void begin() {
    log =
        new SideLog(
            file(),
            (file, channel, metadata) -> sync.force(file, channel, metadata),
            FULL,
            () -> now);
  }

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void eventsAreWrittenInTheirOrder() throws IOException {
    log.add(refused("uid:1", "one"));
    log.add(refused("uid:2", "two"));
    log.flush();

    assertThat(Files.readAllLines(file()))
        .containsExactly(
            "{\"at\":\"2027-01-01T00:00:00Z\",\"event\":\"refused\",\"actor\":\"uid:1\","
                + "\"from\":\"socket\",\"why\":\"one\",\"commit\":\"\",\"targets\":[],"
                + "\"steps\":[]}",
            refused("uid:2", "two").text());
  }

  @Test
  void aFloodOfOneSourceIsAFewLinesAndNoOtherSuffers() throws IOException {
    for (int i = 0; i < 500; i++) {
      log.add(refused("token:loop@10.0.0.9", "busy " + i));
    }
    log.add(refused("uid:1", "one"));
    log.flush();
    assertThat(Files.readAllLines(file())).hasSize(9).last().asString().contains("uid:1");

    now = now.plus(Duration.ofMinutes(1));
    log.tick();
    log.flush();

    assertThat(Files.readAllLines(file()))
        .hasSize(10)
        .last()
        .asString()
        .contains("\"why\":\"busy 499\"")
        .endsWith("\"count\":492}");
    assertThat(log.lost()).isZero();
  }

  @Test
  void aFloodOfManySourcesIsBoundedToo() throws IOException {
    for (int i = 0; i < 20_000; i++) {
      log.add(refused("token:x@10.0." + i / 250 + "." + i % 250, "no"));
      if (i % 500 == 0) {
        log.flush();
      }
    }
    log.close();
    assertThat(Files.readAllLines(file())).hasSizeLessThan(2 * 64 + 16);
    assertThat(Files.readString(file())).contains("\"count\":");
  }

  @Test
  void itsTwoFilesNeverGrowBeyondTheirSize() throws IOException {
    for (int i = 0; i < 4000; i++) {
      now = now.plusSeconds(60);
      log.add(refused("uid:" + i, "a reason of some length"));
      log.flush();
    }
    assertThat(Files.size(file())).isLessThanOrEqualTo(FULL);
    assertThat(Files.size(SideLog.old(file()))).isBetween(FULL / 2, FULL);
    assertThat(events()).last().extracting(AuditEvent::actor).isEqualTo("uid:3999");
  }

  @Test
  void whoAddsAnEventNeverWaitsAndWhatIsTooMuchIsCounted() throws Exception {
    CountDownLatch stuck = new CountDownLatch(1);
    sync =
        (file, channel, metadata) -> {
          try {
            stuck.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    log.add(refused("uid:0", "the first"));
    log.tick();
    for (int i = 0; i < 5000; i++) {
      log.add(refused("uid:" + i % 5, "more"));
    }
    assertThat(log.lost()).isPositive();
    stuck.countDown();
    log.flush();
    log.tick();
    log.flush();

    assertThat(events()).anyMatch(one -> one.event() == Kind.LOST);
    assertThat(log.untold().events()).isZero();
  }

  @Test
  void whatADiskDoesNotTakeIsCounted() {
    Path disk = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(disk), "/dev/full is missing");
    try (SideLog full = new SideLog(disk, Sync.DISK, FULL, () -> now)) {
      full.add(refused("uid:0", "the first"));
      full.flush();

      assertThat(full.lost()).isEqualTo(1);
      assertThat(full.untold().events()).isEqualTo(1);
      assertThat(full.untold().why()).contains("No space left on device");
    }
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "of somebody else\n");
    Files.createSymbolicLink(file(), other);

    log.add(refused("uid:0", "the first"));
    log.flush();

    assertThat(log.lost()).isEqualTo(1);
    assertThat(log.untold().why()).contains("symbolic link").contains(file().toString());
    assertThat(other).hasContent("of somebody else");
  }

  @Test
  void aLineThatACrashHasCutIsLeftOut() throws IOException {
    String whole = refused("uid:1", "one").text();
    Files.writeString(file(), whole + "\n" + whole.substring(0, 40));
    log.add(refused("uid:2", "two"));
    log.flush();

    assertThat(events()).extracting(AuditEvent::why).containsExactly("one", "two");
  }

  private List<AuditEvent> events() throws IOException {
    List<AuditEvent> all = new ArrayList<>();
    try (SideEvents events = new SideEvents(file())) {
      events.until(Instant.MAX, all::add);
    }
    return all;
  }

  private AuditEvent refused(String actor, String why) {
    return new AuditEvent(now, Kind.REFUSED, AuditActor.of(actor), why, "", List.of(), List.of());
  }

  private Path file() {
    return folder.resolve("events.jsonl");
  }
}
