package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon, with its audit alone on a real disk that is full for a while. */
class FullAuditTest {
  private static final Pattern LOST =
      Pattern.compile("\nlosslessd_audit_events_lost_total ([0-9.]+)\n");

  @TempDir private Path folder;

  @Test
  void whatIsLostIsCountedToldAndWrittenDownWhenThereIsRoom() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString()) == 0,
        "only root may mount");
    try (Stage stage = new Stage(folder, "enforce")) {
      Path state = Files.createDirectory(folder.resolve("state"));
      Path audit = disk.resolve("audit.jsonl");
      Files.createSymbolicLink(state.resolve("audit.jsonl"), audit);
      stage.start();
      assertThat(stage.type("freeze").code()).isZero();
      assertThat(lost(stage)).isZero();

      fill(disk.resolve("filler"));
      for (int times = 0; times < 100 && lost(stage) == 0; times++) {
        assertThat(stage.type("freeze").code()).as("the freeze itself is journaled").isZero();
      }
      assertThat(lost(stage)).isEqualTo(1);
      Stage.await(() -> finds(stage), "no finding says so");
      assertThat(stage.get("/api/v1/findings").body())
          .contains("1 event is not in the audit: ")
          .contains("No space left on device");

      Files.delete(disk.resolve("filler"));
      Stage.await(() -> !finds(stage), "the finding stays");
      assertThat(stage.type("thaw").code()).isZero();
      var lines = Files.readAllLines(audit);
      assertThat(lines.get(lines.size() - 2)).contains("\"event\":\"lost\"", "1 event lost: ");
      assertThat(lines.getLast()).contains("\"event\":\"thaw\"");
      assertThat(lost(stage)).isEqualTo(1);
    } finally {
      assertThat(run("umount", disk.toString())).isZero();
    }
  }

  private static boolean finds(Stage stage) {
    return stage.get("/api/v1/findings").body().contains("\"audit-lost\"");
  }

  private static double lost(Stage stage) {
    Matcher match = LOST.matcher(stage.get("/metrics").body());
    assertThat(match.find()).isTrue();
    return Double.parseDouble(match.group(1));
  }

  private static void fill(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(new byte[1024]);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  private static int run(String... words) throws IOException, InterruptedException {
    return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor();
  }
}
