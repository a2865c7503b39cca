package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon on a journal that is damaged at its end, or gone, while the audit is not. */
class LostJournalTest {
  private static final String PORT = "gpu01:ens1f0np0";

  @TempDir private Path folder;

  @Test
  void oneFlippedBitUndoesNothingAndAPersonDecides() throws Exception {
    try (Stage stage = new Stage(folder, "enforce")) {
      confirmed(stage);
      byte[] whole = Files.readAllBytes(journal());
      byte[] flipped = whole.clone();
      flipped[whole.length - 3] ^= 4;
      Files.write(journal(), flipped);

      String said = refused(stage);
      long record = Ending.lastRecord(journal());
      assertThat(said)
          .contains("journal " + journal() + " is damaged at byte " + record)
          .contains("truncate -s " + record);
      assertThat(Files.readAllBytes(journal())).isEqualTo(flipped);
      assertThat(stage.pfc(PORT)).isEqualTo("pfc 3");

      Ending.cut(journal(), record);
      stage.start();
      requireFrozen(stage, "c-000001 confirmed by ");
      stage.end(false);
      assertThat(recover(stage)).contains("the journal has lost its end").contains("c-000001");
      stage.start();
      requireFrozen(stage, "c-000001 confirmed by ");

      assertThat(stage.type("confirm", "c-000001").code()).isZero();
      assertThat(stage.type("thaw").code()).isZero();
      requireSettled(stage);
      assertThat(stage.pfc(PORT)).isEqualTo("pfc 3");
      stage.end(false);
      stage.start();
      requireSettled(stage);
      assertThat(verify()).contains(": whole, ");
    }
  }

  @Test
  void aJournalThatSomebodyRemovedIsNamedAndTheThawHolds() throws Exception {
    try (Stage stage = new Stage(folder, "enforce")) {
      confirmed(stage);
      Files.delete(journal());

      stage.start();
      requireFrozen(stage, "c-000001 confirmed by ");
      assertThat(stage.type("thaw").code()).isZero();
      requireSettled(stage);
      stage.end(true);
      stage.start();
      requireSettled(stage);
      assertThat(stage.pfc(PORT)).isEqualTo("pfc 3");
      assertThat(stage.type("set", PORT, "pfc", "3", "--wait").text()).contains("c-000002");
    }
  }

  private void confirmed(Stage stage) throws Exception {
    stage.start();
    assertThat(stage.type("set", PORT, "pfc", "3", "--wait", "--confirm-within", "60s").code())
        .isZero();
    assertThat(stage.type("confirm", "c-000001").code()).isZero();
    stage.end(false);
  }

  private static void requireFrozen(Stage stage, String named) {
    assertThat(stage.pfc(PORT)).isEqualTo("pfc 3");
    assertThat(stage.get("/metrics").body()).contains("\nlosslessd_frozen 1.0");
    Stage.await(
        () -> stage.get("/api/v1/findings").body().contains("\"journal-behind\""),
        "no finding says so");
    assertThat(stage.get("/api/v1/findings").body()).contains(named).contains("critical");
  }

  private static void requireSettled(Stage stage) {
    assertThat(stage.get("/metrics").body()).contains("\nlosslessd_frozen 0.0");
    Stage.await(
        () -> !stage.get("/api/v1/findings").body().contains("\"journal-behind\""),
        "the finding stays");
  }

  private Path journal() {
    return folder.resolve("state/journal");
  }

  private String refused(Stage stage) throws Exception {
    Said said = run("run", "--config", stage.config.toString());
    assertThat(said.code()).isEqualTo(2);
    return said.log();
  }

  private String recover(Stage stage) throws Exception {
    Said said = run("recover", "--config", stage.config.toString());
    assertThat(said.code()).isEqualTo(1);
    assertThat(stage.pfc(PORT)).isEqualTo("pfc 3");
    return said.text();
  }

  private String verify() throws Exception {
    Said said = run("audit", "verify", folder.resolve("state/audit.jsonl").toString());
    assertThat(said.code()).as(said.text()).isZero();
    return said.text();
  }

  /**
   * @param log on standard error
   */
  private record Said(int code, String text, String log) {}

  private Said run(String... words) throws IOException, InterruptedException {
    Path log = folder.resolve("verb.log");
    Process process = new ProcessBuilder(Stage.command(words)).redirectError(log.toFile()).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Said(process.exitValue(), text, Files.readString(log));
  }
}
