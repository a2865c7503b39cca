package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.config.SecretRef;
import dev.losslessd.config.TlsConfig;
import dev.losslessd.http.HttpCounts.Cut;
import dev.losslessd.http.TestCa.Ran;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS and client certificates with curl and openssl as clients. */
@Timeout(120)
class TlsTest {
  private static final String FREEZE = "/api/v1/freeze";
  private static final String STATUS = "/api/v1/status";
  private static final int CONNECTIONS = 16;
  private static final HttpLimits LIMITS =
      new HttpLimits(
          CONNECTIONS,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(75),
          Duration.ofSeconds(30),
          64 * 1024,
          1024 * 1024,
          4,
          8 * 1024 * 1024);

  @TempDir private Path folder;
  private final AtomicLong nanos = new AtomicLong();
  private final HttpCounts counts = new HttpCounts();
  private final List<SocketChannel> open = new ArrayList<>();
  private TestCa ca;
  private Rig rig;
  private @Nullable HttpServer server;

  @BeforeEach
  void start() {
    ca = new TestCa(folder);
    ca.sign("server", "/CN=gpu01", "DNS:localhost,IP:127.0.0.1,DNS:*.lab.example");
    rig = new Rig(folder);
    rig.now = Instant.now();
  }

  @AfterEach
  void stop() throws IOException {
    for (SocketChannel one : open) {
      one.close();
    }
    if (server != null) {
      server.close();
    }
    rig.close();
  }

  @Test
  void curlReadsOverTls12And13AndNothingOlderIsSpoken() {
    listen(false);

    assertThat(curl(STATUS).text()).contains("\"host\":\"gpu01\"", "HTTP 200");
    assertThat(curl(STATUS, "--tls-max", "1.2").text()).contains("HTTP 200");
    assertThat(curl(STATUS, "--tlsv1.3").text()).contains("HTTP 200");
    for (String old : List.of("-tls1", "-tls1_1")) {
      Ran refused = openssl(old, "-cipher", "ALL:@SECLEVEL=0");
      assertThat(refused.code()).as(refused.text()).isNotZero();
      assertThat(refused.text()).contains("alert protocol version");
    }
  }

  @Test
  void onlyCiphersWithForwardSecrecyAndNoRenegotiation() {
    listen(false);

    for (String weak : List.of("AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA", "NULL")) {
      Ran refused = openssl("-tls1_2", "-cipher", weak + ":@SECLEVEL=0");
      assertThat(refused.text()).as(weak).contains("handshake failure");
    }
    Ran again = ca.run("R\n", command("-tls1_2"));
    assertThat(again.text().split("RENEGOTIATING", -1)).hasSize(2);
    assertThat(again.text().split("RENEGOTIATING", -1)[1])
        .contains("closed")
        .doesNotContain("depth");
    assertThat(openssl("-tls1_2").text()).contains("ECDHE-ECDSA-AES256-GCM-SHA384");
  }

  @Test
  void plainHttpOnATlsAddressLearnsNothing() throws IOException {
    listen(false);

    Wire.Reply reply = Wire.tcp(port()).send("GET", STATUS, "");

    assertThat(reply.status()).isIn(0, 400);
    assertThat(reply.body()).doesNotContain("gpu01");
    assertThat(curl(STATUS).text()).contains("HTTP 200");
  }

  @Test
  void whoShowsNothingReadsOnLoopbackAndIsAStrangerFromBeyond() {
    InetAddress own = beyondLoopback();
    ca.sign("server", "/CN=gpu01", "DNS:localhost,IP:127.0.0.1,IP:" + own.getHostAddress());
    listen(false, new InetSocketAddress("0.0.0.0", 0));
    String there = "https://" + own.getHostAddress() + ":" + port();

    assertThat(curl(STATUS).text()).contains("HTTP 200");
    assertThat(curlTo(there + "/healthz").text()).contains("HTTP 200");
    assertThat(curlTo(there + STATUS).text()).contains("HTTP 401", "token-required");
    assertThat(curlTo(there + "/nothing").text()).contains("HTTP 401");
    assertThat(curlTo(there + STATUS, "-H", bearer()).text()).contains("HTTP 200");
  }

  @Test
  void theCertificateSaysWhichHostsMayBeAskedFor() {
    listen(false);
    String resolve = "leaf1.lab.example:" + port() + ":127.0.0.1";
    String named = "https://leaf1.lab.example:" + port() + STATUS;

    assertThat(curlTo(named, "--resolve", resolve).text()).contains("HTTP 200");
    assertThat(curl(STATUS, "-H", "Host: evil.example").text())
        .contains("HTTP 403", "host-not-accepted");
    assertThat(curl(STATUS, "-H", "Host: a.b.lab.example").text()).contains("HTTP 403");
    assertThat(curl(STATUS, "-H", "Host: gpu01.example").text()).contains("HTTP 200");
  }

