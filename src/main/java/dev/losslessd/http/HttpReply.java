package dev.losslessd.http;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A reply to one request.
 *
 * @param shared the body where it is made once for many; then there is no other
 * @param later what makes the answer once the request's body is let go, where it waits for
 *     something
 * @param streamed what sends the body piece by piece for as long as the client stays
 * @param headers besides the content type and those that every answer has
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of one exchange: handed on, never compared
record HttpReply(
    int status,
    String contentType,
    byte[] body,
    @Nullable Shared shared,
    @Nullable Supplier<HttpReply> later,
    @Nullable Streamed streamed,
    Map<String, String> headers) {
  /** A body that others share. */
  @FunctionalInterface
  interface Shared {
    /**
     * @return who writes it to a connection; to be closed
     */
    AnswerReader take(OpenConnection connection);
  }

  /** A body that ends when its client or the daemon does, or after its time. */
  @FunctionalInterface
  interface Streamed {
    void to(Outlet out) throws IOException, InterruptedException;
  }

  /** The way to a client that takes one piece of an answer after another. */
  @FunctionalInterface
  interface Outlet {
    /** Blocks until all are on their way; a client that does not take them in time is cut off. */
    void send(Iterable<byte[]> pieces) throws IOException;
  }

  HttpReply(int status, String contentType, byte[] body) {
    this(status, contentType, body, null, null, null, Map.of());
  }

  static HttpReply shared(String contentType, Shared body) {
    return new HttpReply(200, contentType, new byte[0], body, null, null, Map.of());
  }

  static HttpReply streamed(String contentType, Streamed body) {
    return new HttpReply(200, contentType, new byte[0], null, null, body, Map.of());
  }

  /** A reply that takes its time. */
  static HttpReply later(Supplier<HttpReply> made) {
    return new HttpReply(202, "application/json", new byte[0], null, made, null, Map.of());
  }

  static HttpReply ok(Object json) {
    return json(200, json);
  }

  static HttpReply json(int status, Object json) {
    return new HttpReply(status, "application/json", Json.bytes(json));
  }

  HttpReply with(String header, String value) {
    Map<String, String> all = new TreeMap<>(headers);
    all.put(header, value);
    return new HttpReply(status, contentType, body, shared, later, streamed, all);
  }
}
