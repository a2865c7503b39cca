package dev.losslessd.http;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.util.JavalinException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running server: loopback TCP, and the Unix socket, with the same routes. */
public final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  static final int LARGEST_BODY = 1024 * 1024;

  private static final int THREADS = 16;
  private static final int BACKLOG = 64;

  private final Javalin javalin;
  private final List<ServerSocketChannel> listening;

  private HttpServer(Javalin javalin, List<ServerSocketChannel> listening) {
    this.javalin = javalin;
    this.listening = listening;
  }

  /**
   * Listens on every address; answers when this returns.
   *
   * @throws ListenException an address or the socket is in use or cannot be used
   */
  public static HttpServer start(HttpOptions options, HttpSources sources) {
    Path unixSocket = options.unixSocket();
    if (unixSocket != null) {
      UnixSocket.clear(unixSocket);
    }
    List<ServerSocketChannel> listening = listen(options.listen());
    try {
      Javalin javalin = Javalin.create(config -> configure(config, options, sources, listening));
      javalin.start();
      return new HttpServer(javalin, listening);
    } catch (JavalinException e) {
      close(listening);
      throw new ListenException("the HTTP server does not start: " + deepest(e), e);
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
    javalin.stop();
    close(listening);
  }

  /** Method and path of what is really registered. */
  List<String> registered() {
    return javalin.unsafe.internalRouter.allHttpHandlers().stream()
        .map(handler -> handler.endpoint)
        .filter(endpoint -> endpoint.method.isHttpMethod())
        .map(endpoint -> endpoint.method.name() + " " + endpoint.path)
        .toList();
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

  private static Throwable deepest(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null ? e : deepest(cause);
  }

  private static void configure(
      JavalinConfig config,
      HttpOptions options,
      HttpSources sources,
      List<ServerSocketChannel> listening) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.prefer405over404 = true;
    config.http.compressionStrategy = CompressionStrategy.NONE;
    config.jetty.threadPool = threads();
    config.jetty.modifyHttpConfiguration(HttpServer::harden);
    config.jetty.modifyServer(server -> server.setErrorHandler(new MalformedRequests()));
    connect(config, options, listening);
    register(config, new Door(options, new Peers(Path.of("/etc/passwd"))), Api.table(sources));
  }

  /** A few platform threads for the sockets; handlers, which may wait for a device, on virtual. */
  private static QueuedThreadPool threads() {
    QueuedThreadPool pool = new QueuedThreadPool(THREADS, 2);
    pool.setName("http");
    VirtualThreadPool handlers = new VirtualThreadPool(64);
    handlers.setName("http-handler");
    pool.setVirtualThreadsExecutor(handlers);
    return pool;
  }

  /** Javalin lets %2F through; here a path has one spelling, or rules could be walked around. */
  private static void harden(HttpConfiguration http) {
    http.setUriCompliance(UriCompliance.DEFAULT);
    http.setSendServerVersion(false);
  }

  private static void connect(
      JavalinConfig config, HttpOptions options, List<ServerSocketChannel> listening) {
    for (ServerSocketChannel channel : listening) {
      config.jetty.addConnector((server, http) -> tcp(server, http, channel));
    }
    Path unixSocket = options.unixSocket();
    if (unixSocket != null) {
      config.jetty.addConnector(
          (server, http) -> new UnixSocket(server, unixSocket, new HttpConnectionFactory(http)));
    }
  }

  private static ServerConnector tcp(
      Server server, HttpConfiguration http, ServerSocketChannel channel) {
    ServerConnector connector = new ServerConnector(server, 0, 1, new HttpConnectionFactory(http));
    try {
      connector.open(channel);
    } catch (IOException e) {
      throw new ListenException("the bound socket cannot be used: " + e.getMessage(), e);
    }
    return connector;
  }

  private static void register(JavalinConfig config, Door door, List<Route> table) {
    config.routes.before(ctx -> greet(ctx, door));
    for (Route route : table) {
      HandlerType method = HandlerType.findOrCreate(route.method());
      config.routes.addHttpHandler(
          method, route.path(), ctx -> send(ctx, route.action().on(Calls.of(ctx, route))));
    }
    // Javalin has a handler of its own for this one, which is nearer than the one for all.
    config.routes.exception(HttpResponseException.class, (e, ctx) -> fail(ctx, e));
    config.routes.exception(Exception.class, (e, ctx) -> fail(ctx, e));
  }

  private static void greet(Context ctx, Door door) {
    ctx.header("X-Content-Type-Options", "nosniff");
    ctx.header("Cache-Control", "no-store");
    ctx.attribute(Calls.ACTOR, door.admit(ctx));
  }

  private static void fail(Context ctx, Exception e) {
    if (ctx.res().isCommitted()) {
      breakOff(ctx, e);
      return;
    }
    ctx.res().resetBuffer();
    ctx.res().setHeader("Content-Encoding", null);
    Problem problem = Failures.problem(ctx.req().getMethod(), ctx.req().getRequestURI(), e);
    if (problem.status() == 401) {
      ctx.header("WWW-Authenticate", "Bearer realm=\"losslessd\"");
    }
    if (e instanceof MethodNotAllowedResponse wrong) {
      ctx.header("Allow", Failures.allowed(wrong));
    }
    reply(ctx, problem.answer());
  }

  /** Half a page must not look like a whole one. */
  private static void breakOff(Context ctx, Exception e) {
    if (!(e instanceof UncheckedIOException || e instanceof IOException)) { // the client left
      LOG.error("{} was broken off", ctx.path(), e);
    }
    ServletContextRequest.getServletContextRequest(ctx.req()).getServletChannel().abort(e);
  }

  private static void send(Context ctx, Answer answer) throws IOException {
    reply(ctx, answer);
    Answer.Written written = answer.written();
    if (written != null) {
      written.to(ctx.res().getOutputStream());
    }
  }

  private static void reply(Context ctx, Answer answer) {
    answer.headers().forEach(ctx::header);
    ctx.status(answer.status());
    Optional.of(answer.contentType())
        .filter(type -> answer.status() != 304)
        .ifPresent(ctx::contentType);
    if (answer.written() == null) {
      ctx.result(answer.body());
    }
  }
}