  @Test
  void certificatesStandForCallersWithARoleAndAScope() {
    ca.sign("ci", "/O=team/CN=ci.example", "");
    ca.sign("ops", "/CN=someone", "DNS:anna.ops.example");
    ca.sign("stranger", "/CN=stranger", "");
    listen(false);

    assertThat(curl(FREEZE, with("ops", "-X", "POST")).text()).contains("HTTP 200");
    assertThat(curl("/api/v1/thaw", with("ci", "-X", "POST")).text())
        .contains("HTTP 403", "not-allowed", "cert:ci.example has the role operator");
    assertThat(curl("/api/v1/thaw", with("ops", "-X", "POST")).text()).contains("HTTP 200");
    assertThat(curl(STATUS, with("stranger")).text())
        .contains("HTTP 403", "not-allowed", "cert:stranger has no role, expected viewer");
    assertThat(curl("/healthz", with("stranger")).text()).contains("HTTP 200");
    assertThat(curl(STATUS, with("stranger", "-H", bearer())).text()).contains("HTTP 200");
    assertThat(curl(STATUS, with("ops", "-H", "Authorization: Bearer wrong")).text())
        .contains("HTTP 401");
    assertThat(curl(FREEZE, "-X", "POST").text()).contains("HTTP 401");
  }

  @Test
  void theActorOfACommitNamesTheCertificateAndTheSource() {
    ca.sign("ci", "/CN=ci.example", "");
    listen(false);
    String body = "{\"lossless\":[3]}";

    Ran put =
        curl(
            Rig.PORT + "/pfc",
            with(
                "ci",
                "-X",
                "PUT",
                "-H",
                "If-Match: *",
                "-H",
                "Content-Type: application/json",
                "-d",
                body));

    assertThat(put.text()).contains("HTTP 202");
    assertThat(curl("/api/v1/commits").text()).contains("\"actor\":\"cert:ci.example@127.0.0.1\"");
  }

  @Test
  void aCertificateOfAnotherCaDoesNotGetThroughTheHandshake() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    TestCa foreign = new TestCa(other);
    foreign.sign("ops", "/CN=x", "DNS:anna.ops.example");
    listen(false);

    Ran refused = curl(STATUS, "--cert", "other/ops.crt", "--key", "other/ops.key");

