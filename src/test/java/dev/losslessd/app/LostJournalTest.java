package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon on a journal that is damaged at its end, or gone, while the audit is not. */
@SystemGroup
class LostJournalTest {
  private static final String PORT = "gpu01:ens1f0np0";

  @TempDir private Path folder;

  @Test
  void oneFlippedBitUndoesNothingAndAPersonDecides() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      confirmed(fixture);
      byte[] whole = Files.readAllBytes(journal());
      byte[] flipped = whole.clone();
      flipped[whole.length - 9] ^= 4;
      Files.write(journal(), flipped);

      String said = refused(fixture);
      long record = CrashOutcome.lastRecord(journal());
      assertThat(said)
          .contains("journal " + journal() + " is damaged at line ", "(byte " + record + ")")
          .contains("truncate -s " + record);
      assertThat(Files.readAllBytes(journal())).isEqualTo(flipped);
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");

      CrashOutcome.cut(journal(), record);
      fixture.start();
      requireFrozen(fixture, "c-000001 confirmed by ");
      fixture.end(false);
      assertThat(recover(fixture)).contains("the journal has lost its end").contains("c-000001");
      fixture.start();
      requireFrozen(fixture, "c-000001 confirmed by ");

      assertThat(fixture.type("confirm", "--yes", "c-000001").code()).isZero();
      assertThat(fixture.type("thaw").code()).isZero();
      requireSettled(fixture);
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");
      fixture.end(false);
      fixture.start();
      requireSettled(fixture);
      assertThat(verify()).contains(": whole, ");
    }
  }

  @Test
  void aJournalThatSomebodyRemovedIsNamedAndTheThawHolds() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      confirmed(fixture);
      Files.delete(journal());

      fixture.start();
      requireFrozen(fixture, "c-000001 confirmed by ");
      assertThat(fixture.type("thaw").code()).isZero();
      requireSettled(fixture);
      fixture.end(true);
      fixture.start();
      requireSettled(fixture);
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").text()).contains("c-000002");
    }
  }

  private void confirmed(DaemonFixture fixture) throws Exception {
    fixture.start();
    assertThat(fixture.type("set", PORT, "pfc", "3", "--yes", "--confirm-within", "60s").code())
        .isZero();
    assertThat(fixture.type("confirm", "--yes", "c-000001").code()).isZero();
    fixture.end(false);
  }

  private static void requireFrozen(DaemonFixture fixture, String named) {
    assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");
    assertThat(fixture.get("/metrics").body()).contains("\nlosslessd_frozen 1.0");
    DaemonFixture.await(
        () -> fixture.get("/api/v1/findings").body().contains("\"journal-behind\""),
        "no finding says so");
    assertThat(fixture.get("/api/v1/findings").body()).contains(named).contains("critical");
  }

  private static void requireSettled(DaemonFixture fixture) {
    assertThat(fixture.get("/metrics").body()).contains("\nlosslessd_frozen 0.0");
    DaemonFixture.await(
        () -> !fixture.get("/api/v1/findings").body().contains("\"journal-behind\""),
        "the finding stays");
  }

  private Path journal() {
    return folder.resolve("state/journal");
  }

  private String refused(DaemonFixture fixture) throws Exception {
    Said said = run("run", "--config", fixture.config.toString());
    assertThat(said.code()).isEqualTo(2);
    return said.log();
  }

  private String recover(DaemonFixture fixture) throws Exception {
    Said said = run("recover", "--config", fixture.config.toString());
    assertThat(said.code()).isEqualTo(1);
    assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");
    return said.text();
  }

  private String verify() throws Exception {
    Said said = run("audit", "verify", journal().toString());
    assertThat(said.code()).as(said.text()).isZero();
    return said.text();
  }

  /**
   * @param log on standard error
   */
  private record Said(int code, String text, String log) {}

  private Said run(String... words) throws IOException, InterruptedException {
    Path log = folder.resolve("verb.log");
    Process process =
        new ProcessBuilder(DaemonFixture.command(words)).redirectError(log.toFile()).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Said(process.exitValue(), text, Files.readString(log));
  }
}
