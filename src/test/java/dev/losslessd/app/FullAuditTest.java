package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon, with its side log alone on a real disk that is full for a while. */
@SystemGroup
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
    Path audit = Files.createFile(disk.resolve("events.jsonl"));
    Path place =
        Files.createFile(Files.createDirectory(folder.resolve("state")).resolve("events.jsonl"));
    assertThat(run("mount", "--bind", audit.toString(), place.toString())).isZero();
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      assertThat(fixture.type("freeze").code()).isZero();
      assertThat(lost(fixture)).isZero();

      fill(disk.resolve("filler"));
      for (int times = 0; times < 100 && lost(fixture) == 0; times++) {
        events(fixture, times);
      }
      assertThat(lost(fixture)).isPositive();
      DaemonFixture.await(() -> finds(fixture), "no finding says so");
      assertThat(fixture.get("/api/v1/findings").body())
          .containsPattern("[0-9]+ events? (is|are) not in the audit: ")
          .contains("No space left on device");

      Files.delete(disk.resolve("filler"));
      DaemonFixture.await(() -> !finds(fixture), "the finding stays");
      assertThat(Files.readString(audit))
          .contains("\"event\":\"lost\"")
          .containsPattern("[0-9]+ events? lost: ");
    } finally {
      assertThat(run("umount", place.toString())).isZero();
      assertThat(run("umount", disk.toString())).isZero();
    }
  }

  /** Events of three kinds, as many of one kind become one line: refused, made, revoked. */
  private static void events(DaemonFixture fixture, int number) {
    assertThat(fixture.type("set", "gpu01:ens1f0np0", "pfc", "3", "--yes").code()).isNotZero();
    String name = "t" + number;
    assertThat(fixture.type("token", "create", name, "--role", "viewer").code()).isZero();
    assertThat(fixture.type("token", "revoke", name, "--yes").code()).isZero();
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
