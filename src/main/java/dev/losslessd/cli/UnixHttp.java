package dev.losslessd.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The little of HTTP/1.1 that a command line needs: one request per connection. Jetty's client does
 * the same and takes 300 ms to start where this takes 20, and a CLI must feel instant.
 */
final class UnixHttp {
  /** Header with the kind of a body; JSON where a request has none. */
  static final String TYPE = "Content-Type";

  static final String ACCEPT = "Accept";

  private final Path socket;
  private final Duration patience;
  private final Runnable silence;

  /**
   * @param patience the longest silence of the daemon; it may read every device for a plan
   */
  UnixHttp(Path socket, Duration patience) {
    this(socket, patience, () -> {});
  }

  /**
   * @param silence is run each second of it
   */
  UnixHttp(Path socket, Duration patience, Runnable silence) {
    this.socket = socket;
    this.patience = patience;
    this.silence = silence;
  }

  /**
   * @param target path and query, percent-encoded
   */
  record Request(String method, String target, Map<String, String> headers, @Nullable String body) {
    Request {
      requireClean(method + target);
      if (target.indexOf(' ') >= 0) {
        throw new IllegalArgumentException("blank in a request target");
      }
      headers.forEach((name, value) -> requireClean(name + value));
      headers = Map.copyOf(headers);
    }

    /** A control character would start a header of its own. */
    private static void requireClean(String text) {
      if (text.chars().anyMatch(c -> c < ' ' || c > '~')) {
        throw new IllegalArgumentException("control or non-ASCII character in a request line");
      }
    }
  }

  Reply exchange(Request request) throws IOException {
    try (DaemonClient daemonClient = DaemonClient.open(socket, patience, silence)) {
      daemonClient.send(bytes(request));
      return Reply.read(daemonClient);
    }
  }

  /** As {@link #exchange}, for an answer that may go on for ever; see {@link Reply#follow}. */
  Reply follow(Request request, Predicate<String> line) throws IOException {
    try (DaemonClient daemonClient = DaemonClient.open(socket, patience, silence)) {
      daemonClient.send(bytes(request));
      return Reply.follow(daemonClient, line);
    }
  }

  private static byte[] bytes(Request request) {
    byte[] body = Objects.requireNonNullElse(request.body(), "").getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder();
    head.append(request.method()).append(' ').append(request.target()).append(" HTTP/1.1\r\n");
    head.append("Host: localhost\r\nUser-Agent: losslessd-cli\r\nConnection: close\r\n");
    if (!request.headers().containsKey(ACCEPT)) {
      head.append(ACCEPT).append(": application/json, application/problem+json\r\n");
    }
    if (request.body() != null) {
      String type = request.headers().getOrDefault(TYPE, "application/json");
      head.append(TYPE).append(": ").append(type).append("\r\n");
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    request
        .headers()
        .forEach((name, value) -> {
          if (!name.equals(TYPE)) {
            head.append(name).append(": ").append(value).append("\r\n");
          }
        });
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(body);
    return out.toByteArray();
  }
}
