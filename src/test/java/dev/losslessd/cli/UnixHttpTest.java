package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnixHttpTest {
  @Test
  void aBodyOfKnownLengthEndsThere() throws IOException {
    Reply reply = read("HTTP/1.1 200 OK\r\nETag: \"1-2\"\r\nContent-Length: 2\r\n\r\n{}surplus");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isEqualTo("{}");
    assertThat(reply.header("etag")).contains("\"1-2\"");
  }

  @Test
  void chunksArePutTogether() throws IOException {
    Reply reply =
        read(
            String.join(
                "\r\n",
                "HTTP/1.1 200 OK",
                "Transfer-Encoding: chunked",
                "",
                "3;x=y",
                "{\"a",
                "A",
                "\":\"0123456",
                "2",
                "\"}",
                "0",
                "Trailer: 1",
                "",
                ""));

    assertThat(reply.body()).isEqualTo("{\"a\":\"0123456\"}");
  }

  @Test
  void aBodyWithoutLengthEndsWithTheConnection() throws IOException {
    assertThat(read("HTTP/1.0 200 OK\r\n\r\n{\"a\":1}").body()).isEqualTo("{\"a\":1}");
  }

  @Test
  void interimAnswersArePassedOver() throws IOException {
    String text = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n";

    assertThat(read(text).status()).isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n{}",
      })
  void aTruncatedAnswerIsNeverTakenForAWholeOne(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(EOFException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2000000000\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      })
  void whatIsNotHttpIsRefused(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(ProtocolException.class);
  }

  @Test
  void aRequestLineTakesNoBlankAndNoLineEnd() {
    for (String target : new String[] {"/a b", "/a\r\nX: y", "/ü"}) {
      assertThatThrownBy(() -> new UnixHttp.Request("GET", target, Map.of(), null))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(
            () -> new UnixHttp.Request("GET", "/", Map.of("If-Match", "1\r\nX: y"), null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSilentDaemonIsGivenUp(@TempDir Path folder) throws IOException {
    Path socket = folder.resolve("s.sock");
    try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      silent.bind(UnixDomainSocketAddress.of(socket));
      Daemon daemon = new Daemon(socket, Duration.ofMillis(50), SILENT);

      assertThatThrownBy(() -> daemon.get("status"))
          .isInstanceOf(CliException.class)
          .hasMessageContaining("is silent")
          .hasCauseInstanceOf(SocketTimeoutException.class);
    }
  }

  private static final Progress SILENT =
      new Progress(
          System.err,
          new Environment(
              Map.of(),
              Optional.empty(),
              InputStream.nullInputStream(),
              InstantSource.system(),
              _ -> {},
              _ -> Optional.empty()));

  private static Reply read(String text) throws IOException {
    return Reply.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
