package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.house.SystemGroup;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strangers who send what TLS allows and no client does. */
@SystemGroup
@Timeout(120)
class TlsFloodTest {
  /** An alert of the level warning, in the clear, which JSSE passes over: RFC 5246, 7.2. */
  private static final byte[] WARNING = {21, 3, 3, 0, 2, 1, 10};

  private static final String STREAM =
      "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";

  @TempDir private Path folder;
  private TlsFixture fixture;

  @BeforeEach
  void listen() {
    fixture = new TlsFixture(folder);
    fixture.listen(false);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void recordsWithoutEndThatCarryNothingEndTheConnection() throws IOException {
    try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), fixture.port())) {
      OutputStream to = stranger.getOutputStream();

      assertThatThrownBy(
              () -> {
                while (true) {
                  to.write(WARNING);
                }
              })
          .isInstanceOf(IOException.class);
    }
    assertThat(fixture.curl("/healthz").text()).contains("HTTP 200");
  }

  @Test
  void requestsThatComeAlongWithTheOneBeforeLeaveOthersTheirThreads() throws IOException {
    List<Socket> strangers = new ArrayList<>();
    try {
      for (int i = 0; i < TlsFixture.CONNECTIONS / 2; i++) {
        AtOnceSocket raw = new AtOnceSocket(fixture.port());
        strangers.add(raw);
        SSLSocket tls =
            (SSLSocket)
                fixture
                    .ca
                    .context("ca", null)
                    .getSocketFactory()
                    .createSocket(raw, "localhost", fixture.port(), true);
        tls.startHandshake();
        raw.hold = true;
        tls.getOutputStream().write(OnLimits.HEALTHZ.getBytes(StandardCharsets.US_ASCII));
        tls.getOutputStream().write(STREAM.getBytes(StandardCharsets.US_ASCII));
        raw.release();
        awaitStream(tls.getInputStream());
      }

      assertThat(fixture.started().listeners().getFirst().server().getThreadPool())
          .isInstanceOfSatisfying(
              QueuedThreadPool.class,
              pool -> assertThat(pool.getUtilizedThreads()).as("of 16").isLessThan(4));
    } finally {
      for (Socket one : strangers) {
        one.close();
      }
    }
  }

  private static void awaitStream(InputStream from) throws IOException {
    StringBuilder read = new StringBuilder();
    for (int c = from.read(); c >= 0 && read.indexOf("text/event-stream") < 0; c = from.read()) {
      read.append((char) c);
    }
    assertThat(read).contains("text/event-stream");
  }

  /** Sends in one segment what is written while it holds. */
  private static final class AtOnceSocket extends Socket {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean hold;

    AtOnceSocket(int port) throws IOException {
      super(InetAddress.getLoopbackAddress(), port);
      setTcpNoDelay(true);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          (hold ? kept : out).write(bytes, from, length);
        }
      };
    }

    void release() throws IOException {
      hold = false;
      getOutputStream().write(kept.toByteArray());
    }
  }
}
