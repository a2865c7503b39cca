package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers who hold on to bodies and threads: the others' writes go on. */
@Timeout(60)
class FairBodiesTest {
  private static final String JSON = "Content-Type: application/json\r\n";
  private static final String ADMIN = "Authorization: Bearer " + Rig.TOKEN + "\r\n";
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";

  @TempDir Path folder;
  private final List<SocketChannel> open = new ArrayList<>();
  private Rig rig;

  @BeforeEach
  void start() {
    rig = new Rig(folder);
  }

  @AfterEach
  void stop() throws IOException {
    for (SocketChannel one : open) {
      one.close();
    }
    rig.close();
  }

  @Test
  void slowBodiesOfOneCallerHoldUpNoOther() throws IOException {
    slowBodies();

    String plan = post("/api/v1/plans", ADMIN + JSON + CHUNKED + "2\r\n{}\r\n0\r\n\r\n");

    assertThat(plan).startsWith("HTTP/1.1 200");
  }

  @Test
  void emergencyVerbsReadNoBody() throws IOException {
    slowBodies();

    assertThat(post("/api/v1/freeze", ADMIN + CHUNKED)).startsWith("HTTP/1.1 200");
    assertThat(post("/api/v1/thaw", ADMIN + "Content-Length: 60000\r\n\r\n"))
        .startsWith("HTTP/1.1 200");
    String commit = rig.put(Rig.PORT + "/pfc", "{\"lossless\":[3]}").header("Location");
    assertThat(post(commit + ":confirm", ADMIN + CHUNKED)).startsWith("HTTP/1.1 200");
    assertThat(post(commit + ":cancel?reason=x", ADMIN + CHUNKED)).startsWith("HTTP/1.1 409");
  }

  @Test
  void aReloadThatHangsHoldsUpNoOtherWrite() throws IOException {
    rig.config.hangs = new CountDownLatch(1);
    SocketChannel reload = send("/api/v1/config:reload", ADMIN + CHUNKED + "0\r\n\r\n");
    while (!rig.config.hanging) {
      Thread.onSpinWait();
    }

    String plan = post("/api/v1/plans", ADMIN + JSON + CHUNKED + "2\r\n{}\r\n0\r\n\r\n");

    assertThat(plan).startsWith("HTTP/1.1 200");
    rig.config.hangs.countDown();
    assertThat(read(reload)).startsWith("HTTP/1.1 200");
  }

  @Test
  void theSocketAnswersWhileEveryProcessorOfVirtualThreadsIsHeld() throws Exception {
    int processors = Runtime.getRuntime().availableProcessors();
    CountDownLatch held = new CountDownLatch(processors);
    CountDownLatch go = new CountDownLatch(1);
    for (int i = 0; i < processors; i++) {
      Thread.ofVirtual()
          .start(() -> {
            held.countDown();
            while (go.getCount() > 0) {
              Thread.onSpinWait();
            }
          });
    }
    held.await();
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.connect(UnixDomainSocketAddress.of(rig.socket));
      write(socket, "POST /api/v1/freeze HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(read(socket)).startsWith("HTTP/1.1 200");
    } finally {
      go.countDown();
    }
  }

  /** Bodies that never end, with and without a length, of an operator of another device. */
  private void slowBodies() throws IOException {
    String operator = rig.bearer("op", Role.OPERATOR, "leaf1") + "\r\n";
    for (int i = 0; i < 6; i++) {
      begun(operator + JSON + "Expect: 100-continue\r\n" + CHUNKED, "1\r\n{\r\n");
      begun(operator + JSON + "Expect: 100-continue\r\nContent-Length: 65000\r\n\r\n", "{");
    }
  }

  private void begun(String headers, String part) throws IOException {
    SocketChannel slow = send("/api/v1/plans", headers);
    assertThat(read(slow)).startsWith("HTTP/1.1 100"); // it waits for the body
    write(slow, part);
  }

  private String post(String path, String rest) throws IOException {
    return read(send(path, rest));
  }

  private SocketChannel send(String path, String rest) throws IOException {
    SocketChannel channel = SocketChannel.open();
    open.add(channel);
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), rig.server.port()));
    write(channel, "POST " + path + " HTTP/1.1\r\nHost: localhost\r\n" + rest);
    return channel;
  }

  private static void write(SocketChannel channel, String text) throws IOException {
    ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Text of one read; empty if the connection was closed. */
  private static String read(SocketChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(65_536);
    int length = channel.read(bytes);
    return new String(bytes.array(), 0, Math.max(0, length), StandardCharsets.US_ASCII);
  }
}
