package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are killed in the middle of an answer: one line each for those who debug. */
@SystemGroup
class ClientsGoneEndTest {
  private static final String GONE = "a client went away during ";

  @TempDir private Path folder;

  @Test
  void aKilledClientIsOneLineAndNoTrace() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      List<String> options = new ArrayList<>(ClassCache.options());
      options.add("-Dlosslessd.log=debug");
      fixture.from(options);
      fixture.start();
      for (String path : List.of("/openapi.json", "/metrics")) {
        try (Socket large = ask(fixture, "GET " + path)) {
          assertThat(large.getInputStream().readNBytes(100)).hasSize(100);
        }
      }
      try (Socket events = ask(fixture, "GET /api/v1/events", "Accept: text/event-stream")) {
        assertThat(events.getInputStream().readNBytes(100)).hasSize(100);
      }
      String body = "{\"lossless\":[3]}";
      try (Socket _ =
          ask(
              fixture,
              "PUT /api/v1/ports/gpu01/ens1f0np0/pfc",
              "Authorization: Bearer " + fixture.token(),
              "If-Match: *",
              "Prefer: wait=30",
              "Content-Type: application/json",
              "Content-Length: " + body.length(),
              "",
              body)) {
        DaemonFixture.await(
            () -> fixture.get("/api/v1/commits").body().contains("c-000001"), "not begun");
      }
      DaemonFixture.await(
          () -> fixture.get("/api/v1/commits").body().contains("awaiting-confirm"), "not applied");
      fixture.type("confirm", "--yes");
      DaemonFixture.await(
          () -> log().contains(GONE + "/api/v1/events"), "the stream is not over: " + log());

      String log = log();
      List<String> gone = log.lines().filter(line -> line.contains(GONE)).toList();
      System.out.println(gone);
      for (String path : List.of("/openapi.json", "/metrics", "/api/v1/events", "/pfc")) {
        assertThat(gone.stream().filter(line -> line.contains(path)).count())
            .as(path + " in " + gone)
            .isLessThanOrEqualTo(1);
      }
      assertThat(gone).as("the large one was cut in its midst").isNotEmpty();
      assertThat(log.lines()).noneMatch(line -> line.strip().startsWith("at "));
      assertThat(log).doesNotContain("EofException", " failed\n", "broken off");
      assertThat(fixture.get("/metrics").body()).contains("losslessd_unexpected_errors_total 0");
    }
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("daemon.log"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A socket that takes little, and ends with a reset as a killed client's does. */
  private static Socket ask(DaemonFixture fixture, String... lines) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(2048);
    socket.setSoLinger(true, 0);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), fixture.port()));
    StringBuilder text = new StringBuilder(lines[0] + " HTTP/1.1\r\nHost: localhost\r\n");
    for (int n = 1; n < lines.length; n++) {
      boolean last = n == lines.length - 1 && n > 1 && lines[n - 1].isEmpty();
      text.append(lines[n]).append(last ? "" : "\r\n");
    }
    boolean body = lines.length > 2 && lines[lines.length - 2].isEmpty();
    socket.getOutputStream().write((text + (body ? "" : "\r\n")).getBytes(StandardCharsets.UTF_8));
    return socket;
  }
}