    assertThat(refused.code()).as(refused.text()).isNotZero();
    assertThat(refused.text()).doesNotContain("HTTP 200");
    ca.sign("old", "/CN=x", "DNS:anna.ops.example", ecKey(), "-1");
    assertThat(curl(STATUS, with("old")).text()).doesNotContain("HTTP 200");
  }

  @Test
  void aCertificateThatEndsOnAnOpenConnectionCountsNoMore() {
    ca.sign("ops", "/CN=x", "DNS:anna.ops.example");
    listen(false);
    assertThat(curl(STATUS, with("ops")).text()).contains("HTTP 200");

    rig.now = Instant.now().plus(Duration.ofDays(2));

    assertThat(curl(STATUS, with("ops")).text())
        .contains("HTTP 403", "not-allowed", "anna.ops.example ended at");
  }

  @Test
  void whereACertificateIsRequiredNobodyWithoutOneConnects() {
    ca.sign("ci", "/CN=ci.example", "");
    listen(true);

    assertThat(curl("/healthz").text()).doesNotContain("HTTP 200");
    assertThat(curl("/healthz", "-H", bearer()).text()).doesNotContain("HTTP 200");
    assertThat(curl(STATUS, with("ci")).text()).contains("HTTP 200");
  }

  @Test
  void halfAHandshakeHasADeadlineAndIsDisplaced() throws IOException {
    listen(false);
    byte[] half = Arrays.copyOf(clientHello(), 60);
    SocketChannel first = connect(half);
    awaitConnections(1);
    nanos.addAndGet(LIMITS.header().minusMillis(1).toNanos());
    look();
    assertThat(first.write(ByteBuffer.wrap(new byte[] {0}))).isEqualTo(1);
    assertThat(counts.cuts(Cut.IDLE)).isZero();

    nanos.addAndGet(Duration.ofMillis(2).toNanos());
    look();

    assertThat(isClosed(first)).isTrue();
    assertThat(counts.cuts(Cut.IDLE)).isEqualTo(1);
    for (int i = 0; i < 10 * CONNECTIONS; i++) {
      connect(half);
    }
    assertThat(curl("/healthz").text()).contains("HTTP 200");
    assertThat(counts.cuts(Cut.DISPLACED)).isGreaterThanOrEqualTo(9 * CONNECTIONS);
    assertThat(started().listeners().getFirst().connections()).isLessThanOrEqualTo(CONNECTIONS);
  }

  @Test
  void noBufferUnderTlsIsPooledOrDirect() {
    listen(false);

    Connector connector = started().listeners().getFirst().server().getConnectors()[0];
    assertThat(connector.getByteBufferPool()).isInstanceOf(ByteBufferPool.NonPooling.class);
    SslConnectionFactory tls = connector.getConnectionFactory(SslConnectionFactory.class);
    assertThat(tls.isDirectBuffersForDecryption()).isFalse();
    assertThat(tls.isDirectBuffersForEncryption()).isFalse();
  }

  @Test
  void aConnectionUnderTlsCountsOnceAndMayWorkLongerThanAHandshake() {
    listen(false);
    String slow = "https://localhost:" + port() + "/healthz";
    assertThat(curlTo(slow, slow, slow).text()).contains("HTTP 200");
    nanos.addAndGet(LIMITS.header().plusSeconds(1).toNanos());
    look();

    assertThat(curl(STATUS).text()).contains("HTTP 200");
    assertThat(counts.cuts(Cut.IDLE)).isZero();
    assertThat(counts.cuts(Cut.DISPLACED)).isZero();
  }

  private void listen(boolean requireClient) {
    listen(requireClient, Rig.anyPort());
  }

  private void listen(boolean requireClient, InetSocketAddress address) {
    TlsConfig tls =
        new TlsConfig(
            secret("server.crt"),
            secret("server.key"),
            Optional.of(secret("ca.crt")),
            requireClient,
            List.of(
                new TlsConfig.Client("ci.example", Role.OPERATOR, DeviceScope.ALL),
                new TlsConfig.Client("*.ops.example", Role.ADMIN, DeviceScope.ALL)));
    server =
        HttpServer.start(
            new HttpOptions(
                List.of(address),
                null,
                Set.of("gpu01.example"),
                Rig.TOKEN,
                Optional.of(tls),
                HttpOptions.Metrics.NONE,
                LIMITS),
            rig.sources,
            new HttpTime(nanos::incrementAndGet, _ -> {}),
            counts);
  }

  private SecretRef secret(String name) {
    return new SecretRef("file:" + ca.file(name));
  }

  private HttpServer started() {
    HttpServer now = server;
    if (now == null) {
      throw new AssertionError("not started");
    }
    return now;
  }

  private int port() {
    return started().port();
  }

  private static String bearer() {
    return "Authorization: Bearer " + Rig.TOKEN;
  }

  private static List<String> ecKey() {
    return List.of("ec", "-pkeyopt", "ec_paramgen_curve:P-256");
  }

  private static String[] with(String name, String... more) {
    List<String> all = new ArrayList<>(List.of("--cert", name + ".crt", "--key", name + ".key"));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private Ran curl(String path, String... options) {
    return curlTo("https://localhost:" + port() + path, options);
  }

  private Ran curlTo(String url, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "/usr/bin/curl",
                "-sS",
                "--noproxy",
                "*",
                "--cacert",
                "ca.crt",
                "--max-time",
                "60",
                "-w",
                "\nHTTP %{http_code}\n"));
    command.addAll(List.of(options));
    command.add(url);
    return ca.run("", command.toArray(String[]::new));
  }

  private Ran openssl(String... options) {
    return ca.run("", command(options));
  }

  private String[] command(String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "/usr/bin/openssl",
                "s_client",
                "-connect",
                "localhost:" + port(),
                "-CAfile",
                "ca.crt"));
    command.addAll(List.of(options));
    return command.toArray(String[]::new);
  }

  /** An address of this host that is not loopback. */
  private static InetAddress beyondLoopback() {
    try {
      Optional<InetAddress> found =
          NetworkInterface.networkInterfaces()
              .flatMap(NetworkInterface::inetAddresses)
              .filter(one -> one instanceof Inet4Address && !one.isLoopbackAddress())
              .findFirst();
      assumeTrue(found.isPresent(), "this host has no address but loopback");
      return found.get();
    } catch (SocketException e) {
      throw new AssertionError(e);
    }
  }

  /** The first record of a handshake as the JDK sends it. */
  private static byte[] clientHello() {
    try {
      SSLEngine engine = SSLContext.getDefault().createSSLEngine("localhost", 1);
      engine.setUseClientMode(true);
      ByteBuffer out = ByteBuffer.allocate(32 * 1024);
      engine.wrap(ByteBuffer.allocate(0), out);
      return Arrays.copyOf(out.array(), out.position());
    } catch (GeneralSecurityException | SSLException e) {
      throw new AssertionError(e);
    }
  }

  private SocketChannel connect(byte[] bytes) throws IOException {
    SocketChannel channel = SocketChannel.open();
    open.add(channel);
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()));
    ByteBuffer all = ByteBuffer.wrap(bytes);
    try {
      while (all.hasRemaining()) {
        channel.write(all);
      }
    } catch (IOException e) {
      // it was displaced already
    }
    return channel;
  }

  private static boolean isClosed(SocketChannel channel) {
    try {
      ByteBuffer bytes = ByteBuffer.allocate(1024);
      while (channel.read(bytes) >= 0) {
        bytes.clear(); // a last word of TLS
      }
      return true;
    } catch (IOException e) {
      return true;
    }
  }

  private void awaitConnections(int number) {
    while (started().listeners().getFirst().connections() < number) {
      Thread.onSpinWait();
    }
  }

  private void look() {
    started().listeners().forEach(Listener::check);
  }
}
