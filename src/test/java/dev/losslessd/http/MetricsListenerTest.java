package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
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

/** The listener for the Prometheus page, and its web.config.file. */
@SystemGroup
@Timeout(120)
class MetricsListenerTest {
  /** Hash of "correct horse", made by crypt(3) of libxcrypt. */
  private static final String HASH = "$2y$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e";

  /** Hash of "other", made by crypt(3) of libxcrypt. */
  private static final String OTHER =
      "$2b$04$abcdefghijklmnopqrstuu0HtfOlPbTiymk5tcV.3TsFPDd3SYZqu";

  private static final String USERS = "basic_auth_users: { prometheus: \"" + HASH + "\" }\n";

  @TempDir private Path folder;
  private final HttpCounts counts = new HttpCounts();
  private Rig rig;
  private @Nullable HttpServer server;

  @BeforeEach
  void start() {
    rig = new Rig(folder);
    rig.page = "# HELP roce_x A metric.\nroce_x 1\n";
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
    rig.close();
  }

  @Test
  void itServesThePageAndTheProbesAndNothingElse() throws IOException {
    listen(Optional.empty());
    Wire wire = Wire.tcp(port());

    assertThat(wire.send("GET", "/metrics", "").body()).contains("roce_x 1");
    assertThat(wire.send("GET", "/healthz", "").status()).isEqualTo(200);
    assertThat(wire.send("GET", "/readyz", "").status()).isEqualTo(200);
    for (String path : List.of("/api/v1/status", "/openapi.json", "/", "/api/v1/commits")) {
      assertThat(wire.send("GET", path, "").status()).as(path).isEqualTo(404);
    }
    assertThat(wire.send("POST", "/api/v1/freeze", "", bearer()).status()).isEqualTo(404);
    assertThat(wire.send("POST", "/metrics", "", bearer()).status()).isEqualTo(405);
    assertThat(started().registered().getLast())
        .containsExactlyInAnyOrder("GET /metrics", "GET /healthz", "GET /readyz");
    assertThat(rig.commitEngine.writePolicy().frozen()).isFalse();
  }

  @Test
  void aPageOfAnotherSiteDoesNotReadItOnLoopback() throws IOException {
    listen(Optional.empty());
    Wire wire = Wire.tcp(port());

    assertThat(wire.sendTo("evil.example", "GET", "/metrics", "").body())
        .contains("host-not-accepted")
        .doesNotContain("roce_x");
    assertThat(wire.sendTo("gpu01.example:9185", "GET", "/metrics", "").status()).isEqualTo(200);
  }

  @Test
  void aPasswordIsAskedForByThePageAndNotByTheProbes() throws IOException {
    listen(Optional.of(web(USERS)));
    Wire wire = Wire.tcp(port());

    Wire.Reply none = wire.send("GET", "/metrics", "");
    assertThat(none.status()).isEqualTo(401);
    assertThat(none.headers().get("WWW-Authenticate")).startsWith("Basic realm=");
    assertThat(none.body()).contains("password-required").doesNotContain("roce_x");
    assertThat(wire.send("GET", "/nothing", "").status()).isEqualTo(401);
    assertThat(wire.send("GET", "/healthz", "").status()).isEqualTo(200);
    assertThat(wire.send("GET", "/metrics", "", basic("prometheus", "correct horse")).body())
        .contains("roce_x 1");
    for (String wrong :
        List.of(
            basic("prometheus", "wrong"),
            basic("nobody", "correct horse"),
            basic("", ""),
            "Authorization: Basic !!!",
            "Authorization: Basic",
            bearer())) {
      assertThat(wire.send("GET", "/metrics", "", wrong).status()).as(wrong).isEqualTo(401);
    }
    assertThat(counts.of(HttpCounts.Event.WRONG_TOKEN)).isEqualTo(3);
  }

