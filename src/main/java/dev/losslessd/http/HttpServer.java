package dev.losslessd.http;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/**
 * The running server: TCP, plain or under TLS, and the Unix socket with the same routes; and where
 * wanted a listener for the Prometheus page alone.
 */
public final class HttpServer implements AutoCloseable {
  private static final String HTTP = "http";

  private final List<Listener> listeners = new ArrayList<>();
  private final TcpSockets sockets;
  private volatile HttpOptions options;
  private final InstantSource clock;
  private @Nullable AccessControl access;
  private final Optional<ListenerTls> tls;
  private final MetricsListener metrics;

  /** Binds every address and reads every file of TLS, before anything answers. */
  private HttpServer(HttpOptions options, InstantSource clock) {
    this.options = options;
    this.clock = clock;
    this.tls =
        options
            .tls()
            .map(_ ->
                ListenerTls.open(HTTP, () -> TlsFiles.of(this.options.tls().orElseThrow()), clock));
    this.sockets = TcpSockets.bind(options.listen());
    try {
      this.metrics = MetricsListener.open(options.metrics(), clock);
    } catch (ListenException e) {
      sockets.close();
      throw e;
    }
  }

  /**
   * Listens on every address; answers when this returns.
   *
   * @throws ListenException an address or the socket is in use or cannot be used, or a certificate
   *     or key cannot
   */
  public static HttpServer start(
      HttpOptions options, HttpSources sources, HttpTime time, HttpCounts counts) {
    Path unixSocket = options.unixSocket();
    if (unixSocket != null) {
      UnixSocket.clear(unixSocket);
    }
    HttpServer server = new HttpServer(options, sources.about().clock());
    try {
      server.listen(options, sources, time, counts);
      return server;
    } catch (ListenException e) {
      server.close();
      throw e;
    }
  }

  private void listen(HttpOptions options, HttpSources sources, HttpTime time, HttpCounts counts) {
    List<Route> table = Api.table(sources, time, options.limits(), counts);
    WrongTokens wrong = new WrongTokens(time, counts, sources.tokens()::lockedOut);
    DeniedWrites denied = new DeniedWrites(time.nanos(), sources.tokens()::denied);
    ListenerParts parts = new ListenerParts(options.limits(), time, counts, denied);
    Predicate<String> certified = host -> tls.filter(one -> one.isFor(host)).isPresent();
    AccessControl access =
        new AccessControl(
            options,
            PeerCredentials.HOST,
            sources.tokens(),
            wrong,
            certified,
            certificates(options));
    this.access = access;
    if (!sockets.isEmpty()) {
      listeners.add(
          Listener.start(
              HTTP,
              Listener.Handlers.VIRTUAL,
              parts,
              access,
              table,
              (server, http, open) -> sockets.connectors(server, http, open, time, tls)));
    }
    @Nullable Path path = options.unixSocket();
    if (path != null) {
      listeners.add(
          Listener.start(
              "socket",
              Listener.Handlers.PLATFORM,
              parts,
              access,
              table,
              (server, http, _) -> List.of(unix(server, http, path))));
    }
    if (!metrics.sockets().isEmpty()) {
      listeners.add(metrics.start(parts, wrong, access::isKnown, table));
    }
  }

  private ClientCertificates certificates(HttpOptions of) {
    return of.tls()
        .map(one -> new ClientCertificates(one.clients(), clock))
        .orElse(ClientCertificates.NONE);
  }

  /**
   * Tries out names, token, certificates, clients and passwords of another config. Addresses and
   * limits are those of the start.
   *
   * @return takes them up, for requests that come from then on
   * @throws ListenException a file cannot be used; all is as it was
   */
  public Runnable prepare(HttpOptions next) {
    tls.ifPresent(one -> one.tryOut(TlsFiles.of(next.tls().orElseThrow())));
    metrics.tryOut(next.metrics());
    return () -> adopt(next);
  }

  private void adopt(HttpOptions next) {
    options = next;
    if (access != null) {
      access.adopt(next, certificates(next));
    }
    tls.ifPresent(ListenerTls::check);
    metrics.adopt(next.metrics());
  }

  /**
   * The TCP port, of the first address where there are more.
   *
   * @throws IllegalStateException if there is only the Unix socket
   */
  public int port() {
    return ports().stream()
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no TCP address"));
  }

  /** The port of each address of the REST server, in their order. */
  public List<Integer> ports() {
    return sockets.ports();
  }

  /** The port of each address of the metrics listener, in their order. */
  public List<Integer> metricsPorts() {
    return metrics.sockets().ports();
  }

  /** Whether the metrics listener speaks TLS. */
  public boolean encryptsMetrics() {
    return metrics.tls().isPresent();
  }

  /** Takes up certificates, keys and passwords whose files have changed. */
  public void checkFiles() {
    tls.ifPresent(ListenerTls::check);
    metrics.check();
  }

  /** The certificates that listeners show now. */
  public List<CertificateStatus> certificates() {
    return Stream.concat(tls.stream(), metrics.tls().stream()).map(ListenerTls::status).toList();
  }

  /** Files of listeners that cannot be used as they are now. */
  public List<FileFailure> fileFailures() {
    return Stream.concat(tls.flatMap(ListenerTls::failure).stream(), metrics.failures().stream())
        .toList();
  }

  /** Closes the sockets. Commits that run go on: they are the engine's. */
  @Override
  public void close() {
    listeners.forEach(Listener::close);
    sockets.close();
    metrics.sockets().close();
  }

  /** Method and path of what is really registered, on each listener. */
  List<List<String>> registered() {
    return listeners.stream().map(Listener::registered).toList();
  }

  List<Listener> listeners() {
    return listeners;
  }

  private static Connector unix(Server server, HttpConfiguration http, Path path) {
    return new UnixSocket(server, path, new HttpConnectionFactory(http));
  }
}
