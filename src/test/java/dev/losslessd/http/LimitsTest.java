package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.http.HttpCounts.Cut;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that hold on to what they get: bodies, pages. */
@Timeout(60)
class LimitsTest extends OnLimits {
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

    assertThat(counts.of(HttpCounts.Event.WRONG_TOKEN)).isEqualTo(7);
    assertThat(pauses.stream().map(Duration::toMillis))
        .hasSize(paused)
        .containsExactly(50L, 100L, 200L, 400L, 800L, 1600L, 2000L);
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
}
