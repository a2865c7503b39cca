package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon, whose state folder is an ext4 of its own that takes no writes any more. */
@SystemGroup
class ReadOnlyDiskTest {
  private static final String PFC = "/api/v1/ports/gpu01/ens1f0np0/pfc";
  private static final Pattern ERRORS =
      Pattern.compile("\nlosslessd_journal_errors_total ([0-9.]+)\n");

  @TempDir private Path folder;
  private Path state;
  private String loop = "";

  private record Ran(int code, String text) {}

  @BeforeEach
  void mount() throws Exception {
    state = Files.createDirectory(folder.resolve("state"));
    Path image = folder.resolve("image");
    Ran there =
        run(
            "sh",
            "-c",
            "truncate -s 8M \"$0\" && mkfs.ext4 -q \"$0\" && losetup -f --show \"$0\"",
            image.toString());
    Assumptions.assumeTrue(there.code() == 0, "no loop device here: " + there.text());
    loop = there.text().strip();
    Ran mounted = run("mount", "-o", "errors=remount-ro", loop, state.toString());
    Assumptions.assumeTrue(mounted.code() == 0, "no ext4 here: " + mounted.text());
    Files.delete(state.resolve("lost+found"));
  }

  @AfterEach
  void unmount() throws Exception {
    if (!loop.isEmpty()) {
      Ran _ = run("umount", "-l", state.toString());
      Ran _ = run("losetup", "-d", loop);
    }
  }

  @Test
  void whereTheKernelHasGivenUpTheFileSystemNothingBeginsAndAllElseGoesOn() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      Path error = Path.of("/sys/fs/ext4", Path.of(loop).getFileName().toString());
      Path trigger = error.resolve("trigger_fs_error");
      Assumptions.assumeTrue(Files.isWritable(trigger), "this kernel takes no errors of tests");
      Files.writeString(trigger, "the test");

      assertNothingBegins(fixture, "Read-only file system");

      fixture.end(true);
      assertThat(run("umount", state.toString()).code()).isZero();
      assertThat(run("mount", loop, state.toString()).code()).isZero();
      fixture.start();
      assertBegins(fixture);
    }
  }

  @Test
  void whatIsBeingWrittenWhenTheKernelGivesUpTheFileSystemIsTakenBackAtOnce() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      Path error = Path.of("/sys/fs/ext4", Path.of(loop).getFileName().toString());
      Path trigger = error.resolve("trigger_fs_error");
      Assumptions.assumeTrue(Files.isWritable(trigger), "this kernel takes no errors of tests");
      String before = fixture.pfc("gpu01:ens1f0np0");
      fixture.tell("stall gpu01:ens1f0np0 600 1000000");
      assertThat(fixture.put(PFC, "{\"lossless\":[3]}").statusCode()).isEqualTo(202);

      Files.writeString(trigger, "the test");

      fixture.tell("stall gpu01:ens1f0np0 0 1");
      DaemonFixture.await(
          () -> fixture.get("/api/v1/commits/c-000001").body().contains("\"rolled-back\""),
          "it is not taken back");
      assertThat(fixture.get("/api/v1/commits/c-000001").body()).contains("Read-only file system");
      assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo(before);
    }
  }

  @Test
  void aJournalThatIsWritableAgainIsWrittenWithoutARestart() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      String journal = state.resolve("journal").toString();
      assertThat(run("chattr", "+i", journal).code()).isZero();

      assertNothingBegins(fixture, "Operation not permitted");

      assertThat(run("chattr", "-i", journal).code()).isZero();
      assertBegins(fixture);
    }
  }

  private static void assertNothingBegins(DaemonFixture fixture, String why) {
    String before = fixture.pfc("gpu01:ens1f0np0");
    HttpResponse<String> refused = fixture.put(PFC, "{\"lossless\":[3]}");
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
    assertThat(refused.body()).contains(why);
    assertThat(fixture.pfc("gpu01:ens1f0np0")).as("nothing was written").isEqualTo(before);
    DaemonFixture.await(() -> finds(fixture), "no finding names the state folder");
    assertThat(fixture.type("status").text()).contains("critical");
    Matcher errors = ERRORS.matcher(fixture.get("/metrics").body());
    assertThat(errors.find()).isTrue();
    assertThat(Double.parseDouble(errors.group(1))).isPositive();
    assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
    String counters = fixture.get("/api/v1/counters").body();
    DaemonFixture.await(
        () -> !fixture.get("/api/v1/counters").body().equals(counters), "it polls no more");
  }

  private static void assertBegins(DaemonFixture fixture) {
    DaemonFixture.await(() -> !finds(fixture), "the finding stays");
    HttpResponse<String> begun = fixture.put(PFC, "{\"lossless\":[3]}");
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
  }

  private static boolean finds(DaemonFixture fixture) {
    return fixture.get("/api/v1/findings").body().contains("\"state-unwritable\"");
  }

  private static Ran run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), text);
  }
}
