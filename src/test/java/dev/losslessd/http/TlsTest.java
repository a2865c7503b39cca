package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.http.HttpCounts.Cut;
import dev.losslessd.http.TestCa.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is spoken under TLS, and what half a handshake may hold; with curl and openssl. */
@SystemGroup
@Timeout(120)
class TlsTest {
  private static final String STATUS = "/api/v1/status";

  @TempDir private Path folder;
  private final List<SocketChannel> open = new ArrayList<>();
  private TlsFixture tls;

  @BeforeEach
  void start() {
    tls = new TlsFixture(folder);
  }

  @AfterEach
  void stop() throws IOException {
    for (SocketChannel one : open) {
      one.close();
    }
    tls.close();
  }

  @Test
  void curlReadsOverTls12And13AndNothingOlderIsSpoken() {
    tls.listen(false);

    assertThat(tls.curl(STATUS).text()).contains("\"host\":\"gpu01\"", "HTTP 200");
    assertThat(tls.curl(STATUS, "--tls-max", "1.2").text()).contains("HTTP 200");
    assertThat(tls.curl(STATUS, "--tlsv1.3").text()).contains("HTTP 200");
    for (String old : List.of("-tls1", "-tls1_1")) {
      Ran refused = tls.openssl(old, "-cipher", "ALL:@SECLEVEL=0");
      assertThat(refused.code()).as(refused.text()).isNotZero();
      assertThat(refused.text()).contains("alert protocol version");
    }
  }

  @Test
  void onlyCiphersWithForwardSecrecyAndNoRenegotiation() {
    tls.listen(false);

    for (String weak : List.of("AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA", "NULL")) {
      Ran refused = tls.openssl("-tls1_2", "-cipher", weak + ":@SECLEVEL=0");
      assertThat(refused.text()).as(weak).contains("handshake failure");
    }
    Ran again = tls.ca.run("R\n", tls.command("-tls1_2"));
    assertThat(again.text().split("RENEGOTIATING", -1)).hasSize(2);
    assertThat(again.text().split("RENEGOTIATING", -1)[1])
        .contains("closed")
        .doesNotContain("depth");
    assertThat(tls.openssl("-tls1_2").text()).contains("ECDHE-ECDSA-AES256-GCM-SHA384");
  }

  @Test
  void plainHttpOnATlsAddressLearnsNothing() throws IOException {
    tls.listen(false);

    Wire.Reply reply = Wire.tcp(tls.port()).send("GET", STATUS, "");

    assertThat(reply.status()).isIn(0, 400);
    assertThat(reply.body()).doesNotContain("gpu01");
    assertThat(tls.curl(STATUS).text()).contains("HTTP 200");
  }

  @Test
  void theCertificateSaysWhichHostsMayBeAskedFor() {
    tls.listen(false);
    String resolve = "leaf1.lab.example:" + tls.port() + ":127.0.0.1";
    String named = "https://leaf1.lab.example:" + tls.port() + STATUS;

    assertThat(tls.curlTo(named, "--resolve", resolve).text()).contains("HTTP 200");
    assertThat(tls.curl(STATUS, "-H", "Host: evil.example").text())
        .contains("HTTP 403", "host-not-accepted");
    assertThat(tls.curl(STATUS, "-H", "Host: a.b.lab.example").text()).contains("HTTP 403");
    assertThat(tls.curl(STATUS, "-H", "Host: gpu01.example").text()).contains("HTTP 200");
  }

  @Test
  void halfAHandshakeHasADeadlineAndIsDisplaced() throws IOException {
    tls.listen(false);
    byte[] half = Arrays.copyOf(clientHello(), 60);
    SocketChannel first = connect(half);
    tls.awaitConnections(1);
    tls.nanos.addAndGet(TlsFixture.LIMITS.header().minusMillis(1).toNanos());
    tls.look();
    assertThat(first.write(ByteBuffer.wrap(new byte[] {0}))).isEqualTo(1);
    assertThat(tls.counts.cuts(Cut.IDLE)).isZero();

    tls.nanos.addAndGet(Duration.ofMillis(2).toNanos());
    tls.look();

    assertThat(isClosed(first)).isTrue();
    assertThat(tls.counts.cuts(Cut.IDLE)).isEqualTo(1);
    for (int i = 0; i < 10 * TlsFixture.CONNECTIONS; i++) {
      connect(half);
    }
    assertThat(tls.curl("/healthz").text()).contains("HTTP 200");
    assertThat(tls.counts.cuts(Cut.DISPLACED)).isGreaterThanOrEqualTo(9 * TlsFixture.CONNECTIONS);
    assertThat(tls.started().listeners().getFirst().connections())
        .isLessThanOrEqualTo(TlsFixture.CONNECTIONS);
  }

  @Test
  void noBufferUnderTlsIsPooledOrDirect() {
    tls.listen(false);

    Connector connector = tls.started().listeners().getFirst().server().getConnectors()[0];
    assertThat(connector.getByteBufferPool()).isInstanceOf(ByteBufferPool.NonPooling.class);
    SslConnectionFactory ssl = connector.getConnectionFactory(SslConnectionFactory.class);
    assertThat(ssl.isDirectBuffersForDecryption()).isFalse();
    assertThat(ssl.isDirectBuffersForEncryption()).isFalse();
  }

  @Test
  void aConnectionUnderTlsCountsOnceAndMayWorkLongerThanAHandshake() {
    tls.listen(false);
    String slow = "https://localhost:" + tls.port() + "/healthz";
    assertThat(tls.curlTo(slow, slow, slow).text()).contains("HTTP 200");
    tls.nanos.addAndGet(TlsFixture.LIMITS.header().plusSeconds(1).toNanos());
    tls.look();

    assertThat(tls.curl(STATUS).text()).contains("HTTP 200");
    assertThat(tls.counts.cuts(Cut.IDLE)).isZero();
    assertThat(tls.counts.cuts(Cut.DISPLACED)).isZero();
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
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), tls.port()));
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
}
