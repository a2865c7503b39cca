package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon on a disk that takes records in its journal, and no file more. */
@SystemGroup
class NoDeadManTest {
  private static final String PORT = "gpu01:ens1f0np0";
  private static final String PFC = "/api/v1/ports/gpu01/ens1f0np0/pfc";

  @TempDir private Path folder;
  private Path state;

  @BeforeEach
  void mount() throws Exception {
    state = Files.createDirectory(folder.resolve("state"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=4m,nr_inodes=200", "tmpfs", state.toString()) == 0,
        "only root may mount");
  }

  @AfterEach
  void unmount() throws Exception {
    int _ = run("umount", "-l", state.toString());
  }

  @Test
  void aChangeThatNobodyWouldTakeBackDoesNotBegin() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      String before = fixture.pfc(PORT);
      fill();

      HttpResponse<String> refused = fixture.put(PFC, "{\"lossless\":[3]}");

      assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
      assertThat(refused.body()).contains("has no dead-man file").contains("No space left");
      assertThat(Files.readString(folder.resolve("daemon.log")))
          .contains("ERROR Journal: commit c-000001 has no dead-man file");
      assertThat(fixture.pfc(PORT)).isEqualTo(before);
      assertThat(fixture.get("/api/v1/commits").body()).doesNotContain("c-000001");

      free();
      DaemonFixture.await(
          () -> fixture.put(PFC, "{\"lossless\":[3]}").statusCode() == 202, "it begins no more");
    }
  }

  @Test
  void aWindowWhoseFileCannotBeMovedHasTheEarlierOneAndEndsAsEver() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      String before = fixture.pfc(PORT);
      fixture.tell("stall " + PORT + " 600 1000000");
      assertThat(fixture.put(PFC, "{\"lossless\":[3]}").statusCode()).isEqualTo(202);
      fill();
      fixture.tell("stall " + PORT + " 0 1");
      DaemonFixture.await(
          () -> fixture.get("/api/v1/commits/c-000001").body().contains("awaiting-confirm"),
          "its window does not begin");
      assertThat(Files.readString(folder.resolve("daemon.log")))
          .contains("the dead-man file of commit c-000001 keeps an earlier time");
      assertThat(state.resolve("deadman/c-000001")).exists();

      assertThat(fixture.type("cancel", "c-000001", "--yes").code()).isZero();
      assertThat(fixture.pfc(PORT)).isEqualTo(before);
    }
  }

  private void fill() throws IOException {
    for (int n = 0; n < 1000; n++) {
      try {
        Files.createFile(state.resolve("filler" + n));
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("No space left");
        return;
      }
    }
    throw new AssertionError("it takes files without end");
  }

  private void free() throws IOException {
    try (Stream<Path> all = Files.list(state)) {
      all.filter(file -> file.getFileName().toString().startsWith("filler"))
          .forEach(file -> {
            try {
              Files.delete(file);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  private static int run(String... words) throws IOException, InterruptedException {
    return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor();
  }
}
