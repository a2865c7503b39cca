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
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      Path state = Files.createDirectory(folder.resolve("state"));
      Path audit = disk.resolve("audit.jsonl");
      Files.createSymbolicLink(state.resolve("audit.jsonl"), audit);
      fixture.start();
      assertThat(fixture.type("freeze").code()).isZero();
      assertThat(lost(fixture)).isZero();

      fill(disk.resolve("filler"));
      for (int times = 0; times < 100 && lost(fixture) == 0; times++) {
        assertThat(fixture.type("freeze").code()).as("the freeze itself is journaled").isZero();
      }
      assertThat(lost(fixture)).isEqualTo(1);
      DaemonFixture.await(() -> finds(fixture), "no finding says so");
      assertThat(fixture.get("/api/v1/findings").body())
          .contains("1 event is not in the audit: ")
          .contains("No space left on device");

      Files.delete(disk.resolve("filler"));
      DaemonFixture.await(() -> !finds(fixture), "the finding stays");
      assertThat(fixture.type("thaw").code()).isZero();
      var lines = Files.readAllLines(audit);
      assertThat(lines.get(lines.size() - 2)).contains("\"event\":\"lost\"", "1 event lost: ");
      assertThat(lines.getLast()).contains("\"event\":\"thaw\"");
      assertThat(lost(fixture)).isEqualTo(1);
    } finally {
      assertThat(run("umount", disk.toString())).isZero();
    }
  }

  private static boolean finds(DaemonFixture fixture) {
    return fixture.get("/api/v1/findings").body().contains("\"audit-lost\"");
  }

  private static double lost(DaemonFixture fixture) {
    Matcher match = LOST.matcher(fixture.get("/metrics").body());
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
