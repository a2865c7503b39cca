package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon, whose state folder is a disk that fills up. */
@SystemGroup
class FullDiskTest {
  private static final String PFC = "/api/v1/ports/gpu01/ens1f0np0/pfc";

  @TempDir private Path folder;
  private Path state;

  @BeforeEach
  void mount() throws Exception {
    state = Files.createDirectory(folder.resolve("state"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=512k,mode=700", "tmpfs", state.toString()) == 0,
        "only root may mount");
  }

  @AfterEach
  void unmount() throws Exception {
    int _ = run("umount", "-l", state.toString());
  }

  @Test
  void withoutRoomForTheJournalNothingBeginsAndAllElseGoesOn() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      fill(state.resolve("filler"));

      assertRefused(fixture);
      assertPolls(fixture);

      Files.delete(state.resolve("filler"));
      assertWrites(fixture);
    }
  }

  private static void assertRefused(DaemonFixture fixture) {
    HttpResponse<String> refused = fixture.put(PFC, "{\"lossless\":[3]}");
    // pages that the file system has set aside may hold a record or two
    for (int times = 1; times < 200 && refused.statusCode() == 202; times++) {
      String id = field(refused.body(), "id");
      DaemonFixture.await(
          () -> !field(fixture.get("/api/v1/commits/" + id).body(), "state").equals("applying"),
          "the commit is applied for ever");
      var _ = fixture.post("/api/v1/commits/" + id + ":cancel", "{}");
      refused = fixture.put(PFC, times % 2 == 0 ? "{\"lossless\":[3]}" : "{\"lossless\":[4]}");
    }
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
    assertThat(refused.body()).contains("No space left on device");
    String before = fixture.pfc("gpu01:ens1f0np0");
    assertThat(fixture.put(PFC, "{\"lossless\":[5]}").statusCode()).isEqualTo(503);
    assertThat(fixture.pfc("gpu01:ens1f0np0")).as("nothing was written").isEqualTo(before);
    assertThat(metric(fixture, "losslessd_journal_errors_total")).isPositive();
  }

  private static void assertPolls(DaemonFixture fixture) {
    assertThat(fixture.get("/healthz").statusCode()).isEqualTo(200);
    assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
    String counters = fixture.get("/api/v1/counters").body();
    DaemonFixture.await(
        () -> !fixture.get("/api/v1/counters").body().equals(counters), "it polls no more");
    DaemonFixture.await(() -> finds(fixture), "no finding names the state folder");
    assertThat(fixture.type("status").text()).contains("critical");
  }

  private static void assertWrites(DaemonFixture fixture) {
    DaemonFixture.await(
        () -> fixture.put(PFC, "{\"lossless\":[3]}").statusCode() == 202,
        "it writes no more, although there is room");
    DaemonFixture.await(() -> !finds(fixture), "the finding stays");
  }

  private static boolean finds(DaemonFixture fixture) {
    return fixture.get("/api/v1/findings").body().contains("\"state-unwritable\"");
  }

  private static String field(String json, String name) {
    Matcher match = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    assertThat(match.find()).as(json).isTrue();
    return match.group(1);
  }

  private static double metric(DaemonFixture fixture, String name) {
    Matcher match =
        Pattern.compile("\n" + name + "(?:\\{[^}]*})? ([0-9.]+)\n")
            .matcher(fixture.get("/metrics").body());
    assertThat(match.find()).as(name).isTrue();
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
