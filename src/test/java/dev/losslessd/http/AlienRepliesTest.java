package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bytes of one connection in the replies of another. First with Jetty's pooled buffers, where they
 * come: without them the clients show nothing. Then against our own server, ten times as many.
 */
class AlienRepliesTest {
  /** Few: the race is between two threads of the server, which must both have a processor. */
  private static final int CLIENTS = 3;

  private static final int ALIENS = 5;

  /** Some 13 KB: a part of the request is still to come when it is refused. */
  private static final int HEADERS = 600;

  private static final Pattern MARK = Pattern.compile("MARK[0-9]{2}-[0-9]{7}");
  private static final Duration POOLED = Duration.ofMinutes(10);
  private static final Duration OURS = Duration.ofMinutes(26);

  @Test
  @Timeout(value = 38, unit = TimeUnit.MINUTES)
  void noReplyHoldsBytesOfAnotherConnection(@TempDir Path folder) throws Exception {
    assumeTrue(Boolean.getBoolean("aliens"), "runs for minutes: bin/test --long aliens");
    Clients pooled = new Clients();
    Server server = pooled();
    int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    pooled.run(port, ALIENS, Long.MAX_VALUE, POOLED);
    server.stop();
    System.out.println("pooled: " + pooled.text());
    assumeTrue(
        pooled.aliens.get() >= ALIENS,
        "void: pooled buffers show nothing on this machine: " + pooled.text());

    Clients ours = new Clients();
    try (Rig rig = new Rig(folder)) {
      ours.run(rig.server.port(), 1, 10 * pooled.requests.sum(), OURS);
    }
    System.out.println("not pooled: " + ours.text());

    assertThat(ours.requests.sum()).isGreaterThanOrEqualTo(10 * pooled.requests.sum());
    assertThat(ours.aliens).as(ours.found.toString()).hasValue(0);
  }

  /** Jetty alone, as it comes, with our error handler. */
  private static Server pooled() throws Exception {
    Server server = new Server(new QueuedThreadPool(16, 2));
    ServerConnector connector = new ServerConnector(server, 0, 1, new HttpConnectionFactory());
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setErrorHandler(new MalformedRequests(new HttpCounts()));
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            response.write(true, ByteBuffer.wrap(new byte[] {'o', 'k'}), callback);
            return true;
          }
        });
    server.start();
    return server;
  }

  /** Clients that send bad requests, each full of its own mark. */
  private static final class Clients {
    private final LongAdder requests = new LongAdder();
    private final AtomicInteger aliens = new AtomicInteger();
    private final List<String> found = new ArrayList<>();

    void run(int port, int enough, long most, Duration longest) throws InterruptedException {
      long end = System.nanoTime() + longest.toNanos();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  for (int n = 0; aliens.get() < enough && requests.sum() < most; n++) {
                    if (System.nanoTime() - end > 0) {
                      return;
                    }
                    one(port, "MARK%02d-%07d".formatted(number, n));
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join(longest.plusMinutes(1).toMillis());
      }
    }

    private void one(int port, String mark) {
      StringBuilder text = new StringBuilder("PUT /api/v1/thaw HTTP/9.9\r\nHost: localhost\r\n");
      for (int i = 0; i < HEADERS; i++) {
        text.append("X-").append(mark).append('-').append(i).append(": y\r\n");
      }
      String reply = exchange(port, text.append("\r\n").toString());
      requests.increment();
      boolean odd = !reply.isEmpty() && !reply.startsWith("HTTP/1.1 ");
      if (odd || hasOther(reply, mark)) {
        aliens.incrementAndGet();
        synchronized (found) {
          found.add(mark + " got " + reply.substring(0, Math.min(120, reply.length())));
        }
      }
    }

    private static boolean hasOther(String reply, String mark) {
      Matcher marks = MARK.matcher(reply);
      while (marks.find()) {
        if (!marks.group().equals(mark)) {
          return true;
        }
      }
      return false;
    }

    private static String exchange(int port, String text) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      try (SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.write(StandardCharsets.US_ASCII.encode(text));
        channel.shutdownOutput();
        ByteBuffer part = ByteBuffer.allocate(65_536);
        while (channel.read(part.clear()) >= 0 && all.size() < 65_536) {
          all.write(part.array(), 0, part.position());
        }
      } catch (IOException e) {
        // a reset after the reply
      }
      return all.toString(StandardCharsets.ISO_8859_1);
    }

    String text() {
      return requests.sum() + " requests, " + aliens.get() + " alien replies";
    }
  }
}
