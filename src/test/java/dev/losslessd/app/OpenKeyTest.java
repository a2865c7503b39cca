package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.http.TestCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key of {@code http.tls}, whose file is opened to others while the daemon runs. */
@SystemGroup
class OpenKeyTest {
  @TempDir private Path folder;

  @Test
  void aKeyThatOthersCanReadIsToldOnceAtTheNextReload() throws Exception {
    TestCa ca = new TestCa(folder);
    ca.sign("server", "/CN=gpu01", "DNS:localhost,IP:127.0.0.1");
    Path key = folder.resolve("server.key");
    mode(key, "rw-------");
    try (DaemonFixture fixture =
        new DaemonFixture(folder, "observe", "metrics: { listen: \"127.0.0.1:0\" }\n")) {
      Files.writeString(
          fixture.config,
          Files.readString(fixture.config)
              .replace(
                  "http: { listen",
                  "http: { tls: { certificate: \"file:%s/server.crt\", key: \"file:%s\" }, listen"
                      .formatted(folder, key)));
      fixture.launch();
      assertThat(log()).doesNotContain("lets others read it");

      mode(key, "rw-r--r--");
      reload(fixture, "nic: 2s");
      reload(fixture, "nic: 3s");

      String told =
          "TLS of listener http: secret file " + key + " has mode rw-r--r--, which lets others";
      DaemonFixture.await(() -> log().contains(told), "it is not told");
      assertThat(log().split(told, -1)).hasSize(2);
      assertThat(fixture.daemon().isAlive()).isTrue();
    }
  }

  private static void reload(DaemonFixture fixture, String period) throws IOException {
    Reloads.edit(fixture, text -> text.replaceFirst("nic: [0-9]+s", period));
    DaemonFixture.Typed applied = fixture.type("config", "apply", "--yes");
    assertThat(applied.code()).as(applied.text()).isZero();
  }

  private static void mode(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("daemon.log"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
