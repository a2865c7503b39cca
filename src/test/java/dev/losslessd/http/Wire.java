package dev.losslessd.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 by hand: what an ordinary client would not send.
 *
 * @param tls whom to trust and what to show; null for plain HTTP
 */
record Wire(SocketAddress to, @Nullable SSLContext tls) {
  record Reply(int status, Map<String, String> headers, String body) {}

  static Wire tcp(int port) {
    return new Wire(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null);
  }

  static Wire unix(Path path) {
    return new Wire(UnixDomainSocketAddress.of(path), null);
  }

  static Wire tls(InetSocketAddress to, SSLContext tls) {
    return new Wire(to, tls);
  }

  /** Adds Host, Connection and Content-Length. */
  Reply send(String method, String path, String body, String... headers) throws IOException {
    return sendTo("localhost", method, path, body, headers);
  }

  Reply sendTo(String host, String method, String path, String body, String... headers)
      throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    text.append("Host: ").append(host).append("\r\nConnection: close\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    if (content.length > 0) {
      text.append("Content-Length: ").append(content.length).append("\r\n");
    }
    byte[] head = text.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    ByteBuffer all = ByteBuffer.allocate(head.length + content.length).put(head).put(content);
    return exchange(all.flip());
  }

  Reply exchange(ByteBuffer request) throws IOException {
    return tls == null ? plain(request) : encrypted(tls, (InetSocketAddress) to, request);
  }

  private static Reply encrypted(SSLContext tls, InetSocketAddress to, ByteBuffer request)
      throws IOException {
    try (Socket socket = tls.getSocketFactory().createSocket(to.getAddress(), to.getPort())) {
      socket.setTcpNoDelay(true); // else the request waits 40 ms for a delayed ACK
      byte[] all = new byte[request.remaining()];
      request.get(all);
      socket.getOutputStream().write(all);
      return parse(socket.getInputStream().readAllBytes());
    }
  }

  private Reply plain(ByteBuffer request) throws IOException {
    try (SocketChannel channel = SocketChannel.open(to)) {
      write(channel, request);
      return parse(readAll(channel));
    }
  }

  /** A server may answer and hang up before it has read everything. */
  private static void write(SocketChannel channel, ByteBuffer request) {
    try {
      while (request.hasRemaining()) {
        channel.write(request);
      }
    } catch (IOException e) {
      // what it said before is still there to be read
    }
  }

  private static byte[] readAll(SocketChannel channel) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer part = ByteBuffer.allocate(8192);
    try {
      while (channel.read(part) >= 0) {
        all.write(part.array(), 0, part.position());
        part.clear();
      }
    } catch (IOException e) {
      // reset after the answer
    }
    return all.toByteArray();
  }

  private static Reply parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return new Reply(0, Map.of(), text);
    }
    String[] lines = text.substring(0, end).split("\r\n");
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      headers.put(lines[i].substring(0, colon), lines[i].substring(colon + 1).strip());
    }
    return new Reply(Integer.parseInt(lines[0].split(" ")[1]), headers, text.substring(end + 4));
  }
}