  @Test
  void aSourceThatIsLockedOutIsNotCheckedAgainUnlessItWasRightBefore() throws IOException {
    listen(Optional.of(web(USERS)));
    Wire wire = Wire.tcp(port());
    String right = basic("prometheus", "correct horse");
    for (int i = 0; i < WrongTokens.LOCKED_AFTER; i++) {
      wire.send("GET", "/metrics", "", basic("prometheus", "wrong" + i));
    }

    assertThat(wire.send("GET", "/metrics", "", right).status()).isEqualTo(429);

    listen(Optional.of(web(USERS)));
    Wire other = Wire.tcp(port());
    assertThat(other.send("GET", "/metrics", "", right).status()).isEqualTo(200);
    for (int i = 0; i < WrongTokens.LOCKED_AFTER; i++) {
      other.send("GET", "/metrics", "", basic("prometheus", "wrong" + i));
    }
    assertThat(other.send("GET", "/metrics", "", right).status()).isEqualTo(200);
  }

  @Test
  void theRestServerKnowsNoPasswordsAndKeepsItsOwnPage() throws IOException {
    listen(Optional.of(web(USERS)));
    Wire rest = Wire.tcp(started().port());

    assertThat(rest.send("GET", "/metrics", "").body()).contains("roce_x 1");
    assertThat(
            rest.send("POST", "/api/v1/freeze", "", basic("prometheus", "correct horse")).status())
        .isEqualTo(401);
  }

  @Test
  void passwordsAreTakenUpWhenTheFileChangesAndABrokenOneKeepsThem() throws IOException {
    Path file = web(USERS);
    listen(Optional.of(file));
    Wire wire = Wire.tcp(port());
    String right = basic("prometheus", "correct horse");
    assertThat(wire.send("GET", "/metrics", "", right).status()).isEqualTo(200);

    web("basic_auth_users: { prometheus: hunter2 }\n");
    started().checkFiles();
    assertThat(started().fileFailures())
        .singleElement()
        .satisfies(failure -> {
          assertThat(failure.listener()).isEqualTo("metrics");
          assertThat(failure.why())
              .contains("web.yaml:1", "basic_auth_users.prometheus")
              .doesNotContain("hunter2");
        });
    assertThat(wire.send("GET", "/metrics", "", right).status()).isEqualTo(200);

    web("basic_auth_users: { prometheus: \"" + OTHER + "\" }\n");
    started().checkFiles();
    assertThat(started().fileFailures()).isEmpty();
    assertThat(wire.send("GET", "/metrics", "", right).status()).isEqualTo(401);
    assertThat(wire.send("GET", "/metrics", "", basic("prometheus", "other")).status())
        .isEqualTo(200);

    Files.delete(file);
    started().checkFiles();
    assertThat(started().fileFailures().getFirst().why()).contains("no such file");
    assertThat(wire.send("GET", "/metrics", "").status()).isEqualTo(401);
  }

  @Test
  void tlsAndClientCertificatesAreAsPromtoolAcceptsThem() throws IOException {
    TestCa ca = new TestCa(folder);
    ca.sign("server", "/CN=gpu01", "DNS:localhost");
    ca.sign("prometheus", "/CN=prometheus", "");
    rig.now = Instant.now();
    Path file =
        web(
            """
            tls_server_config:
              cert_file: server.crt
              key_file: %s
              client_auth_type: RequireAndVerifyClientCert
              client_ca_file: ca.crt
              min_version: TLS13
            http_server_config: { http2: true }
            """
                    .formatted(ca.file("server.key"))
                + USERS);
    promtool(ca, file);
    listen(Optional.of(file));

    assertThat(curl(ca).text()).doesNotContain("roce_x");
    assertThat(curl(ca, "--cert", "prometheus.crt", "--key", "prometheus.key").text())
        .contains("password-required")
        .doesNotContain("roce_x");
    List<String> all =
        new ArrayList<>(
            List.of(
                "--cert",
                "prometheus.crt",
                "--key",
                "prometheus.key",
                "-u",
                "prometheus:correct horse"));
    assertThat(curl(ca, all.toArray(String[]::new)).text()).contains("roce_x 1");
    all.addAll(List.of("--tls-max", "1.2"));
    assertThat(curl(ca, all.toArray(String[]::new)).text()).doesNotContain("roce_x");
    assertThat(started().certificates())
        .singleElement()
        .satisfies(one -> assertThat(one.listener()).isEqualTo("metrics"));
    ca.sign("server", "/CN=renewed", "DNS:localhost");
    rig.now = Instant.now();
    started().checkFiles();
    assertThat(started().certificates().getFirst().subject()).isEqualTo("CN=renewed");
    web(USERS);
    started().checkFiles();
    assertThat(started().fileFailures().getFirst().why()).contains("needs a restart");
  }

