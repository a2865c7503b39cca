package dev.losslessd.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The running server: loopback TCP, and the Unix socket, with the same routes. */
public final class HttpServer implements AutoCloseable {
  /** Connections that the kernel queues, so that others still get their turn in a flood. */
  private static final int BACKLOG = 1024;

  private final List<Listener> listeners;
  private final List<ServerSocketChannel> listening;

  private HttpServer(List<Listener> listeners, List<ServerSocketChannel> listening) {
    this.listeners = listeners;
    this.listening = listening;
  }

  /**
   * Listens on every address; answers when this returns.
   *
   * @throws ListenException an address or the socket is in use or cannot be used
   */
  public static HttpServer start(
      HttpOptions options, HttpSources sources, HttpTime time, HttpCounts counts) {
    Path unixSocket = options.unixSocket();
    if (unixSocket != null) {
      UnixSocket.clear(unixSocket);
    }
    List<ServerSocketChannel> listening = listen(options.listen());
    List<Listener> listeners = new ArrayList<>();
    List<Route> table = Api.table(sources, time);
    WrongTokens wrong = new WrongTokens(time, counts, sources.tokens()::lockedOut);
    AccessControl access =
        new AccessControl(options, PeerCredentials.HOST, sources.tokens(), wrong);
    try {
      if (!listening.isEmpty()) {
        listeners.add(
            Listener.start(
                "http",
                options,
                time,
                counts,
                access,
                table,
                (server, http) -> tcp(server, http, listening)));
      }
      if (unixSocket != null) {
        listeners.add(
            Listener.start(
                "socket",
                options,
                time,
                counts,
                access,
                table,
                (server, http) -> List.of(unix(server, http, unixSocket))));
      }
      return new HttpServer(List.copyOf(listeners), listening);
    } catch (ListenException e) {
      listeners.forEach(Listener::close);
      close(listening);
      throw e;
    }
  }

  /**
   * The TCP port, of the first address where there are more.
   *
   * @throws IllegalStateException if there is only the Unix socket
   */
  public int port() {
    if (listening.isEmpty()) {
      throw new IllegalStateException("there is no TCP address");
    }
    return listening.getFirst().socket().getLocalPort();
  }

  /** Closes the sockets. Commits that run go on: they are the engine's. */
  @Override
  public void close() {
    listeners.forEach(Listener::close);
    close(listening);
  }

  /** Method and path of what is really registered, on each listener. */
  List<List<String>> registered() {
    return listeners.stream().map(Listener::registered).toList();
  }

  List<Listener> listeners() {
    return listeners;
  }

  /** Before anything else starts, so that a port that is taken is one clear sentence. */
  private static List<ServerSocketChannel> listen(List<InetSocketAddress> addresses) {
    List<ServerSocketChannel> open = new ArrayList<>();
    for (InetSocketAddress address : addresses) {
      try {
        ServerSocketChannel channel = ServerSocketChannel.open();
        open.add(channel);
        channel.bind(address, BACKLOG);
      } catch (IOException e) {
        close(open);
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
    return open;
  }

  private static void close(List<ServerSocketChannel> channels) {
    for (ServerSocketChannel channel : channels) {
      try {
        channel.close();
      } catch (IOException e) {
        // it is given up anyway
      }
    }
  }

  private static List<Connector> tcp(
      Server server, HttpConfiguration http, List<ServerSocketChannel> channels) {
    List<Connector> connectors = new ArrayList<>();
    for (ServerSocketChannel channel : channels) {
      ServerConnector one = new ServerConnector(server, 0, 1, new HttpConnectionFactory(http));
      try {
        one.open(channel);
      } catch (IOException e) {
        throw new ListenException("the bound socket cannot be used: " + e.getMessage(), e);
      }
      connectors.add(one);
    }
    return connectors;
  }

  private static Connector unix(Server server, HttpConfiguration http, Path path) {
    return new UnixSocket(server, path, new HttpConnectionFactory(http));
  }
}
