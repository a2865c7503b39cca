package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.store.AuditText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon undoes by itself what makes a lossless priority drop, and writes it down. */
@SystemGroup
class GuardEndTest {
  private static final String PORT = "gpu01:ens1f0np0";

  @TempDir private Path folder;

  @Test
  void aDropOnALosslessPriorityDuringTheWindowUndoesTheCommit() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "commit: { settle: 1s }\n")) {
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");

      // drops within the settle time are excused, so it goes on dropping
      DaemonFixture.await(
          () -> {
            fixture.tell("drop " + PORT + " 3 2");
            return fixture.get("/api/v1/commits").body().contains("\"state\":\"rolled-back\"");
          },
          "the guard did not undo");

      assertThat(fixture.pfc(PORT)).isEqualTo("pfc none");
      assertThat(fixture.get("/api/v1/commits/c-000001").body())
          .contains("the guard found: " + PORT + " dropped ")
          .contains("packets of lossless priority 3 (rx_prio3_discards)");
      fixture.type("freeze");
      fixture.put("/api/v1/ports/gpu01/ens1f0np0/pfc", "{\"lossless\":[4]}");
      fixture.type("thaw");

      DaemonFixture.await(
          () -> AuditText.of(folder.resolve("state")).contains("refused"), "it is not there");
      List<String> lines = AuditText.lines(folder.resolve("state"));
      assertThat(lines).hasSize(7);
      assertThat(lines.get(0))
          .contains("\"event\":\"submit\"")
          .contains("{\"setting\":\"" + PORT + " pfc\",\"before\":\"none\",\"after\":\"3\"}");
      assertThat(lines.get(1)).contains("\"event\":\"applied\"");
      assertThat(lines.get(2)).contains("\"event\":\"undoing\",\"actor\":\"daemon\"");
      assertThat(lines.get(3)).contains("\"event\":\"rolled-back\",\"actor\":\"daemon\"");
      assertThat(lines.get(4)).contains("\"event\":\"freeze\"");
      assertThat(lines.get(5)).contains("\"event\":\"refused\"").contains(PORT);
      assertThat(lines.get(6)).contains("\"event\":\"thaw\"").contains("\"from\":\"socket\"");
      assertVerify(fixture, folder.resolve("state/journal"));
    }
  }

  @Test
  void whatItCannotJudgeStandsOnceInThePlanTheCommitAndTheLog() throws Exception {
    String leaf = "leaf1:Ethernet1/1";
    String blind = leaf + ": rx pause duty of priority 3 is not exposed; tx pause duty";
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "commit: { settle: 1s }\n")) {
      fixture.manage("leaf1");
      fixture.tell("foreign leaf1 " + LinkTest.ROCE);
      fixture.start();
      DaemonFixture.await(
          () -> fixture.get("/api/v1/counters").body().contains(leaf), "the leaf is not read");

      DaemonFixture.Typed plan = fixture.type("set", leaf, "pfc", "3", "--dry-run");
      assertThat(plan.text()).containsOnlyOnce("Not judged by the guard:").contains(blind);
      assertThat(fixture.type("set", leaf, "pfc", "3", "--yes").code()).isZero();
      DaemonFixture.await(
          () -> fixture.type("status").text().contains(blind), "the status does not tell");
      assertThat(fixture.type("status").text()).containsOnlyOnce("Not judged by the guard:");
      assertThat(fixture.get("/api/v1/commits/c-000001").body()).containsOnlyOnce(blind);

      Path log = folder.resolve("daemon.log");
      DaemonFixture.await(() -> lines(log, "does not judge all") == 1, "the log does not tell");
      assertThat(fixture.type("confirm", "--yes").code()).isZero();
      assertThat(lines(log, "does not judge")).isEqualTo(1);
      assertThat(fixture.get("/api/v1/commits/c-000001").body()).doesNotContain("unjudged");
    }
  }

  private static long lines(Path log, String word) {
    try {
      return Files.readAllLines(log).stream().filter(line -> line.contains(word)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertVerify(DaemonFixture fixture, Path audit) throws Exception {
    DaemonFixture.Typed whole =
        fixture.type("audit", "verify", "--config", fixture.config.toString());
    assertThat(whole.text()).matches(audit + ": whole, \\d+ lines of 1 commits\n");
    assertThat(whole.code()).isZero();
    String text = Files.readString(audit);
    Files.writeString(audit, text.replace("rolled-back", "rolled-bacc"));

    DaemonFixture.Typed broken = fixture.type("audit", "verify", audit.toString());

    assertThat(broken.code()).isEqualTo(1);
    assertThat(broken.text())
        .contains("journal " + audit + " is damaged at line ", "does not match its hash");
  }

  @Test
  void dropsOnALossyPriorityAreNobodysFault() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "commit: { settle: 0s }\n")) {
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
      DaemonFixture.await(() -> discards(fixture, 0) == 0, "no counters");
      fixture.tell("drop " + PORT + " 0 500");
      DaemonFixture.await(() -> discards(fixture, 0) >= 500, "the drops do not show");

      assertThat(fixture.type("confirm", "--yes").code()).isZero();
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");
      assertThat(AuditText.of(folder.resolve("state")))
          .contains("\"event\":\"confirmed\",\"actor\":\"uid:");
    }
  }

  private static long discards(DaemonFixture fixture, int priority) {
    String line =
        "roce_priority_discards_total{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\","
            + "direction=\"rx\",priority=\""
            + priority
            + "\"} ";
    return fixture
        .get("/metrics")
        .body()
        .lines()
        .filter(each -> each.startsWith(line))
        .map(each -> (long) Double.parseDouble(each.substring(line.length())))
        .findFirst()
        .orElse(-1L);
  }
}
