package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.http.HttpCounts.Cut;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that hold on to what they get: connections, bodies, pages. */
@Timeout(60)
class LimitsTest {
  private static final int CONNECTIONS = 16;
  private static final String HEALTHZ = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final HttpLimits LIMITS =
      new HttpLimits(
          CONNECTIONS,
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          Duration.ofSeconds(40),
          1024,
          64 * 1024,
          4,
          4 * 1024 * 1024);

  @TempDir Path folder;
  private final AtomicLong nanos = new AtomicLong();
  private final HttpCounts counts = new HttpCounts();
  private final List<SocketChannel> open = new ArrayList<>();
  private final List<Duration> pauses = new ArrayList<>();
  private Rig rig;
  private HttpServer server;
  private Wire tcp = Wire.tcp(0);

  @BeforeEach
  void start() {
    rig = new Rig(folder);
    start(new HttpTime(nanos::incrementAndGet, pauses::add));
  }

  private void start(HttpTime time) {
    HttpOptions options =
        new HttpOptions(
            List.of(Rig.anyPort()),
            folder.resolve("limits.sock"),
            Set.of(),
            () -> Rig.TOKEN,
            Optional.empty(),
            HttpOptions.Metrics.NONE,
            LIMITS);
    server = HttpServer.start(options, rig.sources, time, counts);
    tcp = Wire.tcp(server.port());
  }

  @AfterEach
  void stop() throws IOException {
    for (SocketChannel one : open) {
      one.close();
    }
    server.close();
    rig.close();
  }

  @Test
  void halfOpenConnectionsAreDisplacedByThoseThatAsk() throws IOException {
    for (int i = 0; i < 20 * CONNECTIONS; i++) {
      send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(7900));
    }

    assertThat(tcp.send("GET", "/healthz", "").status()).isEqualTo(200);

