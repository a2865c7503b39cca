package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which connection gives way, seen from the sockets. */
class ConnectionsTest {
  private final AtomicLong nanos = new AtomicLong();
  private final List<SocketChannel> sockets = new ArrayList<>();
  private final Connections connections =
      new Connections(
          OnLimits.LIMITS,
          new HttpTime(nanos::incrementAndGet, _ -> {}),
          new HttpCounts(),
          new Turns(Runnable::run));
  private ServerSocketChannel server;

  @BeforeEach
  void listen() throws IOException {
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterEach
  void close() throws IOException {
    for (SocketChannel one : sockets) {
      one.close();
    }
    server.close();
  }

  @Test
  void aRequestThatLiesInTheKernelIsNotDisplacedHoweverLongItWaitsForItsTurn() throws IOException {
    SocketChannel asks = open(OnLimits.HEALTHZ);
    flood();

    assertThat(asks.isOpen()).isTrue();

    asks.read(ByteBuffer.allocate(OnLimits.HEALTHZ.length()));
    flood();
    assertThat(asks.isOpen()).as("what was read and asked nothing").isFalse();
  }

  private void flood() throws IOException {
    for (int i = 0; i < 20 * OnLimits.CONNECTIONS; i++) {
      open("");
    }
  }

  /** A connection that the listener knows, whose client has sent this. */
  private SocketChannel open(String sent) throws IOException {
    SocketChannel client = SocketChannel.open(server.getLocalAddress());
    sockets.add(client);
    client.write(StandardCharsets.US_ASCII.encode(sent));
    SocketChannel accepted = server.accept();
    sockets.add(accepted);
    connections.onOpened(
        new AbstractConnection(
            new SocketChannelEndPoint(accepted, null, null, null), Runnable::run) {
          @Override
          public void onFillable() {
            throw new AssertionError("nothing is read here");
          }
        });
    return accepted;
  }
}
