package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinException;
import java.util.List;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * One Jetty server with its routes. TCP, the Unix socket and the metrics listener have one each,
 * with threads, buffers and limits of their own: neither starves the other, and no buffer is ever
 * shared by a stranger and root.
 */
final class Listener implements AutoCloseable {
  private static final int THREADS = 16;

  private final Javalin javalin;
  private final Connections connections;
  private final Exchange exchange;

  private Listener(Javalin javalin, Connections connections, Exchange exchange) {
    this.javalin = javalin;
    this.connections = connections;
    this.exchange = exchange;
  }

  /** What handlers run on. */
  enum Handlers {
    /** Cheap in any number; they stand still while all processors are held by others like them. */
    VIRTUAL,
    /** One for each connection: they go on whatever virtual ones do. */
    PLATFORM
  }

  /** Makes the connectors of a server. */
  @FunctionalInterface
  interface Connect {
    List<Connector> connect(Server server, HttpConfiguration http, Connections connections);
  }

  /**
   * Answers when this returns.
   *
   * @param name of its threads
   * @param handlers threads that requests are handled on
   * @throws ListenException it does not start
   */
  static Listener start(
      String name,
      Handlers handlers,
      ListenerParts parts,
      Admission access,
      List<Route> table,
      Connect connect) {
    HttpLimits limits = parts.limits();
    Turns turns = new Turns(VirtualThreads.getNamedVirtualThreadsExecutor(name + "-"));
    Connections connections = new Connections(limits, parts.time(), parts.counts(), turns);
    Exchange exchange = new Exchange(access, table, connections, parts);
    try {
      Javalin javalin =
          Javalin.create(config -> {
            QueuedThreadPool threads = threads(handlers, turns, limits);
            threads.setName(name);
            configure(config, server(threads, connections, parts.counts()));
            connect(config, connections, connect);
            register(config, exchange, table);
          });
      javalin.start();
      return new Listener(javalin, connections, exchange);
    } catch (JavalinException e) {
      throw new ListenException("the HTTP server does not start: " + deepest(e), e);
    }
  }

  @Override
  public void close() {
    exchange.close();
    javalin.stop();
  }

  /** Number of connections that are open now. */
  int connections() {
    return connections.size();
  }

  /** Number of clients that follow events now. */
  int eventClients() {
    return exchange.eventClients();
  }

  /** Closes connections that are overdue; done once a second by itself. */
  void check() {
    connections.check();
  }

  Server server() {
    return javalin.unsafe.jettyInternal.server;
  }

  /** Method and path of what is really registered. */
  List<String> registered() {
    return javalin.unsafe.internalRouter.allHttpHandlers().stream()
        .map(handler -> handler.endpoint)
        .filter(endpoint -> endpoint.method.isHttpMethod())
        .map(endpoint -> endpoint.method.name() + " " + endpoint.path)
        .toList();
  }

  private static Throwable deepest(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null ? e : deepest(cause);
  }

  private static void configure(JavalinConfig config, Server server) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.prefer405over404 = true;
    config.http.compressionStrategy = CompressionStrategy.NONE;
    config.unsafe.jettyInternal.server = server;
    config.jetty.modifyHttpConfiguration(Listener::harden);
  }

  /**
   * Buffers are not pooled: Jetty 12.1 hands a pooled request buffer to two connections after a bad
   * request (src/docs/decisions/0016-buffers.md).
   */
  private static Server server(
      QueuedThreadPool threads, Connections connections, HttpCounts counts) {
    Server server = new Server(threads, null, new ByteBufferPool.NonPooling());
    server.setErrorHandler(new MalformedRequests(counts));
    Handler.Wrapper gate = new MethodOverrides();
    connections.setHandler(gate);
    server.setHandler(connections);
    return server;
  }

  /**
   * A few platform threads for the sockets. Handlers may wait for a device or a client; they are
   * bounded by the connections alone: with a bound of their own, handlers that write would wait for
   * completions that wait for handlers.
   */
  private static QueuedThreadPool threads(Handlers handlers, Turns turns, HttpLimits limits) {
    boolean virtual = handlers == Handlers.VIRTUAL;
    QueuedThreadPool pool =
        new QueuedThreadPool(virtual ? THREADS : THREADS + limits.connections(), 2);
    if (virtual) {
      pool.setVirtualThreadsExecutor(turns);
    }
    return pool;
  }

  /**
   * Javalin takes every ambiguous path; here a path has one spelling, or rules could be walked
   * around. But for slashes in names of ports, see {@link Slashes}. A line ends with CR and LF:
   * where a proxy in front and this server take different ends, a header can be smuggled.
   */
  private static void harden(HttpConfiguration http) {
    http.setUriCompliance(
        UriCompliance.DEFAULT.with("slashes", UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR));
    http.setHttpCompliance(
        HttpCompliance.RFC9110.without(
            "lines",
            HttpCompliance.Violation.LF_HEADER_TERMINATION,
            HttpCompliance.Violation.LF_CHUNK_TERMINATION));
    http.setSendServerVersion(false);
    http.setUseInputDirectByteBuffers(false); // unpooled ones would wait for the collector
    http.setUseOutputDirectByteBuffers(false);
  }

  private static void connect(JavalinConfig config, Connections connections, Connect connect) {
    config.jetty.addConnector((server, http) -> {
      List<Connector> all = connect.connect(server, http, connections);
      all.forEach(connector -> connector.addEventListener(connections));
      all.stream().skip(1).forEach(server::addConnector);
      return all.getFirst();
    });
  }

  private static void register(JavalinConfig config, Exchange exchange, List<Route> table) {
    config.routes.before(exchange::greet);
    for (Route route : table) {
      HandlerType method = HandlerType.findOrCreate(route.method());
      config.routes.addHttpHandler(method, route.path(), ctx -> exchange.run(ctx, route));
    }
    // Javalin has a handler of its own for this one, which is nearer than the one for all.
    config.routes.exception(HttpResponseException.class, (e, ctx) -> exchange.fail(ctx, e));
    config.routes.exception(Exception.class, (e, ctx) -> exchange.fail(ctx, e));
  }
}
