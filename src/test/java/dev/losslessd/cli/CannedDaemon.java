package dev.losslessd.cli;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Gives fixed answers over the HTTP server that the daemon uses, and keeps the requests. */
final class CannedDaemon {
  /** How many items the command line asks for with every page; told by no test. */
  private static final String PAGE_SIZE = "[?&]limit=500$";

  /** A cancel has no body; tests look at its reason decoded. */
  private static final String REASON = ":cancel?reason=";

  private final Server server = new Server();
  private final List<String> reasons = new CopyOnWriteArrayList<>();
  private final Map<String, Deque<Canned>> answers = new ConcurrentHashMap<>();
  private final List<Got> got = new CopyOnWriteArrayList<>();

  CannedDaemon(Path socket) throws Exception {
    UnixDomainServerConnector connector = new UnixDomainServerConnector(server);
    connector.setUnixDomainPath(socket);
    server.addConnector(connector);
    server.setHandler(new Answering());
    server.start();
  }

  /** One request as it was received. */
  record Got(String line, @Nullable String ifMatch, @Nullable String lastEventId, String body) {
    Got(String line, @Nullable String ifMatch, String body) {
      this(line, ifMatch, null, body);
    }
  }

  private record Canned(int status, @Nullable String etag, String body) {}

  /** Told several times for one request: answered in turn, and the last again and again. */
  CannedDaemon on(String line, int status, String body) {
    return on(line, status, null, body);
  }

  CannedDaemon on(String line, int status, @Nullable String etag, String body) {
    answers.computeIfAbsent(line, l -> new ArrayDeque<>()).add(new Canned(status, etag, body));
    return this;
  }

  List<Got> got() {
    return List.copyOf(got);
  }

  List<String> lines() {
    return got.stream().map(Got::line).toList();
  }

  /** Why commits were cancelled. */
  List<String> reasons() {
    return reasons;
  }

  Got last() {
    return got.getLast();
  }

  void stop() throws Exception {
    server.stop();
  }

  private final class Answering extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      String line =
          (request.getMethod() + " " + request.getHttpURI().getPathQuery())
              .replaceFirst(PAGE_SIZE, "");
      int reason = line.indexOf(REASON);
      if (reason > 0) {
        reasons.add(
            URLDecoder.decode(line.substring(reason + REASON.length()), StandardCharsets.UTF_8));
        line = line.substring(0, reason) + ":cancel";
      }
      got.add(
          new Got(
              line,
              request.getHeaders().get(HttpHeader.IF_MATCH),
              request.getHeaders().get("Last-Event-ID"),
              Content.Source.asString(request, StandardCharsets.UTF_8)));
      Canned canned = next(line);
      response.setStatus(canned.status());
      boolean problem = canned.status() >= 400;
      response
          .getHeaders()
          .put("Content-Type", problem ? "application/problem+json" : type(canned.body()));
      if (canned.etag() != null) {
        response.getHeaders().put("ETag", canned.etag());
      }
      Content.Sink.write(response, true, canned.body(), callback);
      return true;
    }
  }

  private static String type(String body) {
    return body.startsWith("{") ? "application/json" : "text/event-stream";
  }

  private Canned next(String line) {
    Deque<Canned> canned = answers.getOrDefault(line, new ArrayDeque<>());
    if (canned.isEmpty()) {
      return new Canned(404, null, "{\"title\":\"Nothing canned\",\"detail\":\"" + line + "\"}");
    }
    return canned.size() > 1 ? canned.removeFirst() : canned.getFirst();
  }
}
