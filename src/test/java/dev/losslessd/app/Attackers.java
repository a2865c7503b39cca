package dev.losslessd.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Clients on loopback that mean harm, all at once until they are closed. */
final class Attackers implements AutoCloseable {
  private static final String HOST = "\r\nHost: localhost\r\n";
  private static final String PIPELINE = ("GET /metrics HTTP/1.1" + HOST + "\r\n").repeat(30);
  private static final String HALF = "GET /metrics HTTP/1.1" + HOST + "X: " + "a".repeat(7900);
  private static final List<String> LINES =
      List.of(
          "GET /metrics HTTP/1.1",
          "PUT /api/v1/thaw HTTP/9.9",
          "POST /api/v1/freeze HTTP/1.1\r\nX-HTTP-Method-Override: GET",
          "GET /api/v1/freeze HTTP/1.1\r\nX-HTTP-Method-Override: POST",
          "GET /api/v1/ports/gpu01/ens1f0np0/pfc HTTP/1.1\r\nTransfer-Encoding: chunked",
          "DELETE /api/v1/../../etc/passwd HTTP/1.1\r\nContent-Length: -1",
          "GET /api/v1/counters?port=%00 HTTP/1.1\r\nAccept: \u001b[31m",
          "POST /api/v1/plans HTTP/1.1\r\nContent-Length: 10\r\nContent-Length: 11");

  private final int port;
  private final Path socket;
  private final String token;
  private final long end;
  private final List<Thread> threads = new ArrayList<>();
  private final Map<String, Integer> done = new ConcurrentHashMap<>();

  /**
   * @param token the right one, for bodies that are read
   */
  Attackers(int port, Path socket, String token, Duration time) {
    this.port = port;
    this.socket = socket;
    this.token = token;
    this.end = System.nanoTime() + time.toNanos();
  }

  /** Number of attacks so far, by kind. */
  Map<String, Integer> done() {
    return new TreeMap<>(done);
  }

  /** Malformed requests, so many evenly over the time. */
  void malformed(int clients, Duration each) {
    start(
        "malformed",
        clients,
        each,
        number -> {
          Random random = new Random(number);
          byte[] noise = new byte[random.nextInt(200)];
          random.nextBytes(noise);
          String line = LINES.get(random.nextInt(LINES.size()));
          String text = line + HOST + new String(noise, StandardCharsets.ISO_8859_1) + "\r\n\r\n";
          exchange(text.getBytes(StandardCharsets.ISO_8859_1));
        });
  }

  /** Requests with a token that is not the right one. */
  void wrongTokens(int clients, Duration each) {
    start(
        "wrong token",
        clients,
        each,
        number ->
            exchange(
                ("POST /api/v1/freeze HTTP/1.1"
                        + HOST
                        + "Authorization: Bearer wrong-"
                        + number
                        + "\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII)));
  }

  /** Clients that ask for many pages and take none, and come again when they are thrown out. */
  void slowReaders(int clients) {
    start(
        "slow reader",
        clients,
        Duration.ofMillis(100),
        _ -> {
          try (Socket one = new Socket()) {
            one.setReceiveBufferSize(4096);
            one.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            one.getOutputStream().write(PIPELINE.getBytes(StandardCharsets.US_ASCII));
            pause(Duration.ofSeconds(5));
          }
        });
  }

  /** Requests that are never finished, held open in bursts. */
  void halfOpen(int burst) {
    start(
        "half open burst of " + burst,
        1,
        Duration.ofSeconds(1),
        _ -> {
          List<SocketChannel> held = new ArrayList<>();
          for (int i = 0; i < burst && System.nanoTime() < end; i++) {
            try {
              SocketChannel one =
                  SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
              held.add(one);
              one.write(StandardCharsets.US_ASCII.encode(HALF));
            } catch (IOException e) {
              // thrown out at once
            }
          }
          pause(Duration.ofSeconds(8));
          for (SocketChannel one : held) {
            one.close();
          }
        });
  }

  /** Bodies of a mebibyte that grow when they are parsed, on both listeners. */
  void bodies(int clients) {
    byte[] body = ("[" + "{},".repeat(349_000) + "{}]").getBytes(StandardCharsets.US_ASCII);
    start(
        "body bomb",
        clients,
        Duration.ofMillis(100),
        number -> {
          String head =
              "POST /api/v1/plans HTTP/1.1"
                  + HOST
                  + "Authorization: Bearer "
                  + token
                  + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                  + body.length
                  + "\r\n\r\n";
          ByteBuffer all = ByteBuffer.allocate(head.length() + body.length);
          all.put(head.getBytes(StandardCharsets.US_ASCII)).put(body).flip();
          try (SocketChannel one =
              number % 2 == 0
                  ? SocketChannel.open(UnixDomainSocketAddress.of(socket))
                  : SocketChannel.open(
                      new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            while (all.hasRemaining()) {
              one.write(all);
            }
            Channels.newInputStream(one).transferTo(OutputStream.nullOutputStream());
          }
        });
  }

  /** One thing that an attacker does, with the number of the time. */
  private interface Attack {
    void once(int number) throws IOException;
  }

  private void start(String name, int clients, Duration each, Attack attack) {
    for (int client = 0; client < clients; client++) {
      int first = client;
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                IntConsumer one = number -> once(name, attack, number);
                for (int n = first; System.nanoTime() < end; n += clients) {
                  one.accept(n);
                  pause(each);
                }
              }));
    }
  }

  private void once(String name, Attack attack, int number) {
    try {
      attack.once(number);
    } catch (IOException e) {
      // cut off: what an attacker has to expect
    }
    done.merge(name, 1, Integer::sum);
  }

  private void exchange(byte[] request) throws IOException {
    try (Socket one = new Socket(InetAddress.getLoopbackAddress(), port)) {
      one.setSoTimeout(5000);
      one.getOutputStream().write(request);
      one.shutdownOutput();
      InputStream in = one.getInputStream();
      in.transferTo(OutputStream.nullOutputStream());
    }
  }

  private void pause(Duration time) {
    LockSupport.parkNanos(Math.min(time.toNanos(), Math.max(1, end - System.nanoTime())));
  }

  /** Waits for all attackers to end. */
  @Override
  public void close() {
    try {
      for (Thread thread : threads) {
        thread.join(Duration.ofSeconds(30));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
