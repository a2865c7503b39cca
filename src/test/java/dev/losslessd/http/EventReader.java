package dev.losslessd.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** A client of server-sent events by hand, that reads one byte after another if it must. */
final class EventReader implements AutoCloseable {
  final Socket socket;
  final int status;
  final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final InputStream in;
  private int left;

  /**
   * One block of the stream.
   *
   * @param event empty where it is no event
   * @param comment without its colon
   */
  record Block(String id, String event, String data, String comment, String retry) {
    JsonNode json() {
      return Json.parse(data.getBytes(StandardCharsets.UTF_8));
    }
  }

  EventReader(int port, String query, String... headerLines) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(60_000);
    StringBuilder text = new StringBuilder("GET /api/v1/events" + query + " HTTP/1.1\r\n");
    text.append("Host: localhost\r\nAccept: text/event-stream\r\n");
    for (String line : headerLines) {
      text.append(line).append("\r\n");
    }
    socket
        .getOutputStream()
        .write(text.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    in = new BufferedInputStream(socket.getInputStream());
    status = Integer.parseInt(line(false).split(" ")[1]);
    for (String line = line(false); !line.isEmpty(); line = line(false)) {
      headers.put(line.split(": ", 2)[0], line.split(": ", 2)[1]);
    }
  }

  /** The next block; waits for it. */
  Block next() throws IOException {
    Map<String, String> fields = new TreeMap<>();
    for (String line = line(true); !line.isEmpty(); line = line(true)) {
      String[] parts = line.split(": ?", 2);
      if (fields.put(parts[0], parts[1]) != null) {
        throw new IOException("two of " + parts[0]);
      }
    }
    return new Block(
        fields.getOrDefault("id", ""),
        fields.getOrDefault("event", ""),
        fields.getOrDefault("data", ""),
        fields.getOrDefault("", ""),
        fields.getOrDefault("retry", ""));
  }

  /** The next event; what is none is passed over. */
  Block event() throws IOException {
    Block block = next();
    return block.event().isEmpty() ? event() : block;
  }

  /** Whether the stream ends here, in whatever way. */
  boolean isOver() {
    try {
      while (true) {
        next();
      }
    } catch (IOException e) {
      return !(e instanceof SocketTimeoutException);
    }
  }

  private String line(boolean chunked) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int one = chunked ? body() : in.read(); one != '\n'; one = chunked ? body() : in.read()) {
      if (one < 0) {
        throw new EOFException("the stream ended");
      }
      line.write(one);
    }
    return line.toString(StandardCharsets.UTF_8).replace("\r", "");
  }

  private int body() throws IOException {
    while (left == 0) {
      String size = line(false);
      left = size.isEmpty() ? 0 : Integer.parseInt(size, 16);
      if (left == 0 && !size.isEmpty()) {
        return -1;
      }
    }
    left--;
    return in.read();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
