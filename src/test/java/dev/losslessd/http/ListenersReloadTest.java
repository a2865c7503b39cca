package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.config.SecretRef;
import dev.losslessd.config.TlsConfig;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Another config for the listeners: tried out first, then taken up as a whole. */
@SystemGroup
@Timeout(120)
class ListenersReloadTest {
  private static final String NAMES = "DNS:localhost,IP:127.0.0.1";

  /** Hash of "correct horse", made by crypt(3) of libxcrypt. */
  private static final String HASH = "$2y$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e";

  private static final String PASSWORD = "prometheus:correct horse";
  private static final String OTHER_TOKEN = "other-token-0123456789-0123456789-abcdef";

  @TempDir private Path folder;
  private TestCa ca;
  private Rig rig;
  private @Nullable HttpServer server;

  @BeforeEach
  void start() throws IOException {
    ca = new TestCa(folder);
    ca.sign("a", "/CN=first", NAMES);
    ca.sign("b", "/CN=second", NAMES);
    ca.sign("ended", "/CN=ended", NAMES, TlsFixture.ecKey(), "-1");
    ca.sign("ci", "/CN=ci.example", "DNS:ci.example");
    web("a.yaml", "a", "");
    web("b.yaml", "b", "basic_auth_users: { prometheus: \"" + HASH + "\" }\n");
    web("broken.yaml", "b", "nonsense: 1\n");
    Files.writeString(folder.resolve("plain.yaml"), "basic_auth_users: {}\n");
    rig = new Rig(folder);
    rig.now = Instant.now();
    rig.page = "# HELP roce_x A metric.\nroce_x 1\n";
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
    rig.close();
  }

  private void web(String name, String pair, String more) throws IOException {
    String tls =
        "tls_server_config: { cert_file: %s, key_file: %s }\n"
            .formatted(ca.file(pair + ".crt"), ca.file(pair + ".key"));
    Path file = Files.writeString(folder.resolve(name), tls + more);
    assertThat(file).exists();
  }

  /** Options as of a config whose files are those of one name. */
  private HttpOptions of(String pair, String webConfig, String token, Role role) {
    TlsConfig tls =
        new TlsConfig(
            new SecretRef("file:" + ca.file(pair + ".crt")),
            new SecretRef("file:" + ca.file(pair + ".key")),
            Optional.of(new SecretRef("file:" + ca.file("ca.crt"))),
            false,
            List.of(new TlsConfig.Client("ci.example", role, DeviceScope.ALL)));
    return new HttpOptions(
        List.of(Rig.anyPort()),
        null,
        Set.of(),
        () -> token,
        Optional.of(tls),
        new HttpOptions.Metrics(
            List.of(Rig.anyPort()),
            webConfig.isEmpty() ? Optional.empty() : Optional.of(folder.resolve(webConfig))),
        HttpLimits.usual());
  }

  private HttpOptions first() {
    return of("a", "a.yaml", Rig.TOKEN, Role.ADMIN);
  }

  private HttpServer listen() {
    HttpServer started = Rig.start(first(), rig.sources);
    server = started;
    return started;
  }

  @Test
  void otherFilesAreInForceForNewConnectionsAndOpenOnesGoOn() {
    HttpServer started = listen();
    int port = started.port();
    int metrics = started.metricsPorts().getFirst();
    try (HttpClient kept = client(null);
        HttpClient scraper = client(null)) {
      assertThat(subject(kept, port, "/healthz")).isEqualTo("CN=first");
      assertThat(subject(scraper, metrics, "/healthz")).isEqualTo("CN=first");

      Runnable take = started.prepare(of("b", "b.yaml", OTHER_TOKEN, Role.VIEWER));
      assertThat(shown(port, metrics)).as("only tried out").containsOnly("CN=first");
      assertThat(freeze(Rig.TOKEN)).isEqualTo(200);
      take.run();

      assertThat(shown(port, metrics)).containsOnly("CN=second");
      assertThat(subject(kept, port, "/healthz")).as("open before").isEqualTo("CN=first");
      assertThat(subject(scraper, metrics, "/healthz")).as("open before").isEqualTo("CN=first");
      assertThat(status(scraper, metrics, "/metrics", "")).isEqualTo(401);
      assertThat(status(scraper, metrics, "/metrics", basic())).isEqualTo(200);
    }
    assertThat(freeze(Rig.TOKEN)).as("the former token").isEqualTo(401);
    assertThat(freeze(OTHER_TOKEN)).isEqualTo(200);
    assertThat(started.certificates())
        .extracting(CertificateStatus::subject)
        .containsExactly("CN=second", "CN=second");
    assertThat(started.fileFailures()).isEmpty();
  }

