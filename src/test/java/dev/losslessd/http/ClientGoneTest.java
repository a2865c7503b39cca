package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that go away in the middle: their own affair, and no failure of the daemon. */
class ClientGoneTest {
  @TempDir Path folder;
  private Rig rig;
  private HttpServer server;

  @BeforeEach
  void start() {
    rig = new Rig(folder);
    rig.page = "x".repeat(40 << 20);
    var d = dev.losslessd.config.Config.HttpLimits.DEFAULT;
    server =
        Rig.start(
            new HttpOptions(
                java.util.List.of(Rig.anyPort()),
                folder.resolve("b.sock"),
                java.util.Set.of(),
                Rig.TOKEN,
                new dev.losslessd.config.Config.HttpLimits(
                    d.connections(),
                    d.header(),
                    d.body(),
                    d.idle(),
                    d.write(),
                    d.smallBody(),
                    d.largeBody(),
                    4,
                    64 << 20)),
            rig.sources);
  }

  @AfterEach
  void stop() {
    server.close();
    rig.close();
  }

  @Test
  void aConnectionThatIsResetIsNoError() throws IOException {
    for (int round = 0; round < 20; round++) {
      reset("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", round);
      reset(put(100) + "{\"lossless\":", round);
      reset(put(16) + "{\"lossless\":[3]}", round);
      reset("GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n", round);
      reset("GET /api/v1/sta", round);
      reset(post(50) + "{}", round);
      reset(
          "POST /api/v1/plans HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + Rig.TOKEN
              + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{",
          round);
      reset("GET /metrics HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n", round);
      reset(
          "GET /metrics HTTP/1.1\r\n"
              + "Host: localhost\r\n\r\n"
              + "GET /metrics HTTP/1.1\r\n"
              + "Host: localhost\r\n\r\n"
              + "GET /metrics HTTP/1.1\r\n"
              + "Host: localhost\r\n\r\n",
          round);
      reset("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n", round);
      reset("GET /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", round);
      reset("GET /metrics HTTP/1.1\r\nHost: evil\r\n\r\n", round);
      unix("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", round);
      unix(put(100) + "{\"lossless\":", round);
      unix("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n", round);
    }
    assertThat(rig.get("/healthz").status()).isEqualTo(200);
  }

  private static String put(int length) {
    return "PUT " + Rig.PORT + "/pfc HTTP/1.1\r\nHost: localhost\r\nIf-Match: *\r\n" + rest(length);
  }

  private static String post(int length) {
    return "POST /api/v1/plans HTTP/1.1\r\nHost: localhost\r\n" + rest(length);
  }

  private static String rest(int length) {
    return "Authorization: Bearer "
        + Rig.TOKEN
        + "\r\nContent-Type: application/json\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private void unix(String sent, int millis) throws IOException {
    try (var c =
        java.nio.channels.SocketChannel.open(
            java.net.UnixDomainSocketAddress.of(folder.resolve("b.sock")))) {
      c.write(java.nio.ByteBuffer.wrap(sent.getBytes(StandardCharsets.US_ASCII)));
      if (millis % 2 == 0) {
        try {
          Thread.sleep(millis);
        } catch (InterruptedException e) {
        }
        c.configureBlocking(false);
        c.read(java.nio.ByteBuffer.allocate(10));
      }
    }
  }

  private void reset(String sent, int millis) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoLinger(true, 0); // a reset, not an orderly end
      socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
      if (millis % 2 == 0) {
        try {
          Thread.sleep(millis);
        } catch (InterruptedException e) {
        }
        socket.setSoTimeout(50);
        try {
          socket.getInputStream().read(new byte[100]);
        } catch (IOException e) {
        }
      }
    }
  }
}
