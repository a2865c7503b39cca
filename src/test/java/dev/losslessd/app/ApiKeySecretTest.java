package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.http.TestCa;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The private key of {@code http.tls}, right and wrong: it has no passphrase, and one that has is
 * refused.
 */
@SystemGroup
class ApiKeySecretTest {
  @TempDir private Path folder;
  private ToldSecrets all = new ToldSecrets(Path.of(""));

  @BeforeEach
  void begin() {
    all = new ToldSecrets(folder);
  }

  @Test
  void theKeyOfTheApiIsNowhereTold() throws Exception {
    TestCa ca = new TestCa(folder);
    ca.sign("server", "/CN=gpu01", "DNS:localhost,IP:127.0.0.1");
    ca.sign("other", "/CN=gpu02", "DNS:localhost,IP:127.0.0.1");
    all.secrets.put("key of the API", Files.readAllLines(folder.resolve("server.key")).get(2));
    all.secrets.put("key of another", Files.readAllLines(folder.resolve("other.key")).get(2));
    all.secrets.put("passphrase", "hopping-voles");
    seal("server.key", "sealed.key", "hopping-voles");
    all.secrets.put("sealed key", Files.readAllLines(folder.resolve("sealed.key")).get(2));
    for (String key : List.of("other.key", "sealed.key", "server.csr", "server.key")) {
      all.privately(key, Files.readString(folder.resolve(key)));
      try (DaemonFixture fixture =
          new DaemonFixture(folder, "enforce", "metrics: { listen: \"127.0.0.1:0\" }\n")) {
        Files.writeString(
            fixture.config,
            Files.readString(fixture.config)
                .replace(
                    "http: { listen",
                    "http: { tls: { certificate: \"file:%1$s/server.crt\", key: \"file:%1$s/%2$s\" }, listen"
                        .formatted(folder, key)));
        fixture.from(ToldSecrets.talkative());
        try {
          fixture.launch();
          assertThat(key).as("others do not fit the certificate").isEqualTo("server.key");
          useTls(ca, fixture);
        } catch (AssertionError e) {
          assertThat(key).as(e.getMessage()).isNotEqualTo("server.key");
          all.told.put("refusal of " + key, String.valueOf(e.getMessage()));
        }
        all.told.put("config check", fixture.type("config", "check", "" + fixture.config).text());
        all.told.put("log", Files.readString(folder.resolve("daemon.log")));
      }
    }
    assertThat(all.told.get("refusal of sealed.key")).contains("sealed.key");
    all.assertThatNothingIsTold();
  }

  private void useTls(TestCa ca, DaemonFixture fixture) throws Exception {
    String log = Files.readString(folder.resolve("daemon.log"));
    String base = log.replaceAll("(?s).*(https://127\\.0\\.0\\.1:\\d+).*", "$1");
    try (HttpClient client = HttpClient.newBuilder().sslContext(ca.context("ca", null)).build()) {
      for (String path : List.of("status", "config", "conditions", "findings", "nosuch")) {
        URI uri = URI.create(base + "/api/v1/" + path);
        HttpRequest.Builder request =
            HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + fixture.token());
        all.told.put("GET " + path + " by TLS", ToldSecrets.send(client, request).body());
      }
      // in clear, to the port of TLS
      URI clear = URI.create(base.replace("https", "http") + "/api/v1/status");
      try {
        all.told.put("in clear", ToldSecrets.send(client, HttpRequest.newBuilder(clear)).body());
      } catch (IOException e) {
        all.told.put("in clear", String.valueOf(e.getMessage()));
      }
    }
    assertThat(all.told.get("GET status by TLS")).contains("gpu01");
    for (String verb : List.of("status", "findings", "token list")) {
      all.told.put(verb, fixture.type(verb.split(" ")).text());
    }
    all.told.put("processes", ToldSecrets.processes(fixture));
    all.keptIn(folder.resolve("state"));
  }

  private void seal(String from, String to, String passphrase) throws Exception {
    Process process =
        new ProcessBuilder(
                "openssl",
                "pkcs8",
                "-topk8",
                "-in",
                from,
                "-out",
                to,
                "-passout",
                "pass:" + passphrase)
            .directory(folder.toFile())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
  }
}
