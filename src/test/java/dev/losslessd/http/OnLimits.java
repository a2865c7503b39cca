package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server with few places and a clock that stands still, and clients of it. */
abstract class OnLimits {
  static final int CONNECTIONS = 16;
  static final String HEALTHZ = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  static final HttpLimits LIMITS =
      new HttpLimits(
          CONNECTIONS,
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          Duration.ofSeconds(40),
          1024,
          64 * 1024,
          4,
          4 * 1024 * 1024);

  @TempDir Path folder;
  final AtomicLong nanos = new AtomicLong();
  final HttpCounts counts = new HttpCounts();
  final List<SocketChannel> open = new ArrayList<>();
  final List<Duration> pauses = new ArrayList<>();
  Rig rig;
  HttpServer server;
  Wire tcp = Wire.tcp(0);

  @BeforeEach
  void start() {
    rig = new Rig(folder);
    server = start(new HttpTime(nanos::incrementAndGet, pauses::add));
    tcp = Wire.tcp(server.port());
  }

  HttpServer start(HttpTime time) {
    HttpOptions options =
        new HttpOptions(
            List.of(Rig.anyPort()),
            folder.resolve("limits.sock"),
            Set.of(),
            () -> Rig.TOKEN,
            Optional.empty(),
            HttpOptions.Metrics.NONE,
            LIMITS);
    return HttpServer.start(options, rig.sources, time, counts);
  }

  @AfterEach
  void stop() throws IOException {
    for (SocketChannel one : open) {
      one.close();
    }
    server.close();
    rig.close();
  }

  void awaitConnections(int number) {
    while (server.listeners().getFirst().connections() < number) {
      Thread.onSpinWait();
    }
  }

  SocketChannel send(String text) throws IOException {
    SocketChannel channel = SocketChannel.open();
    open.add(channel);
    channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    write(channel, text);
    return channel;
  }

  static void write(SocketChannel channel, String text) {
    try {
      ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      // it was cut off already
    }
  }

  /** Reads one whole response with its Content-Length. */
  static String readPage(SocketChannel channel) {
    StringBuilder all = new StringBuilder(read(channel));
    int end = all.indexOf("\r\n\r\n");
    int at = all.indexOf("Content-Length: ") + "Content-Length: ".length();
    int length = Integer.parseInt(all.substring(at, all.indexOf("\r", at)));
    while (all.length() < end + 4 + length) {
      String part = read(channel);
      assertThat(part).isNotEmpty();
      all.append(part);
    }
    return all.toString();
  }

  /** Text of one read; empty if the connection was closed. */
  static String read(SocketChannel channel) {
    ByteBuffer bytes = ByteBuffer.allocate(65_536);
    try {
      int length = channel.read(bytes);
      return new String(bytes.array(), 0, Math.max(0, length), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      return "";
    }
  }
}