    assertThat(counts.cuts(Cut.DISPLACED)).isGreaterThanOrEqualTo(19 * CONNECTIONS);
    assertThat(server.listeners().getFirst().connections()).isLessThanOrEqualTo(CONNECTIONS);
  }

  @Test
  void anIdleConnectionThatAskedOutlivesAnyNumberThatNeverDid() throws IOException {
    SocketChannel prometheus = send(HEALTHZ);
    assertThat(read(prometheus)).startsWith("HTTP/1.1 200");
    for (int i = 0; i < 10 * CONNECTIONS; i++) {
      send("GET /");
    }
    assertThat(tcp.send("GET", "/healthz", "").status()).isEqualTo(200);

    write(prometheus, HEALTHZ);

    assertThat(read(prometheus)).startsWith("HTTP/1.1 200");
  }

  @Test
  void aNewConnectionHasTimeToAskHoweverManyAreIdle() throws IOException {
    askOnceEach();
    SocketChannel slow = send("GET /heal");
    for (int i = 0; i < CONNECTIONS / 2 - 2; i++) {
      send("GET /");
    }
    write(slow, "thz HTTP/1.1\r\nHost: localhost\r\n\r\n");

    assertThat(read(slow)).startsWith("HTTP/1.1 200");
  }

  @Test
  void everyRequestOfABurstIsAnswered() throws IOException {
    server.close();
    start(new HttpTime(System::nanoTime, time -> LockSupport.parkNanos(time.toNanos())));
    List<SocketChannel> burst = new ArrayList<>();
    for (int i = 0; i < 20 * CONNECTIONS; i++) {
      burst.add(send(HEALTHZ));
    }

    for (SocketChannel one : burst) {
      assertThat(read(one)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void whoTakesItsPagesIsDisplacedAfterAllWhoAskedOnlyOnce() throws IOException {
    SocketChannel prometheus = send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(readPage(prometheus)).startsWith("HTTP/1.1 200");
    askOnceEach();

    write(prometheus, HEALTHZ);

    assertThat(read(prometheus)).startsWith("HTTP/1.1 200");
  }

  @Test
  void aRequestThatIsUnderWayIsNotDisplaced() throws IOException {
    SocketChannel writer =
        send(
            "POST /api/v1/plans HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + Rig.TOKEN
                + "\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
                + "Content-Length: 2\r\n\r\n");
    assertThat(read(writer)).startsWith("HTTP/1.1 100");
    askOnceEach();

    write(writer, "{}");

    assertThat(read(writer)).startsWith("HTTP/1.1 200");
  }

  @Test
  void theUnixSocketHasItsOwnPlaces() throws IOException {
    for (int i = 0; i < 2 * CONNECTIONS; i++) {
      send("GET /");
    }

    assertThat(Wire.unix(folder.resolve("limits.sock")).send("GET", "/healthz", "").status())
        .isEqualTo(200);
  }

  @Test
  void aHeaderThatDripsEndsAtItsDeadlineHoweverItDrips() throws IOException {
    SocketChannel slow = send("GET /metrics HTTP/1.1\r\nHost: local");
    awaitConnections(1);
    write(slow, "h");
    nanos.addAndGet(LIMITS.header().minusMillis(1).toNanos());
    look();
    assertThat(server.listeners().getFirst().connections()).isEqualTo(1);
    write(slow, "o");

    nanos.addAndGet(Duration.ofMillis(2).toNanos());
    look();

    assertThat(read(slow)).isEmpty();
    assertThat(counts.cuts(Cut.IDLE)).isEqualTo(1);
  }

  @Test
  void aBodyThatDripsEndsAtItsDeadline() throws IOException {
    SocketChannel slow =
        send(
            "POST /api/v1/plans HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + Rig.TOKEN
                + "\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
                + "Content-Length: 1000\r\n\r\n");
    assertThat(read(slow)).startsWith("HTTP/1.1 100");
    write(slow, "{");
    nanos.addAndGet(LIMITS.body().minusMillis(1).toNanos());
    look();
    assertThat(counts.cuts(Cut.BODY)).isZero();

    nanos.addAndGet(Duration.ofMillis(2).toNanos());
    look();

    assertThat(counts.cuts(Cut.BODY)).isEqualTo(1);
    assertThat(read(slow)).doesNotContain("200 OK");
  }

  @Test
  void aReaderThatTakesNothingLosesItsPlaceToOneThatWaits() throws IOException {
    rig.page = "# a line of a page\n".repeat(200_000);
    for (int i = 0; i < 6; i++) {
      SocketChannel slow = send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(slow.read(ByteBuffer.allocate(1))).as("its page has begun").isEqualTo(1);
      nanos.addAndGet(MetricsPages.INTERVAL); // the next one gets a page of its own
    }
    Thread clock = Thread.ofVirtual().start(this::tick);

    Wire.Reply page = tcp.send("GET", "/metrics", "");

    clock.interrupt();
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).hasSize(rig.page.length());
    assertThat(counts.cuts(Cut.SLOW_READER)).isPositive();
    while (server.listeners().getFirst().connections() > 7 - counts.cuts(Cut.SLOW_READER)) {
      Thread.onSpinWait(); // what lost its place is closed, or it would hold its page for long
    }
  }

  @Test
  void aConnectionThatTakesItsPagesQuicklyKeepsItsPlaceBesideAnyNumberOfSlowOnes()
      throws IOException {
    String get = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
    SocketChannel prometheus = send(get);
    assertThat(readPage(prometheus)).startsWith("HTTP/1.1 200");
    rig.page = "# a line of a page\n".repeat(200_000);
    for (int i = 0; i < CONNECTIONS - 2; i++) {
      send(get.repeat(30));
    }

    for (int i = 0; i < 20; i++) {
      write(prometheus, get);
      assertThat(readPage(prometheus)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void slowReadersOfPagesHoldUpNeitherRestNorTheSocket() throws IOException {
    rig.page = "# a line of a page\n".repeat(200_000);
    for (int i = 0; i < CONNECTIONS - 2; i++) {
      send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(30));
    }

    assertThat(tcp.send("GET", "/api/v1/status", "").status()).isEqualTo(200);
    assertThat(Wire.unix(folder.resolve("limits.sock")).send("GET", "/metrics", "").body())
        .hasSize(rig.page.length());
  }

  @Test
  void anAnswerThatIsNotTakenEndsAtItsDeadline() throws IOException {
    rig.page = "# a line of a page\n".repeat(200_000);
    SocketChannel slow = send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(read(slow)).startsWith("HTTP/1.1 200");
    nanos.addAndGet(LIMITS.write().minusMillis(1).toNanos());
    look();
    assertThat(counts.cuts(Cut.SLOW_READER)).isZero();

    nanos.addAndGet(Duration.ofMillis(2).toNanos());
    look();

    assertThat(counts.cuts(Cut.SLOW_READER)).isEqualTo(1);
    assertThat(server.listeners().getFirst().connections()).isZero();
  }

  @Test
  void aPageLargerThanTheLimitSaysWhichKeyToRaise() throws IOException {
    rig.page = "#".repeat(LIMITS.largestAnswer() + 1);

    Wire.Reply reply = tcp.send("GET", "/metrics", "");

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.body()).contains("http.limits.largestAnswer");
  }

  @Test
  void aBodyIsBoundedByItsBytesAndByItsValues() throws IOException {
    String bearer = "Authorization: Bearer " + Rig.TOKEN;
    String json = "Content-Type: application/json";
    String large = " ".repeat(LIMITS.largeBody() + 1);
    String bomb = "[" + "1,".repeat(Json.MOST_TOKENS) + "1]";

    assertThat(tcp.send("POST", "/api/v1/plans", large, bearer, json).status()).isEqualTo(413);
    assertThatThrownBy(() -> Json.parse(bomb.getBytes(StandardCharsets.US_ASCII)))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("100000");
    assertThat(tcp.send("POST", "/api/v1/plans", "{}", bearer, json).status()).isEqualTo(200);
  }

  @Test
  void aLargeBodyThatIsRefusedKeepsItsPlaceForASecond() throws IOException {
    String bearer = "Authorization: Bearer " + Rig.TOKEN;
    String large = "[" + " ".repeat(LIMITS.smallBody()) + "]";

    Wire.Reply refused =
        tcp.send("POST", "/api/v1/plans", large, bearer, "Content-Type: application/json");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(pauses).containsExactly(Duration.ofSeconds(1));
  }

  @Test
  void wrongTokensAreCountedAndSlowedDownButNeverTheRightOne() throws IOException {
    for (int i = 0; i < 7; i++) {
      assertThat(tcp.send("GET", "/metrics", "", "Authorization: Bearer wrong").status())
          .isEqualTo(401);
    }
    int paused = pauses.size();

    assertThat(tcp.send("GET", "/metrics", "", "Authorization: Bearer " + Rig.TOKEN).status())
        .isEqualTo(200);

    assertThat(counts.wrongTokens()).isEqualTo(7);
    assertThat(pauses.stream().map(Duration::toMillis))
        .hasSize(paused)
        .containsExactly(50L, 100L, 200L, 400L, 800L, 1600L, 2000L);
  }

  /** More connections than there are places, each of which asks and stays. */
  private void askOnceEach() throws IOException {
    for (int i = 0; i < 2 * CONNECTIONS; i++) {
      nanos.incrementAndGet();
      assertThat(read(send(HEALTHZ))).contains("200");
    }
  }

  private void look() {
    server.listeners().forEach(Listener::check);
  }

  /** Advances the time in steps small enough for deadlines of seconds. */
  private void tick() {
    while (!Thread.currentThread().isInterrupted()) {
      nanos.addAndGet(Duration.ofMillis(1).toNanos());
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void awaitConnections(int number) {
    while (server.listeners().getFirst().connections() < number) {
      Thread.onSpinWait();
    }
  }

  private SocketChannel send(String text) throws IOException {
    SocketChannel channel = SocketChannel.open();
    open.add(channel);
    channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    write(channel, text);
    return channel;
  }

  private static void write(SocketChannel channel, String text) {
    try {
      ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      // it was cut off already
    }
  }

  /** Reads one whole response with its Content-Length. */
  private static String readPage(SocketChannel channel) {
    StringBuilder all = new StringBuilder(read(channel));
    int end = all.indexOf("\r\n\r\n");
    int at = all.indexOf("Content-Length: ") + "Content-Length: ".length();
    int length = Integer.parseInt(all.substring(at, all.indexOf("\r", at)));
    while (all.length() < end + 4 + length) {
      String part = read(channel);
      assertThat(part).isNotEmpty();
      all.append(part);
    }
    return all.toString();
  }

  /** Text of one read; empty if the connection was closed. */
  private static String read(SocketChannel channel) {
    ByteBuffer bytes = ByteBuffer.allocate(65_536);
    try {
      int length = channel.read(bytes);
      return new String(bytes.array(), 0, Math.max(0, length), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      return "";
    }
  }
}
