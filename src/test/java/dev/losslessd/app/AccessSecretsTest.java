package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.store.AuditText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the real daemon tells of tokens, anywhere: the file of hashes alone knows them. */
@SystemGroup
class AccessSecretsTest {
  @TempDir private Path folder;

  @Test
  void secretsAreInNoLogAnswerAuditProcessListOrFileOfTheState() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      String secret =
          fixture
              .type("token", "create", "ci", "--role", "operator", "--for", "90d")
              .text()
              .lines()
              .findFirst()
              .orElseThrow();
      assertThat(secret).startsWith("lld_");
      String hash = sha256(secret);
      String wrong = secret.substring(0, 40) + "wrong";
      String first = Files.readString(folder.resolve("state/token")).strip();

      assertThat(with(fixture, secret, "/api/v1/status").statusCode()).isEqualTo(200);
      assertThat(with(fixture, secret, "/api/v1/tokens").body()).contains("token:ci has the role");
      assertThat(with(fixture, wrong, "/api/v1/status").body()).contains("not the right one");
      String told =
          Stream.of("tokens", "status", "commits", "revisions", "findings", "intent", "diff")
              .map(list -> fixture.ask("/api/v1/" + list).body())
              .reduce("", String::concat);
      told += fixture.get("/metrics").body() + fixture.type("token", "list").text();
      told += fixture.type("token", "revoke", "ci", "--yes").text();
      told += with(fixture, secret, "/api/v1/status").body();
      told += Files.readString(folder.resolve("daemon.log")) + processList();
      assertThat(told).contains("\"ci\"", "wrong token from 127.0.0.1").doesNotContain(hash);
      for (String one : List.of(secret, wrong, first)) {
        assertThat(told).doesNotContain(one);
      }
      assertThat(holding(first)).containsExactly(folder.resolve("state/token"));
      assertThat(holding(secret)).isEmpty();
      assertThat(holding(hash)).as("it was revoked").isEmpty();
      assertThat(AuditText.of(folder.resolve("state")))
          .contains("\"event\":\"token-made\"", "\"event\":\"token-revoked\"");
    }
  }

  private static HttpResponse<String> with(DaemonFixture fixture, String token, String path)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://127.0.0.1:" + fixture.port() + path);
      HttpRequest.Builder request =
          HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token);
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  private List<Path> holding(String text) throws IOException {
    byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
    try (Stream<Path> all = Files.walk(folder.resolve("state"))) {
      return all.filter(Files::isRegularFile).filter(file -> holds(file, wanted)).toList();
    }
  }

  private static boolean holds(Path file, byte[] wanted) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
          .contains(new String(wanted, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return false;
    }
  }

  /** Arguments of all processes of this host that may be read. */
  private static String processList() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      for (Path one : processes.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
        try {
          all.append(Files.readString(one.resolve("cmdline"), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
          // it has ended meanwhile
        }
      }
    }
    assertThat(all).contains("dev.losslessd.app.Main");
    return all.toString();
  }

  private static String sha256(String text) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }
}
