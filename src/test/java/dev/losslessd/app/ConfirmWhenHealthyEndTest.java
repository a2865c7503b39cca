package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.house.SystemGroup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the caller sees who waits for a confirm of a daemon that dies, or that he may not ask. */
@SystemGroup
class ConfirmWhenHealthyEndTest {
  private static final String PORT = "gpu01:ens1f0np0";

  @TempDir private Path folder;

  private CompletableFuture<DaemonFixture.Typed> apply(DaemonFixture fixture, String window)
      throws Exception {
    Path wish =
        Files.writeString(
            folder.resolve("wish.yaml"), "{\"" + PORT + "\": {pfc: {lossless: [3]}}}\n");
    String[] words = {
      "apply",
      "-f",
      wish.toString(),
      "--yes",
      "--confirm-when",
      "healthy",
      "--confirm-within",
      window
    };
    var running = CompletableFuture.supplyAsync(() -> fixture.type(words));
    DaemonFixture.await(
        () -> fixture.get("/api/v1/commits").body().contains("awaiting-confirm"), "not applied");
    return running;
  }

  @Test
  void aDaemonThatDiesAndComesBackUndoesItWhenTheWindowEndsAndTheCallerIsTold() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "commit: { settle: 1s }\n")) {
      fixture.start();
      var running = apply(fixture, "20s");
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");

      fixture.end(true);
      fixture.start();

      DaemonFixture.Typed ran = running.get(90, TimeUnit.SECONDS);
      assertThat(ran.code()).as(ran.text()).isEqualTo(1);
      assertThat(ran.text())
          .containsPattern("not confirmed yet: the daemon (?:is not running|at .* broke off: )")
          .contains("c-000001 was rolled back and the old values were read back");
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc none");
    }
  }

  @Test
  void whoMayNotAskIsToldWhoMayAndExits6() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv: package util-linux");
    assumeTrue(System.getProperty("user.name").equals("root"), "needs root, to take rights away");
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.start();
      Files.setAttribute(fixture.socket(), "unix:uid", 65534);
      Files.setPosixFilePermissions(fixture.socket(), PosixFilePermissions.fromString("rw-------"));
      List<String> words =
          new ArrayList<>(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
      words.addAll(DaemonFixture.command("status", "--socket", fixture.socket().toString()));
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();

      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(process.waitFor()).as(said).isEqualTo(6);
      assertThat(said).contains(fixture.socket().toString(), "permission").doesNotContain("\tat ");
    }
  }
}
