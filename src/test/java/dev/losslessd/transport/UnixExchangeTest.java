package dev.losslessd.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.TransportException.Kind;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class UnixExchangeTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(100);

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path folder;

  /** Behaviour of the server on one connection. */
  private interface Behaviour {
    void serve(SocketChannel channel) throws Exception;
  }

  @Test
  void aFrameComesBackAsTheReply() throws Exception {
    try (ServerSocketChannel server = serve(UnixExchangeTest::echo);
        UnixExchange exchange = new UnixExchange(folder.resolve("x.sock"), LONG, false)) {
      assertThat(ask(exchange, "ping")).isEqualTo("ping");
      assertThat(ask(exchange, "pong")).isEqualTo("pong");
      assertThat(server.isOpen()).isTrue();
    }
  }

  @Test
  void aVirtualThreadMayAsk() throws Exception {
    try (ServerSocketChannel server = serve(UnixExchangeTest::echo);
        UnixExchange exchange = new UnixExchange(folder.resolve("x.sock"), LONG, false)) {
      String[] answer = {""};
      Thread.ofVirtual().start(() -> answer[0] = ask(exchange, "ping")).join();
      assertThat(answer[0]).isEqualTo("ping");
      assertThat(server.isOpen()).isTrue();
    }
  }

  @Test
  void silenceIsATimeoutAndTheNextCallConnectsAnew() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    boolean[] first = {true};
    Behaviour silentOnce =
        channel -> {
          if (first[0]) {
            first[0] = false;
            end.await();
          } else {
            echo(channel);
          }
        };
    try (ServerSocketChannel server = serve(silentOnce);
        UnixExchange exchange = new UnixExchange(folder.resolve("x.sock"), SHORT, false)) {
      assertThatThrownBy(() -> ask(exchange, "ping")).satisfies(e -> is(e, Kind.TIMEOUT));
      assertThat(ask(exchange, "again")).isEqualTo("again");
      assertThat(server.isOpen()).isTrue();
    } finally {
      end.countDown();
    }
  }

  @Test
  void aClosedConnectionIsGoneAndTheNextCallConnectsAnew() throws Exception {
    boolean[] first = {true};
    Behaviour closeOnce =
        channel -> {
          if (first[0]) {
            first[0] = false;
            channel.close();
          } else {
            echo(channel);
          }
        };
    try (ServerSocketChannel server = serve(closeOnce);
        UnixExchange exchange = new UnixExchange(folder.resolve("x.sock"), LONG, false)) {
      assertThatThrownBy(() -> ask(exchange, "ping")).satisfies(e -> is(e, Kind.GONE));
      assertThat(ask(exchange, "again")).isEqualTo("again");
      assertThat(server.isOpen()).isTrue();
    }
  }

  @Test
  void nobodyThereIsGone() {
    try (UnixExchange exchange = new UnixExchange(folder.resolve("none.sock"), LONG, false)) {
      assertThatThrownBy(() -> ask(exchange, "ping")).satisfies(e -> is(e, Kind.GONE));
    }
  }

  @Test
  void eventsAreFramesToo() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Behaviour one =
        channel -> {
          send(channel, ByteBuffer.wrap(new byte[] {1, 2, 3}));
          end.await();
        };
    MemorySegment into = MemorySegment.ofArray(new byte[64]);
    try (ServerSocketChannel server = serve(one);
        UnixListener listener = new UnixListener(folder.resolve("x.sock"))) {
      assertThat(listener.next(into, LONG)).isEqualTo(3);
      assertThat(into.get(ValueLayout.JAVA_BYTE, 2)).isEqualTo((byte) 3);
      assertThat(listener.next(into, SHORT)).isEqualTo(Listener.NOTHING);
      assertThat(server.isOpen()).isTrue();
    } finally {
      end.countDown();
    }
  }

  @Test
  void eventsAfterAGapBeginWithLost() throws Exception {
    MemorySegment into = MemorySegment.ofArray(new byte[64]);
    try (ServerSocketChannel server = serve(SocketChannel::close);
        UnixListener listener = new UnixListener(folder.resolve("x.sock"))) {
      assertThatThrownBy(() -> listener.next(into, LONG)).satisfies(e -> is(e, Kind.GONE));
      assertThat(listener.next(into, LONG)).isEqualTo(Listener.LOST);
      assertThat(server.isOpen()).isTrue();
    }
  }

  private static void is(Throwable e, Kind kind) {
    assertThat(((TransportException) e).kind()).isEqualTo(kind);
  }

  private static String ask(UnixExchange exchange, String text) {
    MemorySegment request = MemorySegment.ofArray(text.getBytes(StandardCharsets.US_ASCII));
    MemorySegment reply = MemorySegment.ofArray(new byte[64]);
    int got = exchange.exchange(request, text.length(), reply);
    return new String(
        reply.asSlice(0, got).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.US_ASCII);
  }

  private ServerSocketChannel serve(Behaviour behaviour) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(folder.resolve("x.sock")));
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          while (server.isOpen()) {
            try {
              SocketChannel channel = server.accept();
              Thread.ofPlatform().daemon().start(() -> run(behaviour, channel));
            } catch (IOException e) {
              return;
            }
          }
        });
    return server;
  }

  private static void run(Behaviour behaviour, SocketChannel channel) {
    try (channel) {
      behaviour.serve(channel);
    } catch (Exception e) {
      // the client went away, as some tests want
    }
  }

  private static void echo(SocketChannel channel) throws IOException {
    while (true) {
      ByteBuffer header = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
      if (!fill(channel, header)) {
        return;
      }
      ByteBuffer body = ByteBuffer.allocate(header.flip().getInt());
      fill(channel, body);
      send(channel, body.flip());
    }
  }

  private static void send(SocketChannel channel, ByteBuffer body) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
    channel.write(header.putInt(body.remaining()).flip());
    channel.write(body);
  }

  private static boolean fill(SocketChannel channel, ByteBuffer into) throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into) < 0) {
        return false;
      }
    }
    return true;
  }
}
