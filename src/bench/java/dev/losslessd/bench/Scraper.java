package dev.losslessd.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** A Prometheus that only asks: one kept connection, one page after the other. */
final class Scraper implements AutoCloseable {
  private static final int CHUNK = 1 << 16;

  private final Socket socket;
  private final byte[] request;
  private byte[] page = new byte[CHUNK];
  private int size;
  private int start;
  private boolean chunked;

  Scraper(int port, String accept) {
    this(port, "/metrics", accept);
  }

  /**
   * @param path with its query
   * @param accept more header lines, each with its end
   */
  Scraper(int port, String path, String accept) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    request =
        ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + accept + "\r\n")
            .getBytes(StandardCharsets.US_ASCII);
  }

  /** One scrape; returns the bytes of the body. */
  int scrape() {
    try {
      socket.getOutputStream().write(request);
      InputStream in = socket.getInputStream();
      size = 0;
      int body = 0;
      while (body == 0) {
        fill(in);
        body = afterHeaders();
      }
      return finish(in, body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int finish(InputStream in, int body) throws IOException {
    String headers = new String(page, 0, body, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
    if (!headers.startsWith("http/1.1 200")) {
      throw new IOException(headers.lines().findFirst().orElse("no status"));
    }
    int at = headers.indexOf("content-length:");
    if (at >= 0) {
      int length = Integer.parseInt(headers.substring(at + 15).lines().findFirst().get().strip());
      while (size < body + length) {
        fill(in);
      }
      start = body;
      chunked = false;
      return length;
    }
    while (!endsChunked()) {
      fill(in);
    }
    start = body;
    chunked = true;
    return size - body;
  }

  /** Body of the last scrape, without chunk headers. */
  String text() {
    String body = new String(page, start, size - start, StandardCharsets.ISO_8859_1);
    return chunked ? joined(body) : body;
  }

  private static String joined(String body) {
    StringBuilder text = new StringBuilder(body.length());
    int at = 0;
    while (true) {
      int line = body.indexOf("\r\n", at);
      int length = Integer.parseInt(body.substring(at, line), 16);
      if (length == 0) {
        return text.toString();
      }
      text.append(body, line + 2, line + 2 + length);
      at = line + 2 + length + 2;
    }
  }

  private boolean endsChunked() {
    return size >= 5
        && page[size - 5] == '0'
        && page[size - 4] == '\r'
        && page[size - 2] == '\r'
        && page[size - 1] == '\n';
  }

  private int afterHeaders() {
    for (int i = 3; i < size; i++) {
      if (page[i] == '\n' && page[i - 1] == '\r' && page[i - 2] == '\n') {
        return i + 1;
      }
    }
    return 0;
  }

  private void fill(InputStream in) throws IOException {
    if (page.length - size < CHUNK) {
      page = Arrays.copyOf(page, page.length * 2);
    }
    int got = in.read(page, size, page.length - size);
    if (got < 0) {
      throw new IOException("the page was cut after " + size + " bytes");
    }
    size += got;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
