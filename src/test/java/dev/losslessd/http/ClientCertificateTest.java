package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.http.TestCa.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers by their client certificates, with curl as the client. */
@SystemGroup
@Timeout(120)
class ClientCertificateTest {
  private static final String FREEZE = "/api/v1/freeze";
  private static final String STATUS = "/api/v1/status";

  @TempDir private Path folder;
  private TlsFixture tls;

  @BeforeEach
  void start() {
    tls = new TlsFixture(folder);
  }

  @AfterEach
  void stop() {
    tls.close();
  }

  @Test
  void whoShowsNothingReadsOnLoopbackAndIsAStrangerFromBeyond() {
    Optional<InetAddress> found = RemoteListeners.beyondLoopback();
    assumeTrue(found.isPresent(), "this host has no address but loopback");
    InetAddress own = found.get();
    tls.ca.sign("server", "/CN=gpu01", "DNS:localhost,IP:127.0.0.1,IP:" + own.getHostAddress());
    tls.listen(false, new InetSocketAddress("0.0.0.0", 0));
    String there = "https://" + own.getHostAddress() + ":" + tls.port();

    assertThat(tls.curl(STATUS).text()).contains("HTTP 200");
    assertThat(tls.curlTo(there + "/healthz").text()).contains("HTTP 200");
    assertThat(tls.curlTo(there + STATUS).text()).contains("HTTP 401", "token-required");
    assertThat(tls.curlTo(there + "/nothing").text()).contains("HTTP 401");
    assertThat(tls.curlTo(there + STATUS, "-H", TlsFixture.bearer()).text()).contains("HTTP 200");
  }

  @Test
  void certificatesStandForCallersWithARoleAndAScope() {
    tls.ca.sign("ci", "/O=team/CN=ci.example", "");
    tls.ca.sign("ops", "/CN=someone", "DNS:anna.ops.example");
    tls.ca.sign("stranger", "/CN=stranger", "");
    tls.listen(false);

    assertThat(tls.curl(FREEZE, TlsFixture.with("ops", "-X", "POST")).text()).contains("HTTP 200");
    assertThat(tls.curl("/api/v1/thaw", TlsFixture.with("ci", "-X", "POST")).text())
        .contains("HTTP 403", "not-allowed", "cert:ci.example has the role operator");
    assertThat(tls.curl("/api/v1/thaw", TlsFixture.with("ops", "-X", "POST")).text())
        .contains("HTTP 200");
    assertThat(tls.curl(STATUS, TlsFixture.with("stranger")).text())
        .contains("HTTP 403", "not-allowed", "cert:stranger has no role, expected viewer");
    assertThat(tls.curl("/healthz", TlsFixture.with("stranger")).text()).contains("HTTP 200");
    assertThat(tls.curl(STATUS, TlsFixture.with("stranger", "-H", TlsFixture.bearer())).text())
        .contains("HTTP 200");
    assertThat(tls.curl(STATUS, TlsFixture.with("ops", "-H", "Authorization: Bearer wrong")).text())
        .contains("HTTP 401");
    assertThat(tls.curl(FREEZE, "-X", "POST").text()).contains("HTTP 401");
  }

  @Test
  void theActorOfACommitNamesTheCertificateAndTheSource() {
    tls.ca.sign("ci", "/CN=ci.example", "");
    tls.listen(false);
    String body = "{\"lossless\":[3]}";

    Ran put =
        tls.curl(
            Rig.PORT + "/pfc",
            TlsFixture.with(
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
    assertThat(tls.curl("/api/v1/commits").text())
        .contains("\"actor\":\"cert:ci.example@127.0.0.1\"");
  }

  @Test
  void aCertificateOfAnotherCaDoesNotGetThroughTheHandshake() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    TestCa foreign = new TestCa(other);
    foreign.sign("ops", "/CN=x", "DNS:anna.ops.example");
    tls.listen(false);

    Ran refused = tls.curl(STATUS, "--cert", "other/ops.crt", "--key", "other/ops.key");

    assertThat(refused.code()).as(refused.text()).isNotZero();
    assertThat(refused.text()).doesNotContain("HTTP 200");
    tls.ca.sign("old", "/CN=x", "DNS:anna.ops.example", TlsFixture.ecKey(), "-1");
    assertThat(tls.curl(STATUS, TlsFixture.with("old")).text()).doesNotContain("HTTP 200");
  }

  @Test
  void aCertificateThatEndsOnAnOpenConnectionCountsNoMore() {
    tls.ca.sign("ops", "/CN=x", "DNS:anna.ops.example");
    tls.listen(false);
    assertThat(tls.curl(STATUS, TlsFixture.with("ops")).text()).contains("HTTP 200");

    tls.rig.now = Instant.now().plus(Duration.ofDays(2));

    assertThat(tls.curl(STATUS, TlsFixture.with("ops")).text())
        .contains("HTTP 403", "not-allowed", "anna.ops.example ended at");
  }

  @Test
  void whereACertificateIsRequiredNobodyWithoutOneConnects() {
    tls.ca.sign("ci", "/CN=ci.example", "");
    tls.listen(true);

    assertThat(tls.curl("/healthz").text()).doesNotContain("HTTP 200");
    assertThat(tls.curl("/healthz", "-H", TlsFixture.bearer()).text()).doesNotContain("HTTP 200");
    assertThat(tls.curl(STATUS, TlsFixture.with("ci")).text()).contains("HTTP 200");
  }
}
