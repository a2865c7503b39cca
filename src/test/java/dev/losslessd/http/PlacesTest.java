package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.http.HttpCounts.Cut;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who has a connection, and who gives way where all of them are taken. */
@Timeout(60)
class PlacesTest extends OnLimits {
  /** The head of a request that waits for its body. */
  private static final String WRITE =
      "POST /api/v1/plans HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
          + Rig.TOKEN
          + "\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
          + "Content-Length: 2\r\n\r\n";

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
    server = start(new HttpTime(System::nanoTime, time -> LockSupport.parkNanos(time.toNanos())));
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
    SocketChannel writer = send(WRITE);
    assertThat(read(writer)).startsWith("HTTP/1.1 100");
    askOnceEach();

    write(writer, "{}");

    assertThat(read(writer)).startsWith("HTTP/1.1 200");
  }

  @Test
  void aStrangerWhoIsAnsweredForLongGivesWayAndACallerWithATokenDoesNot() throws IOException {
    List<SocketChannel> writers = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS / 2; i++) {
      writers.add(send(WRITE));
      assertThat(read(writers.getLast())).startsWith("HTTP/1.1 100");
    }
    for (int i = 0; i < CONNECTIONS / 2; i++) {
      SocketChannel reader =
          send(
              "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n"
                  + "Accept: text/event-stream\r\n\r\n");
      assertThat(read(reader)).startsWith("HTTP/1.1 200");
    }
    assertThat(server.listeners().getFirst().eventClients()).isEqualTo(CONNECTIONS / 2);
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());

    assertThat(tcp.send("GET", "/healthz", "").status()).isEqualTo(200);

    for (SocketChannel one : writers) {
      write(one, "{}");
      assertThat(read(one)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void theUnixSocketHasItsOwnPlaces() throws IOException {
    for (int i = 0; i < 2 * CONNECTIONS; i++) {
      send("GET /");
    }

    assertThat(Wire.unix(folder.resolve("limits.sock")).send("GET", "/healthz", "").status())
        .isEqualTo(200);
  }

  /** More connections than there are places, each of which asks and stays. */
  private void askOnceEach() throws IOException {
    for (int i = 0; i < 2 * CONNECTIONS; i++) {
      nanos.incrementAndGet();
      assertThat(read(send(HEALTHZ))).contains("200");
    }
  }
}
