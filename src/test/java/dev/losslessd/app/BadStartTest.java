package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start that cannot be: one message, exit code 2, no stack trace. */
@SystemGroup
class BadStartTest {
  @TempDir private Path folder;

  @Test
  void aStateFolderThatCannotBeWritten() throws Exception {
    Result result = run("state: /proc/losslessd");

    assertThat(result.text()).contains("state folder /proc/losslessd cannot be used");
    assertOneMessage(result);
  }

  @Test
  void aSecondDaemonOnTheSameState() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.start();

      Result second = start("run", "--config", fixture.config.toString());

      assertThat(second.text())
          .contains(
              "losslessd: state folder "
                  + folder.resolve("state")
                  + " is in use by another losslessd (process "
                  + fixture.daemon().pid()
                  + "); stop it, or name another folder under 'state:'");
      assertOneMessage(second);
      assertThat(fixture.get("/readyz").statusCode()).as("the first goes on").isEqualTo(200);
    }
  }

  @Test
  void aSecondDaemonWhoseLockSomebodyRemoved() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.start();
      Files.delete(folder.resolve("state/lock"));

      Result second = start("run", "--config", fixture.config.toString());

      assertThat(second.text())
          .contains(
              "journal " + folder.resolve("state/journal") + " is in use by another losslessd");
      assertOneMessage(second);
      DaemonFixture.await(
          () -> fixture.get("/api/v1/findings").body().contains("\"state-replaced\""),
          "the first does not say so");
    }
  }

  @Test
  void aFullDisk() throws Exception {
    Path state = Files.createDirectory(folder.resolve("state"));
    Path journal = Files.createFile(state.resolve("journal"));
    Assumptions.assumeTrue(
        mount("mount", "--bind", "/dev/full", journal.toString()) == 0, "only root may mount");
    try {
      Result result = run("state: " + state);

      assertThat(result.text()).contains("No space left on device");
      assertOneMessage(result);
    } finally {
      assertThat(mount("umount", journal.toString())).isZero();
    }
  }

  @Test
  void aLinkInPlaceOfTheJournal() throws Exception {
    Path state = Files.createDirectory(folder.resolve("state"));
    Path other = folder.resolve("other");
    Files.createSymbolicLink(state.resolve("journal"), other);

    Result result = run("state: " + state);

    assertThat(result.text()).contains("it is a symbolic link, expected a file");
    assertOneMessage(result);
    assertThat(other).doesNotExist();
  }

  private static int mount(String... words) throws IOException, InterruptedException {
    return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor();
  }

  @Test
  void aPortThatIsInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Result result =
          run(
              "state: "
                  + folder.resolve("state")
                  + "\nhttp: { listen: \"127.0.0.1:"
                  + taken.getLocalPort()
                  + "\", socket: "
                  + folder.resolve("s")
                  + " }");

      assertThat(result.text()).contains("cannot listen on 127.0.0.1:" + taken.getLocalPort());
      assertOneMessage(result);
    }
  }

  @Test
  void aConfigWithTenMistakesPrintsTenLines() throws Exception {
    Path file = Path.of("src/test/resources/config/ten-mistakes.yaml").toAbsolutePath();

    Result check = start("config", "check", file.toString());
    Result run = start("run", "--config", file.toString());

    assertThat(check.code()).isEqualTo(1);
    assertThat(check.text().lines()).hasSize(10).allMatch(line -> line.startsWith(file + ":"));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.text()).isEqualTo(check.text());
  }

  @Test
  void aJournalOfANewerRelease() throws Exception {
    Path state = Files.createDirectory(folder.resolve("state"));
    Files.write(state.resolve("journal"), new byte[] {'L', 'L', 'D', 'J', 'R', 'N', 'L', 7});

    Result result = run("state: " + state);

    assertThat(result.text()).contains("has format a binary one");
    assertOneMessage(result);
  }

  @Test
  void noDaemonToTalkTo() throws Exception {
    Result result = start("status", "--socket", folder.resolve("nobody").toString());

    assertThat(result.code()).isEqualTo(5);
    assertThat(result.text()).contains("losslessd run").doesNotContain("\tat ");
  }

  private static void assertOneMessage(Result result) {
    assertThat(result.code()).as(result.text()).isEqualTo(2);
    assertThat(result.text()).doesNotContain("\tat ");
    assertThat(result.text().lines().filter(line -> line.startsWith("losslessd: "))).hasSize(1);
  }

  private Result run(String config) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("c.yaml"), config + "\n");
    return start("run", "--config", file.toString());
  }

  private record Result(int code, String text) {}

  private static Result start(String... words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(DaemonFixture.command(words)).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), text);
  }
}
