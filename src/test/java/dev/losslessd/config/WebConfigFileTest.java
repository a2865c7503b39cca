package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.losslessd.config.WebConfig.ClientAuth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebConfigFileTest {
  private static final Path FILES = Path.of("src/test/resources/web-config").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  void pathsCountFromTheFoldersOfTheFile() {
    WebConfig config = WebConfigFile.load(FILES.resolve("tls-and-users.yaml"));

    WebConfig.Tls tls = config.tls().orElseThrow();
    assertThat(tls.certificate()).isEqualTo(FILES.resolve("server.crt"));
    assertThat(tls.key()).isEqualTo(FILES.resolve("server.key"));
    assertThat(tls.clientCa()).contains(FILES.resolve("ca.crt"));
    assertThat(tls.clientAuth()).isEqualTo(ClientAuth.IF_GIVEN);
    assertThat(tls.lowest()).isEqualTo("TLSv1.3");
    assertThat(tls.highest()).isEqualTo("TLSv1.3");
    assertThat(config.users()).containsOnlyKeys("prometheus");
    assertThat(config.toString()).contains("prometheus").doesNotContain("$2y$");
  }

  @Test
  void anEmptyFileIsNeitherTlsNorPasswords() throws IOException {
    assertThat(WebConfigFile.load(file(""))).isEqualTo(WebConfig.NONE);
    assertThat(WebConfigFile.load(file("tls_server_config:\nbasic_auth_users:\n")))
        .isEqualTo(WebConfig.NONE);
  }

  @Test
  void whatIsNotSupportedIsAMistakeAtItsLineAndNoHashIsRepeated() {
    Path file = FILES.resolve("unsupported.yaml");

    List<String> lines =
        String.valueOf(catchThrowable(() -> WebConfigFile.load(file)).getMessage())
            .lines()
            .toList();

    assertThat(lines)
        .extracting(line -> line.replace(file.toString(), "").replaceAll(":[0-9]+ .*", ""))
        .containsExactly(":4", ":5", ":6", ":7", ":9", ":11", ":12", ":13");
    assertThat(lines.get(0))
        .contains("client_auth_type", "RequireAnyClientCert", "RequireAndVerifyClientCert");
    assertThat(lines.get(1)).contains("min_version", "TLS10", "TLS12");
    assertThat(lines.get(2)).contains("cipher_suites: unknown key");
    assertThat(lines.get(3)).contains("client_allowed_sans: unknown key");
    assertThat(lines.get(4)).contains("http_server_config.headers: unknown key");
    assertThat(lines.get(5)).contains("basic_auth_users.plain", "bcrypt").doesNotContain("hunter2");
    assertThat(lines.get(6)).contains("cost 4 to 14").doesNotContain("$2y$31");
    assertThat(lines.get(7)).contains("rate_limit: unknown key");
  }

  @Test
  void verifyingNeedsACaAndACaIsForVerifying() throws IOException {
    String pair = "tls_server_config: { cert_file: a, key_file: b, ";

    assertThatThrownBy(
            () -> WebConfigFile.load(file(pair + "client_auth_type: RequireAndVerifyClientCert }")))
        .hasMessageContaining("expected client_ca_file");
    assertThatThrownBy(() -> WebConfigFile.load(file(pair + "client_ca_file: c }")))
        .hasMessageContaining("expected client_auth_type: RequireAndVerifyClientCert");
    assertThatThrownBy(
            () -> WebConfigFile.load(file(pair + "min_version: TLS13, max_version: TLS12 }")))
        .hasMessageContaining("is above max_version");
    assertThatThrownBy(() -> WebConfigFile.load(file("tls_server_config: { cert_file: a }")))
        .hasMessageContaining("key_file: missing");
  }

  @Test
  void aFileThatIsNotThereIsSaid() {
    assertThatThrownBy(() -> WebConfigFile.load(folder.resolve("none.yaml")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("none.yaml:1:1 no such file");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("web.yaml"), text);
  }
}
