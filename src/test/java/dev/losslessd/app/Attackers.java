package dev.losslessd.app;

import static java.nio.charset.StandardCharsets.US_ASCII;

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

/** Clients on loopback that mean harm, in a process of their own, all at once until time is up. */
final class Attackers {
  /** Printed once all of them have begun. */
  static final String BEGUN = "begun";

  private static final String STARS = "*".repeat(100) + "Z";
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
  private final int tls;
  private final Path socket;
  private final String token;
  private final long end;
  private final List<Thread> threads = new ArrayList<>();
  private final Map<String, Integer> done = new ConcurrentHashMap<>();

  /**
   * @param tls port of the page of metrics under TLS
   * @param token the right one, for bodies that are read
   */
  private Attackers(int port, int tls, Path socket, String token, Duration time) {
    this.port = port;
    this.tls = tls;
    this.socket = socket;
    this.token = token;
    this.end = System.nanoTime() + time.toNanos();
  }

  /**
   * Prints {@link #BEGUN}, and in the end how often each was done.
   *
   * @param words port, port under TLS, socket, token, seconds
   */
  public static void main(String[] words) throws InterruptedException {
    Duration time = Duration.ofSeconds(Long.parseLong(words[4]));
    int port = Integer.parseInt(words[0]);
    int tls = Integer.parseInt(words[1]);
    Attackers all = new Attackers(port, tls, Path.of(words[2]), words[3], time);
    all.malformed(44, Duration.ofMillis(38));
    all.wrongTokens(40, Duration.ofMillis(200));
    all.slowReaders(100);
    all.halfOpen(6000);
    all.bodies(16);
    all.handshakes(200);
    all.filters(8);
    System.out.println(BEGUN);
    all.awaitEnd();
    System.out.println(new TreeMap<>(all.done));
  }

  /** Handshakes of TLS that stop in their first record. */
  private void handshakes(int clients) {
    byte[] half = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 252, 3, 3};
    start(
        "half a handshake",
        clients,
        Duration.ofMillis(100),
        _ -> {
          try (Socket one = new Socket(InetAddress.getLoopbackAddress(), tls)) {
            one.getOutputStream().write(half);
            pause(Duration.ofSeconds(2));
          }
        });
  }

  /** Lists and event streams with filters that a backtracking matcher never comes back from. */
  private void filters(int clients) {
    start(
        "filter of 100 stars",
        clients,
        Duration.ofMillis(200),
        number -> {
          String path =
              number % 2 == 0 ? "/api/v1/ports?port=" + STARS : "/api/v1/events?device=" + STARS;
          try (Socket one = new Socket(InetAddress.getLoopbackAddress(), port)) {
            one.getOutputStream()
                .write(("GET " + path + " HTTP/1.1" + HOST + "\r\n").getBytes(US_ASCII));
            pause(Duration.ofSeconds(2));
          }
        });
  }

  /** Malformed requests, so many evenly over the time. */
  private void malformed(int clients, Duration each) {
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
  private void wrongTokens(int clients, Duration each) {
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
                    .getBytes(US_ASCII)));
  }

  /** Clients that ask for many pages and take none, and come again when they are thrown out. */
  private void slowReaders(int clients) {
    start(
        "slow reader",
        clients,
        Duration.ofMillis(100),
        _ -> {
          try (Socket one = new Socket()) {
            one.setReceiveBufferSize(4096);
            one.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            one.getOutputStream().write(PIPELINE.getBytes(US_ASCII));
            pause(Duration.ofSeconds(5));
          }
        });
  }

  /** Requests that are never finished, held open in bursts. */
  private void halfOpen(int burst) {
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
              one.write(US_ASCII.encode(HALF));
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
  private void bodies(int clients) {
    byte[] body = ("[" + "{},".repeat(349_000) + "{}]").getBytes(US_ASCII);
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
          all.put(head.getBytes(US_ASCII)).put(body).flip();
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

  private void awaitEnd() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(Duration.ofSeconds(30));
    }
  }
}
