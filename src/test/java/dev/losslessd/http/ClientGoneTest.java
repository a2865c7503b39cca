package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that go away in the middle: their own affair, and no failure of the daemon. */
class ClientGoneTest {
  private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";
  private static final String WRITE =
      "Authorization: Bearer " + Rig.TOKEN + "\r\nContent-Type: application/json\r\n";

  private static final List<String> REQUESTS =
      List.of(
          "GET /metrics" + HOST + "\r\n",
          "GET /metrics" + HOST + "Accept-Encoding: gzip\r\n\r\n",
          "GET /openapi.json" + HOST + "\r\n",
          "GET /api/v1/sta",
          "PUT /api/v1/ports/gpu01/ens1f0np0/pfc"
              + HOST
              + WRITE
              + "If-Match: *\r\nContent-Length: 100\r\n\r\n{",
          "POST /api/v1/plans" + HOST + WRITE + "Content-Length: 50\r\n\r\n{}",
          "POST /api/v1/plans" + HOST + WRITE + "Transfer-Encoding: chunked\r\n\r\n10\r\n{");

  @TempDir Path folder;

  @Test
  void aConnectionThatIsResetIsNoUnexpectedError() throws IOException {
    HttpCounts counts = new HttpCounts();
    try (Rig rig = new Rig(folder);
        HttpServer server =
            HttpServer.start(
                new HttpOptions(
                    List.of(Rig.anyPort()),
                    null,
                    Set.of(),
                    () -> Rig.TOKEN,
                    Optional.empty(),
                    HttpOptions.Metrics.NONE,
                    limits()),
                rig.sources,
                Rig.TIME,
                counts)) {
      rig.page = "x".repeat(32 << 20); // more than the kernel keeps for a client

      for (int round = 0; round < 10; round++) {
        for (String request : REQUESTS) {
          reset(server.port(), request, round % 2 == 0);
        }
      }

      assertThat(Wire.tcp(server.port()).send("GET", "/healthz", "").status()).isEqualTo(200);
      assertThat(counts.of(HttpCounts.Event.UNEXPECTED)).isZero();
    }
  }

  private static HttpLimits limits() {
    Duration second = Duration.ofSeconds(10);
    return new HttpLimits(128, second, second, second, second, 65_536, 1 << 20, 4, 64 << 20);
  }

  private static void reset(int port, String request, boolean afterSome) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoLinger(true, 0); // a reset, not an orderly end
      socket.setSoTimeout(20);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      if (afterSome) {
        readSome(socket);
      }
    }
  }

  private static void readSome(Socket socket) {
    try {
      socket.getInputStream().readNBytes(10);
    } catch (IOException e) {
      // it waits for the rest of the request
    }
  }
}