  @Test
  void aClientThatMayLessNowMayLessAtOnceOnAnOpenConnectionToo() {
    HttpServer started = listen();
    try (HttpClient ci = client("ci")) {
      assertThat(post(ci, "/api/v1/freeze", "")).isEqualTo(200);

      started.prepare(of("a", "a.yaml", Rig.TOKEN, Role.VIEWER)).run();

      assertThat(post(ci, "/api/v1/freeze", "")).isEqualTo(403);
    }
  }

  @Test
  void whatCannotBeUsedIsRefusedWholeAndAllIsAsItWas() {
    HttpServer started = listen();
    for (Bad one :
        List.of(
            new Bad("missing", "b.yaml", "missing.crt"),
            new Bad("ended", "b.yaml", "expected one that is valid now"),
            new Bad("b", "broken.yaml", "nonsense"),
            new Bad("b", "missing.yaml", "missing.yaml"),
            new Bad("b", "plain.yaml", "needs a restart"),
            new Bad("b", "", "needs a restart"))) {
      assertThatThrownBy(() -> started.prepare(of(one.pair(), one.web(), OTHER_TOKEN, Role.VIEWER)))
          .as(one.toString())
          .isInstanceOf(ListenException.class)
          .hasMessageContaining(one.why());
      assertThat(shown(started.port(), started.metricsPorts().getFirst()))
          .as(one.toString())
          .containsOnly("CN=first");
      assertThat(freeze(Rig.TOKEN)).isEqualTo(200);
      assertThat(freeze(OTHER_TOKEN)).isEqualTo(401);
      assertThat(started.fileFailures()).isEmpty();
    }
  }

  /**
   * @param why part of the message
   */
  private record Bad(String pair, String web, String why) {}

  @Test
  void aKeyOfAnotherCertificateIsRefused() {
    HttpServer started = listen();
    ca.move("a.key", "b.key");

    assertThatThrownBy(() -> started.prepare(of("b", "a.yaml", OTHER_TOKEN, Role.VIEWER)))
        .isInstanceOf(ListenException.class)
        .hasMessageContaining("b.key is not the one of certificate");

    assertThat(shown(started.port())).containsOnly("CN=first");
  }

  @Test
  void filesThatBreakBetweenTheTrialAndItsEndLeaveTheFormerCertificateAndAreTold() {
    HttpServer started = listen();
    Runnable take = started.prepare(of("b", "a.yaml", Rig.TOKEN, Role.OPERATOR));
    ca.write("b.crt", "");

    take.run();

    assertThat(shown(started.port())).containsOnly("CN=first");
    assertThat(started.fileFailures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.why()).contains("b.crt", "it is empty"));
  }

  private List<String> shown(int... ports) {
    return Arrays.stream(ports)
        .mapToObj(port -> {
          try (HttpClient fresh = client(null)) {
            return subject(fresh, port, "/healthz");
          }
        })
        .toList();
  }

  private int freeze(String token) {
    try (HttpClient fresh = client(null)) {
      return post(fresh, "/api/v1/freeze", "Bearer " + token);
    }
  }

  private int post(HttpClient client, String path, String authorization) {
    HttpServer started = server;
    assertThat(started).isNotNull();
    return send(
            client,
            request(started == null ? 0 : started.port(), path, authorization)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build())
        .statusCode();
  }

  private static int status(HttpClient client, int port, String path, String authorization) {
    return send(client, request(port, path, authorization).build()).statusCode();
  }

  /** The server's certificate of a request that was answered. */
  private static String subject(HttpClient client, int port, String path) {
    try {
      HttpResponse<String> answer = send(client, request(port, path, "").build());
      assertThat(answer.statusCode()).isEqualTo(200);
      X509Certificate shown =
          (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
      return shown.getSubjectX500Principal().getName();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static HttpRequest.Builder request(int port, String path, String authorization) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://localhost:" + port + path));
    return authorization.isEmpty() ? request : request.header("Authorization", authorization);
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static String basic() {
    byte[] both = PASSWORD.getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(both);
  }

  private HttpClient client(@Nullable String name) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .sslContext(ca.context("ca", name))
        .build();
  }
}