  @Test
  void filesThatCannotBeUsedStopTheStartWithEachMistake() throws IOException {
    assertThatThrownBy(() -> listen(Optional.of(folder.resolve("none"))))
        .isInstanceOf(ListenException.class)
        .hasMessageContainingAll("metrics.webConfig", "none:1:1 no such file");
    Path file = web("tls_server_config: { cert_file: no.crt, key_file: no.key }\n");
    assertThatThrownBy(() -> listen(Optional.of(file)))
        .isInstanceOf(ListenException.class)
        .hasMessageContainingAll("TLS of listener metrics", "no.crt", "no such file");
  }

  @Test
  void aPortThatIsTakenLeavesNoOtherOneBound() throws IOException {
    InetSocketAddress free;
    try (ServerSocketChannel probe = ServerSocketChannel.open()) {
      probe.bind(Rig.anyPort());
      free = (InetSocketAddress) probe.getLocalAddress();
    }
    InetSocketAddress taken = new InetSocketAddress(free.getAddress(), rig.server.port());
    HttpOptions.Metrics metrics = new HttpOptions.Metrics(List.of(taken), Optional.empty());

    assertThatThrownBy(() -> Rig.start(options(free, metrics), rig.sources))
        .isInstanceOf(ListenException.class)
        .hasMessageContaining("cannot listen on");
    try (ServerSocketChannel again = ServerSocketChannel.open()) {
      assertThat(again.bind(free).getLocalAddress()).isEqualTo(free);
    }
  }

  /** The exporter toolkit's own check of such a file. */
  private static void promtool(TestCa ca, Path file) {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/promtool")), "promtool is missing");
    TestCa.Ran judged = ca.run("", "/usr/bin/promtool", "check", "web-config", file.toString());
    assertThat(judged.code()).as(judged.text()).isZero();
  }

  private TestCa.Ran curl(TestCa ca, String... options) {
    List<String> command =
        new ArrayList<>(List.of("/usr/bin/curl", "-sS", "--noproxy", "*", "--cacert", "ca.crt"));
    command.addAll(List.of(options));
    command.add("https://localhost:" + port() + "/metrics");
    return ca.run("", command.toArray(String[]::new));
  }

  private void listen(Optional<Path> webConfig) {
    if (server != null) {
      server.close();
    }
    server =
        HttpServer.start(
            options(Rig.anyPort(), new HttpOptions.Metrics(List.of(Rig.anyPort()), webConfig)),
            rig.sources,
            Rig.TIME,
            counts);
  }

  private static HttpOptions options(InetSocketAddress rest, HttpOptions.Metrics metrics) {
    return new HttpOptions(
        List.of(rest),
        null,
        Set.of("gpu01.example"),
        () -> Rig.TOKEN,
        Optional.empty(),
        metrics,
        HttpLimits.usual());
  }

  private HttpServer started() {
    HttpServer now = server;
    if (now == null) {
      throw new AssertionError("not started");
    }
    return now;
  }

  private int port() {
    return started().metricsPorts().getFirst();
  }

  private Path web(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("web.yaml"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  private static String basic(String user, String password) {
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Authorization: Basic " + Base64.getEncoder().encodeToString(both);
  }

  private static String bearer() {
    return "Authorization: Bearer " + Rig.TOKEN;
  }
}
