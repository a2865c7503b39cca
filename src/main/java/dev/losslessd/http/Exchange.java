package dev.losslessd.http;

import dev.losslessd.model.Role;
import dev.losslessd.text.PrintableText;
import io.javalin.http.Context;
import io.javalin.http.MethodNotAllowedResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request from its route to its answer: authority, body, action, deadlines, errors. */
final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final String CALLER = "caller";

  /**
   * A large body that is refused keeps its place so long. Taking a mebibyte of JSON apart costs two
   * collections of the whole heap: forty in a second leave no time for anything else.
   */
  private static final Duration AFTER_REFUSAL = Duration.ofSeconds(1);

  /** Who comes again in a second may be lucky. */
  private static final Set<Integer> SOON_OVER = Set.of(202, 429, 503);

  private final Admission access;
  private final Set<String> open;
  private final Connections connections;
  private final BodyMemory bodies;
  private final LargeAnswers large;
  private final EventClients clients;
  private final ListenerParts parts;

  Exchange(Admission access, List<Route> table, Connections connections, ListenerParts parts) {
    this.access = access;
    this.open =
        table.stream()
            .filter(route -> route.role() == null)
            .map(Route::path)
            .collect(Collectors.toUnmodifiableSet());
    this.connections = connections;
    this.parts = parts;
    this.bodies = new BodyMemory(parts.limits(), parts.counts());
    this.large = new LargeAnswers(parts.limits(), parts.time(), parts.counts());
    parts.counts().watch(large::trouble);
    this.clients = new EventClients(parts.limits(), parts.counts());
  }

  /** Before the route is known. */
  void greet(Context ctx) {
    ctx.header("X-Content-Type-Options", "nosniff");
    ctx.header("Cache-Control", "no-store");
    Caller caller = access.admit(ctx);
    ctx.attribute(CALLER, caller);
    requireKnown(caller, ctx.req().getRequestURI());
    Slashes.check(ctx.req().getRequestURI());
  }

  /** A stranger learns nothing but what probes say, not even which paths there are. */
  private void requireKnown(Caller caller, String path) {
    if (caller.role() == null && !caller.isNamed() && !open.contains(path)) {
      throw access.nothingShown();
    }
  }

  /** Checks authority, reads the body, runs the route and replies. */
  void run(Context ctx, Route route) throws IOException {
    try {
      answer(ctx, route);
    } catch (IOException e) {
      if (!Failures.isGone(e)) {
        throw e;
      }
      gone(ctx); // Javalin would pass over it without a word
    }
  }

  private void answer(Context ctx, Route route) throws IOException {
    Caller caller =
        Optional.ofNullable((Caller) ctx.attribute(CALLER)).orElseGet(() -> Caller.stranger(""));
    requireAuthority(route, caller, ctx.req().getMethod());
    OpenConnection connection = connection(ctx);
    connection.named(caller.isNamed());
    @Nullable HttpReply reply;
    try (BodyMemory.Held body = body(ctx, route, caller, connection)) {
      reply = act(ctx, route, caller, body, connection);
    }
    if (reply != null && reply.shared() != null) {
      try (AnswerReader reader = reply.shared().take(connection)) {
        send(ctx, reply, reader, connection);
      }
    } else if (reply != null && reply.streamed() != null) {
      stream(ctx, reply, reply.streamed(), connection);
    } else if (reply != null) {
      Supplier<HttpReply> later = reply.later();
      HttpReply made = later == null ? reply : later.get();
      dueToWrite(connection);
      reply(ctx, made);
    }
  }

  /** Runs the action; no reply where a large one was sent already. */
  private @Nullable HttpReply act(
      Context ctx, Route route, Caller caller, BodyMemory.Held body, OpenConnection connection)
      throws IOException {
    try {
      caller.requireValid(); // a body takes its time
      HttpCall call = Calls.of(ctx, route, caller, body.bytes());
      if (route.size() == Route.Size.SMALL) {
        return route.action().on(call);
      }
      return sendLarge(ctx, route, call, connection);
    } catch (ProblemException e) {
      if (body.large()) {
        parts.time().pause().accept(AFTER_REFUSAL);
      }
      throw e;
    }
  }

  /**
   * Checks authority for the route that really runs; refuses a request that names another method.
   */
  private static void requireAuthority(Route route, Caller caller, String method) {
    boolean same = method.equals(route.method()) || method.equals("HEAD");
    if (!same || (route.changes() && method.equals("HEAD"))) {
      throw ProblemException.of(
          400,
          "bad-request",
          "The request cannot be read",
          "a request of method " + PrintableText.brief(method, 20) + " reached " + route.method());
    }
    Role needed = route.role();
    if (needed != null) {
      caller.requireRole(needed);
    }
  }

  private BodyMemory.Held body(Context ctx, Route route, Caller caller, OpenConnection connection)
      throws IOException {
    if (route.body() == null) {
      return BodyMemory.Held.NOTHING;
    }
    connection.due(now() + parts.limits().body().toNanos(), HttpCounts.Cut.BODY);
    BodyMemory.Held body =
        bodies.read(ctx.req().getInputStream(), ctx.req().getContentLengthLong(), caller);
    connection.undue();
    return body;
  }

  /** Sends a page or list; returns a reply that has no end, as it must not keep the place. */
  private @Nullable HttpReply sendLarge(
      Context ctx, Route route, HttpCall call, OpenConnection connection) throws IOException {
    try (AnswerReader place = large.take(connection)) {
      HttpReply reply = large.alone(() -> route.action().on(call));
      if (reply.streamed() != null) {
        return reply;
      }
      place.buffer().write(reply.body(), 0, reply.body().length);
      send(ctx, reply, place, connection);
      return null;
    }
  }

  private void send(Context ctx, HttpReply reply, AnswerReader reader, OpenConnection connection)
      throws IOException {
    dueToWrite(connection);
    headers(ctx, reply);
    if (reply.status() != 304) {
      ctx.res().setContentLength(reader.buffer().size());
      reader.writeTo(ctx.res().getOutputStream());
    }
  }

  /** Has the body sent by this thread, until it ends or the client is gone. */
  private void stream(
      Context ctx, HttpReply reply, HttpReply.Streamed body, OpenConnection connection)
      throws IOException {
    try (EventClients.Place _ = clients.take(connection)) {
      headers(ctx, reply);
      ctx.header("X-Accel-Buffering", "no"); // a proxy in front must not collect them
      if (ctx.req().getMethod().equals("HEAD")) {
        return;
      }
      OutputStream out = ctx.res().getOutputStream();
      body.to(pieces -> {
        dueToWrite(connection);
        for (byte[] piece : pieces) {
          out.write(piece);
        }
        out.flush();
        connection.undue();
      });
      dueToWrite(connection);
    } catch (InterruptedException e) {
      LOG.debug("a client that follows events was ended with the listener", e);
    }
  }

  /** Ends the clients that follow events, who would hold up the stop of the listener. */
  void close() {
    clients.close();
  }

  /** Number of clients that follow events. */
  int eventClients() {
    return clients.size();
  }

  private void dueToWrite(OpenConnection connection) {
    connection.due(now() + parts.limits().write().toNanos(), HttpCounts.Cut.SLOW_READER);
  }

  private long now() {
    return parts.time().nanos().getAsLong();
  }

  private OpenConnection connection(Context ctx) {
    return connections.of(ServletContextRequest.getServletContextRequest(ctx.req()));
  }

  /** Answers with a problem. */
  void fail(Context ctx, Exception e) {
    dueToWrite(connection(ctx));
    if (Failures.isGone(e)) {
      gone(ctx);
      return;
    }
    if (ctx.res().isCommitted()) {
      parts.counts().count(HttpCounts.Event.UNEXPECTED);
      LOG.error("{} was broken off", ctx.path(), e);
      abort(ctx, e);
      return;
    }
    ctx.res().resetBuffer();
    ctx.res().setHeader("Content-Encoding", null);
    parts.denied().tell(ctx.attribute(CALLER), ctx.req().getMethod(), ctx.req().getRequestURI(), e);
    Problem problem = Failures.problem(ctx.req().getMethod(), ctx.req().getRequestURI(), e);
    if (problem.slug().equals(Problem.INTERNAL)) {
      parts.counts().count(HttpCounts.Event.UNEXPECTED);
    }
    if (problem.status() == 401) {
      ctx.header("WWW-Authenticate", access.challenge());
    }
    if (e instanceof MethodNotAllowedResponse wrong) {
      ctx.header("Allow", Failures.allowed(wrong));
    }
    HttpReply reply = problem.reply();
    reply(ctx, e instanceof ProblemException known ? known.timed(reply) : reply);
  }

  /** Nobody is there to be answered. */
  private void gone(Context ctx) {
    LOG.debug("a client went away during {}", ctx.req().getRequestURI());
    connection(ctx).cut();
  }

  /** Half a page must not look like a whole one. */
  private static void abort(Context ctx, Exception e) {
    ServletContextRequest.getServletContextRequest(ctx.req()).getServletChannel().abort(e);
  }

  private static void reply(Context ctx, HttpReply reply) {
    headers(ctx, reply);
    ctx.result(reply.body());
  }

  private static void headers(Context ctx, HttpReply reply) {
    if (SOON_OVER.contains(reply.status())) {
      ctx.header("Retry-After", "1");
    }
    reply.headers().forEach(ctx::header);
    ctx.status(reply.status());
    Optional.of(reply.contentType())
        .filter(type -> reply.status() != 304)
        .ifPresent(ctx::contentType);
  }
}
