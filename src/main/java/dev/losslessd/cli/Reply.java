package dev.losslessd.cli;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * An HTTP/1.1 answer (RFC 9112).
 *
 * @param headers names in lower case; of a repeated one the last
 */
record Reply(int status, Map<String, String> headers, String body) {
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] ([1-5]\\d\\d)(?: .*)?");

  /** Media type of a stream of events. */
  static final String EVENTS = "text/event-stream";

  private static final int LONGEST_LINE = 16 * 1024;
  private static final int MOST_HEADERS = 200;

  /** A commit list of a large fabric is some MB. */
  private static final int LARGEST_BODY = 64 * 1024 * 1024;

  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  static Reply read(InputStream in) throws IOException {
    Reply head = head(in);
    byte[] body = body(in, head.status(), head.headers());
    return new Reply(head.status(), head.headers(), new String(body, StandardCharsets.UTF_8));
  }

  /**
   * Reads an answer that may be a stream of events, whose lines are handed over one by one until
   * the daemon ends it; then there is no body.
   *
   * @param line returns false where no more are wanted
   */
  static Reply follow(InputStream in, Predicate<String> line) throws IOException {
    Reply head = head(in);
    String type = head.header("Content-Type").orElse("");
    if (head.status() != 200 || !type.startsWith(EVENTS)) {
      byte[] body = body(in, head.status(), head.headers());
      return new Reply(head.status(), head.headers(), new String(body, StandardCharsets.UTF_8));
    }
    boolean chunked = "chunked".equalsIgnoreCase(head.headers().get("transfer-encoding"));
    InputStream body = chunked ? new Chunks(in) : in;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = body.read(); next >= 0; next = body.read()) {
      if (next != '\n') {
        requireSize(bytes.size());
        bytes.write(next);
      } else if (line.test(bytes.toString(StandardCharsets.UTF_8))) {
        bytes.reset();
      } else {
        return head;
      }
    }
    return head;
  }

  private static Reply head(InputStream in) throws IOException {
    while (true) {
      int status = status(line(in));
      Map<String, String> headers = headers(in);
      if (status >= 200) {
        return new Reply(status, headers, "");
      }
    }
  }

  private static int status(String line) throws ProtocolException {
    Matcher matcher = STATUS_LINE.matcher(line);
    if (!matcher.matches()) {
      throw new ProtocolException("not an HTTP answer: '" + Shown.text(line) + "'");
    }
    return Integer.parseInt(matcher.group(1));
  }

  static Map<String, String> headers(InputStream in) throws IOException {
    Map<String, String> headers = new HashMap<>();
    for (int count = 0; count < MOST_HEADERS; count++) {
      String line = line(in);
      if (line.isEmpty()) {
        return headers;
      }
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw new ProtocolException("not an HTTP header: '" + Shown.text(line) + "'");
      }
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    throw new ProtocolException("more than " + MOST_HEADERS + " HTTP headers");
  }

  private static byte[] body(InputStream in, int status, Map<String, String> headers)
      throws IOException {
    if (status == 204 || status == 304) {
      return new byte[0];
    }
    if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      return rest(new Chunks(in));
    }
    String length = headers.get("content-length");
    return length == null ? rest(in) : exactly(in, number(length, 10));
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the answer ended after " + bytes.length + " of " + length + " bytes");
    }
    return bytes;
  }

  private static byte[] rest(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(LARGEST_BODY + 1);
    requireSize(bytes.length);
    return bytes;
  }

  static int number(String text, int radix) throws ProtocolException {
    try {
      int number = Integer.parseInt(text, radix);
      requireSize(number);
      return number;
    } catch (NumberFormatException e) {
      ProtocolException wrong = new ProtocolException("HTTP length '" + Shown.text(text) + "'");
      wrong.initCause(e);
      throw wrong;
    }
  }

  private static void requireSize(long bytes) throws ProtocolException {
    if (bytes < 0 || bytes > LARGEST_BODY) {
      throw new ProtocolException("an answer of " + bytes + " bytes, expected at most 64 MiB");
    }
  }

  static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the answer ended early");
      }
      if (line.size() >= LONGEST_LINE) {
        throw new ProtocolException("an HTTP line longer than " + LONGEST_LINE + " bytes");
      }
      line.write(next);
    }
    String text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
