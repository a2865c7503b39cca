package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code losslessd recover}: what a timer of the system runs when the daemon may be dead. */
class RecoverTest {
  @TempDir private Path folder;

  @Test
  void whatADeadDaemonLeftUnconfirmedIsUndoneAndALivingOneIsLeftAlone() throws Exception {
    try (Stage stage = new Stage(folder, "enforce")) {
      stage.start();
      assertThat(
              stage
                  .type("set", "gpu01:ens1f0np0", "pfc", "3", "--wait", "--confirm-within", "3s")
                  .code())
          .isZero();
      assertThat(recover(stage)).contains("a daemon is running");
      stage.end(true);
      assertThat(stage.pfc("gpu01:ens1f0np0")).isEqualTo("pfc 3");

      Stage.await(() -> undone(stage), "not undone after its window");
      assertThat(stage.pfc("gpu01:ens1f0np0")).isEqualTo("pfc none");
    }
  }

  private static boolean undone(Stage stage) {
    try {
      return recover(stage).contains("c-000001 is rolled-back");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static String recover(Stage stage) throws Exception {
    Process process =
        new ProcessBuilder(Stage.command("recover", "--config", stage.config.toString()))
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }
}
