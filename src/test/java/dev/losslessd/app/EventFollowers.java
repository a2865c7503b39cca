package dev.losslessd.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Clients that follow events: quick ones that count, some that read a byte a second, some none. */
final class EventFollowers implements AutoCloseable {
  private static final Pattern ID = Pattern.compile("id: [0-9a-z]+-(\\d+)");
  private static final Pattern MISSED = Pattern.compile("\"missed\":(\\d+)");

  private final int port;
  private final List<Socket> sockets = new ArrayList<>();
  private final Map<String, AtomicInteger> ends = new TreeMap<>();
  private final AtomicLong delivered = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final AtomicLong gaps = new AtomicLong();
  private final AtomicInteger connected = new AtomicInteger();
  private volatile boolean closed;

  EventFollowers(int port) {
    this.port = port;
    for (String kind : List.of("quick", "slow", "half open")) {
      ends.put(kind, new AtomicInteger());
    }
  }

  void quick(int count) throws IOException {
    for (int n = 0; n < count; n++) {
      Socket socket = connect(0);
      Thread.ofVirtual().start(() -> read(socket));
    }
  }

  /** Clients with a small window that take one byte a second. */
  void slow(int count) throws IOException {
    for (int n = 0; n < count; n++) {
      Socket socket = connect(2048);
      Thread.ofVirtual().start(() -> readSlowly(socket));
    }
  }

  /** Clients that send the request, and never read. */
  void halfOpen(int count) throws IOException {
    for (int n = 0; n < count; n++) {
      connect(2048);
      connected.incrementAndGet();
    }
  }

  /** Number of clients that have an answer, or never wait for one. */
  int connected() {
    return connected.get();
  }

  /**
   * Events that quick clients received, those they were told to have missed, and numbers skipped.
   */
  String summary() {
    return delivered
        + " events delivered, "
        + lost
        + " told as lost, "
        + gaps
        + " gaps; ended early "
        + ends;
  }

  long delivered() {
    return delivered.get();
  }

  long gaps() {
    return gaps.get();
  }

  int endedEarly(String kind) {
    return Objects.requireNonNull(ends.get(kind)).get();
  }

  private Socket connect(int window) throws IOException {
    Socket socket = new Socket();
    if (window > 0) {
      socket.setReceiveBufferSize(window);
    }
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket
        .getOutputStream()
        .write(
            "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
    sockets.add(socket);
    return socket;
  }

  private void read(Socket socket) {
    long last = -1;
    long missed = 0;
    try {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Matcher id = ID.matcher(line);
        Matcher lostHere = MISSED.matcher(line);
        if (id.matches()) {
          long number = Long.parseLong(id.group(1));
          if (last < 0) {
            connected.incrementAndGet();
          } else if (number > last) {
            gaps.addAndGet(number - last - 1);
          }
          last = number;
        } else if (line.startsWith("data: ")) {
          if (lostHere.find() && line.contains("\"reason\"")) {
            missed = Long.parseLong(lostHere.group(1));
            lost.addAndGet(missed);
            gaps.addAndGet(1 - missed); // the id of this event is that of the last one lost
          } else {
            delivered.incrementAndGet();
          }
        }
      }
    } catch (IOException e) {
      // counted below
    }
    ended("quick");
  }

  private void readSlowly(Socket socket) {
    try {
      InputStream in = socket.getInputStream();
      connected.incrementAndGet();
      while (in.read() >= 0 && !closed) {
        LockSupport.parkNanos(1_000_000_000L);
      }
    } catch (IOException e) {
      // counted below
    }
    ended("slow");
  }

  private void ended(String kind) {
    if (!closed) {
      Objects.requireNonNull(ends.get(kind)).incrementAndGet();
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
