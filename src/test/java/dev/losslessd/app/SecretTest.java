package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets that are missing or that others can read, under the real daemon. */
@SystemGroup
class SecretTest {
  private static final String FINDINGS = "/api/v1/findings";

  @TempDir private Path folder;

  @Test
  void aMissingSecretIsAnErrorOfItsDeviceAloneAndReadAgainAtTheNextConnect() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.manage("leaf1");
      fixture.add("leaf2", "[Ethernet1/1]");
      Path missing = folder.resolve("gone/secret");
      String config = Files.readString(fixture.config);
      int leaf2 = config.indexOf("- name: leaf2");
      String secret = "file:" + folder.resolve("secret");
      Files.writeString(
          fixture.config,
          config.substring(0, leaf2).replace(secret, "file:" + missing) + config.substring(leaf2));

      fixture.start();

      DaemonFixture.await(
          () -> down(fixture, "leaf1").contains("no such file"), "leaf1 does not say why");
      assertThat(down(fixture, "leaf1"))
          .contains("leaf1: secret file:" + missing + " cannot be read: no such file");
      assertThat(down(fixture, "leaf2")).isEmpty();
      assertThat(fixture.get("/metrics").body())
          .contains("roce_target_up{device=\"leaf2\",port=\"Ethernet1/1\",poller=\"gpu01\"} 1")
          .contains("roce_target_up{device=\"gpu01\",port=\"ens1f0np0\"} 1");
      assertThat(Files.readString(folder.resolve("daemon.log")))
          .contains("leaf1: secret file:" + missing)
          .doesNotContain("met a bug")
          .doesNotContain("\tat ");

      Files.createDirectory(folder.resolve("gone"));
      Files.copy(folder.resolve("secret"), missing);
      DaemonFixture.await(() -> down(fixture, "leaf1").isEmpty(), "leaf1 stays down");
    }
  }

  /** Text of the finding that a leaf is unreadable; empty for none. */
  private static String down(DaemonFixture fixture, String leaf) {
    String body = fixture.get(FINDINGS).body();
    int at = body.indexOf("\"" + leaf + ":Ethernet1/1\"");
    return at < 0 || !body.contains("\"unreadable\"") ? "" : body.substring(at).split("}", 2)[0];
  }

  @Test
  void aSecretThatOthersCanReadIsToldOnceForEachDeviceUntilItsModeIsSet() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.manage("leaf1");
      Path secret = folder.resolve("secret");
      Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));

      fixture.start();

      DaemonFixture.await(
          () -> fixture.get(FINDINGS).body().contains("secret-open"), "it is not told");
      assertThat(fixture.get(FINDINGS).body().split("secret-open", -1)).hasSize(2);
      assertThat(fixture.get(FINDINGS).body())
          .contains(
              "secret file %1$s has mode rw-r-----, which lets others read it (chmod 600 %1$s)"
                  .formatted(secret));
      Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
      DaemonFixture.await(
          () -> !fixture.get(FINDINGS).body().contains("secret-open"), "it goes on");
    }
  }

  @Test
  void aMissingTokenIsOneClearMessage() throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("c.yaml"),
            "state: %1$s/state\nhttp: { listen: \"127.0.0.1:0\", socket: %1$s/s, token: \"file:%1$s/t\" }\n"
                .formatted(folder));

    Process process =
        new ProcessBuilder(DaemonFixture.command("run", "--config", config.toString()))
            .redirectErrorStream(true)
            .start();

    assertThat(said(process))
        .contains(
            "losslessd: http.token: secret file:" + folder + "/t cannot be read: no such file")
        .doesNotContain("\tat ");
    assertThat(process.exitValue()).isEqualTo(2);
  }

  private static String said(Process process) throws IOException, InterruptedException {
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text;
  }
}
