package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.watch.EventData;
import dev.losslessd.watch.EventData.LinkEvent;
import dev.losslessd.watch.EventStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one client gets, with a clock that goes on by a second each time that it is looked at. */
@Timeout(60)
class EventFeedTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final LinkEvent DOWN =
      new LinkEvent("down", PortId.parse("leaf1:Ethernet1/7"), "down");

  private final EventStream stream = new EventStream("b1", RealTime.by(() -> NOW));
  private final EventFrames frames = new EventFrames(stream);
  private final AtomicLong seconds = new AtomicLong();
  private final List<Duration> pauses = new ArrayList<>();
  private final List<String> sent = new ArrayList<>();
  private int storm;
  private boolean allowed = true;

  @Test
  void aSilentStreamHasAHeartbeatThatSaysWhereItIs() throws Exception {
    run(Duration.ofNanos(1), Duration.ofSeconds(20), _ -> true);

    assertThat(sent).hasSizeGreaterThan(3);
    assertThat(sent.getFirst()).isEqualTo("retry: 2000\nid: b1-0\n\n");
    assertThat(sent.subList(1, sent.size())).containsOnly(": nothing new\nid: b1-0\n\n");
  }

  @Test
  void whereNothingIsWantedTheHeartbeatTakesThePlaceForwardAllTheSame() throws Exception {
    publish(EventStream.KEPT * 2);

    run(Duration.ofNanos(1), Duration.ofSeconds(60), _ -> false);

    assertThat(String.join("", sent)).doesNotContain("event: link");
    assertThat(sent.getLast()).isEqualTo(": nothing new\nid: b1-2048\n\n");
  }

  @Test
  void aStreamEndsAfterItsTimeSoThatTheClientAsksAgain() throws Exception {
    run(Duration.ofNanos(1), Duration.ofSeconds(20), _ -> true);

    assertThat(seconds.get()).isBetween(20L, 30L);
  }

  @Test
  void inAStormManyGoTogetherWithPausesAndWhatIsMissedIsTold() throws Exception {
    publish(600);
    storm = 3000; // more than the ring, while the first batch is written

    run(Duration.ofNanos(1), Duration.ofSeconds(60), _ -> true);

    String all = String.join("", sent);
    assertThat(pauses).isNotEmpty().containsOnly(Duration.ofMillis(100));
    assertThat(all).contains("event: lost\ndata: {\"reason\":\"overflow\",\"missed\":2320,");
    long told = all.lines().filter(line -> line.equals("event: link")).count();
    assertThat(told + 2320).as("each is told or counted as missed").isEqualTo(3600);
    assertThat(all).contains("id: b1-2576\nevent: lost\n").contains("id: b1-2577\nevent: link\n");
  }

  @Test
  void whoseRightToAskHasEndedGetsNothingMore() throws Exception {
    publish(3);
    allowed = false;

    run(Duration.ofNanos(1), Duration.ofDays(1), _ -> true);

    assertThat(sent).containsExactly("retry: 2000\nid: b1-0\n\n");
  }

  private void run(Duration heartbeat, Duration longest, Predicate<EventData> wanted)
      throws IOException, InterruptedException {
    EventPace pace = new EventPace(heartbeat, Duration.ofMillis(100), longest);
    HttpTime time =
        new HttpTime(() -> Duration.ofSeconds(seconds.incrementAndGet()).toNanos(), pauses::add);
    EventStart start = EventStart.after(EventStart.OLDEST, stream);
    new EventFeed(stream, frames, start, wanted, pace, () -> allowed, time).to(this::take);
  }

  private void take(Iterable<byte[]> pieces) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces.forEach(all::writeBytes);
    sent.add(all.toString(StandardCharsets.UTF_8));
    if (sent.size() == 2) {
      publish(storm);
    }
  }

  private void publish(int count) {
    for (int n = 0; n < count; n++) {
      stream.publish(DOWN);
    }
  }
}
