package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** The daemon behind its Unix socket: documents in, documents or problems out. */
final class Daemon {
  private static final String ROOT = "/api/v1/";

  /** A plan of the whole intent reads every setting of every device first. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Items of a page: the daemon has a small heap, and makes one answer at a time. */
  private static final int PAGE = 500;

  private final Path socket;
  private final UnixHttp http;
  private final Progress progress;
  private boolean waited;
  private Instant since;

  /**
   * @param patience the longest silence of the daemon
   * @param progress is shown while the daemon is silent
   */
  Daemon(Path socket, Duration patience, Progress progress) {
    this.socket = socket;
    this.progress = progress;
    this.since = progress.now();
    this.http =
        new UnixHttp(
            socket,
            patience,
            () -> {
              waited = true;
              progress.waits(since);
            });
  }

  Progress progress() {
    return progress;
  }

  /**
   * @param etag the version of the resource, where the answer has one
   */
  record Answer(JsonValue jsonValue, Optional<String> etag) {}

  /**
   * @param path below {@code /api/v1/}, percent-encoded
   */
  JsonValue get(String path) {
    return send("GET", path, Map.of(), null).jsonValue();
  }

  /**
   * Returns a whole list, in as many pages as it takes: the fields of the first and the items of
   * all.
   *
   * @param path as for a get; its query, if any, without {@code limit} and {@code after}
   */
  JsonValue list(String path) {
    String paged = path + (path.contains("?") ? "&" : "?");
    JsonValue page = get(paged + "limit=" + PAGE);
    Fields whole = page.copy();
    List<@Nullable Object> items = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    page.at("items").items().forEach(item -> items.add(item.raw()));
    while (!page.at("next").isNothing()) {
      String next = page.at("next").text();
      if (!seen.add(next)) {
        throw new CliException(
            ExitCode.DEVICE, "the daemon gives the page behind '" + next + "' again and again");
      }
      page = get(paged + "after=" + Paths.encode(next) + "&limit=" + PAGE);
      page.at("items").items().forEach(item -> items.add(item.raw()));
    }
    whole.remove("next");
    return JsonValue.of(whole.with("items", items));
  }

  /**
   * Returns the body of what is no REST document, such as the metrics page; also of a probe that
   * answers that something is wrong.
   *
   * @param path from the root
   */
  String page(String path) {
    Reply reply = exchange(new UnixHttp.Request("GET", path, Map.of(), null));
    if (reply.status() != 200 && reply.status() != 503) {
      throw problem(reply);
    }
    return reply.body();
  }

  Answer fetch(String path) {
    return send("GET", path, Map.of(), null);
  }

  /**
   * Follows a stream of events until the daemon ends it.
   *
   * @param last id of the last event that is known; empty for none
   * @param line receives each line; returns false where no more are wanted
   * @throws CliException the daemon is away, or went away
   */
  void follow(String path, String last, Predicate<String> line) {
    Map<String, String> headers = new TreeMap<>(Map.of(UnixHttp.ACCEPT, Reply.EVENTS));
    if (!last.isEmpty()) {
      headers.put("Last-Event-ID", last);
    }
    UnixHttp quiet = new UnixHttp(socket, PATIENCE); // a minute without a heartbeat is too long
    UnixHttp.Request request = new UnixHttp.Request("GET", ROOT + path, headers, null);
    Reply reply = reached(() -> quiet.follow(request, line));
    if (reply.status() >= 400) {
      throw problem(reply);
    }
  }

  JsonValue post(String path, JsonValue body) {
    return send("POST", path, Map.of(), body).jsonValue();
  }

  /**
   * @param version the ETag of the resource as it was read: a change by another is not overwritten
   */
  JsonValue put(String path, String version, JsonValue body) {
    return send("PUT", path, Map.of("If-Match", version), body).jsonValue();
  }

  /**
   * @param version as for a put
   * @param body a merge patch (RFC 7396)
   */
  JsonValue patch(String path, String version, JsonValue body) {
    Map<String, String> headers =
        Map.of("If-Match", version, UnixHttp.TYPE, "application/merge-patch+json");
    return send("PATCH", path, headers, body).jsonValue();
  }

  JsonValue put(String path, JsonValue body) {
    return send("PUT", path, Map.of(), body).jsonValue();
  }

  /**
   * @param version as for a put
   */
  JsonValue delete(String path, String version) {
    return send("DELETE", path, Map.of("If-Match", version), null).jsonValue();
  }

  JsonValue delete(String path) {
    return send("DELETE", path, Map.of(), null).jsonValue();
  }

  private Answer send(
      String method, String path, Map<String, String> headers, @Nullable JsonValue body) {
    String text = body == null ? null : Json.compact(body);
    Reply reply = exchange(new UnixHttp.Request(method, ROOT + path, headers, text));
    if (reply.status() >= 400) {
      throw problem(reply);
    }
    return new Answer(
        document(reply)
            .orElseThrow(() ->
                new CliException(
                    ExitCode.DEVICE,
                    socket
                        + " answered "
                        + method
                        + " "
                        + ROOT
                        + path
                        + " with no JSON document;"
                        + " is it losslessd's socket?")),
        reply.header("ETag"));
  }

  private static ProblemException problem(Reply reply) {
    JsonValue document = document(reply).orElse(JsonValue.NOTHING);
    return new ProblemException(new Problem(reply.status(), document));
  }

  private static Optional<JsonValue> document(Reply reply) {
    try {
      return Optional.of(Json.parse(reply.body())).filter(jsonValue -> !jsonValue.isNothing());
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private Reply exchange(UnixHttp.Request request) {
    since = progress.now();
    try {
      return reached(() -> http.exchange(request));
    } finally {
      if (waited) {
        progress.clear();
        waited = false;
      }
    }
  }

  @FunctionalInterface
  private interface Exchange {
    Reply reply() throws IOException;
  }

  private Reply reached(Exchange exchange) {
    try {
      return exchange.reply();
    } catch (SocketTimeoutException e) {
      throw new CliException(
          ExitCode.DEVICE, "the daemon at " + socket + " is silent: " + e.getMessage(), e);
    } catch (IOException e) {
      throw unreachable(e);
    } catch (UnsupportedOperationException e) {
      throw new CliException(ExitCode.USAGE, "this system has no Unix sockets", e);
    }
  }

  private CliException unreachable(IOException e) {
    String why = String.valueOf(e.getMessage());
    if (why.contains("Permission denied")) {
      return new CliException(
          ExitCode.NO_PERMISSION,
          "no permission to use " + socket + ": run as root, or as a member of group losslessd",
          e);
    }
    if (!Files.exists(socket) || why.contains("refused") || why.contains("No such file")) {
      return new CliException(
          ExitCode.NO_DAEMON,
          "the daemon is not running: nothing listens on "
              + socket
              + "; start it with 'systemctl start losslessd' or 'losslessd run', or name another"
              + " socket with --socket or LOSSLESSD_SOCKET",
          e);
    }
    return new CliException(ExitCode.DEVICE, "the daemon at " + socket + " broke off: " + why, e);
  }
}
