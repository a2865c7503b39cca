package dev.losslessd.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;

/** Bound TCP sockets of one listener. */
final class TcpSockets implements AutoCloseable {
  /** Connections that the kernel queues, so that others still get their turn in a flood. */
  private static final int BACKLOG = 1024;

  private final List<ServerSocketChannel> open;

  private TcpSockets(List<ServerSocketChannel> open) {
    this.open = open;
  }

  /**
   * Binds before anything else starts, so that a port that is taken is one clear sentence.
   *
   * @throws ListenException an address is in use, or none of this host
   */
  static TcpSockets bind(List<InetSocketAddress> addresses) {
    TcpSockets sockets = new TcpSockets(new ArrayList<>());
    for (InetSocketAddress address : addresses) {
      try {
        ServerSocketChannel channel = ServerSocketChannel.open();
        sockets.open.add(channel);
        channel.bind(address, BACKLOG);
      } catch (IOException e) {
        sockets.close();
        throw new ListenException(
            "cannot listen on "
                + HttpOptions.text(address)
                + ": "
                + e.getMessage()
                + "; stop the process that has it ('ss -ltnp' shows which), or set another"
                + " 'listen' in the config",
            e);
      }
    }
    return sockets;
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  /** The port of each address, in their order. */
  List<Integer> ports() {
    return open.stream().map(channel -> channel.socket().getLocalPort()).toList();
  }

  /**
   * A connector for each address.
   *
   * @param tls null for plain HTTP
   */
  List<Connector> connectors(
      Server server,
      HttpConfiguration http,
      Connections connections,
      HttpTime time,
      Optional<ListenerTls> tls) {
    List<Connector> connectors = new ArrayList<>();
    for (ServerSocketChannel channel : open) {
      PacedConnector one =
          tls.isEmpty()
              ? new PacedConnector(server, connections, time, new HttpConnectionFactory(http))
              : new PacedConnector(
                  server,
                  connections,
                  time,
                  encrypted(tls.get()),
                  new HttpConnectionFactory(withSession(http)));
      try {
        one.open(channel);
      } catch (IOException e) {
        throw new ListenException("the bound socket cannot be used: " + e.getMessage(), e);
      }
      connectors.add(one);
    }
    return connectors;
  }

  /** HTTP/1.1 alone: without HTTP/2, a connection has one request at a time. */
  private static SslConnectionFactory encrypted(ListenerTls tls) {
    return new SslConnectionFactory(tls.factory(), "http/1.1") {
      @Override
      protected SslConnection newSslConnection(
          Connector connector, EndPoint endPoint, SSLEngine engine) {
        return new TlsConnection(connector, getSslContextFactory(), endPoint, engine);
      }
    };
  }

  /** Requests know the session of TLS. Which names a Host header may carry is checked by us. */
  private static HttpConfiguration withSession(HttpConfiguration http) {
    HttpConfiguration secure = new HttpConfiguration(http);
    secure.addCustomizer(new SecureRequestCustomizer(false));
    return secure;
  }

  @Override
  public void close() {
    for (ServerSocketChannel channel : open) {
      try {
        channel.close();
      } catch (IOException e) {
        // it is given up anyway
      }
    }
  }
}
