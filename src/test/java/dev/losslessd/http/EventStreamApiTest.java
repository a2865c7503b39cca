package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.http.HttpCounts.Cut;
import dev.losslessd.model.PortId;
import dev.losslessd.watch.EventData.LinkEvent;
import dev.losslessd.watch.EventStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that follow events over real sockets: quick, slow, gone, and too many. */
@Timeout(60)
class EventStreamApiTest {
  private static final PortId PORT = PortId.parse("leaf1:Ethernet1/7");
  private static final PortId OTHER = PortId.parse("leaf2:Ethernet1/7");
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;
  private final AtomicLong nanos = new AtomicLong();
  private final HttpCounts counts = new HttpCounts();
  private final List<EventReader> readers = new ArrayList<>();
  private Rig rig;
  private HttpServer server;

  @BeforeEach
  void start() {
    rig = new Rig(folder);
    HttpLimits limits =
        new HttpLimits(12, LONG, LONG, LONG, LONG, 1024, 64 * 1024, 4, 4 * 1024 * 1024);
    server =
        HttpServer.start(
            new HttpOptions(
                List.of(Rig.anyPort()),
                null,
                Set.of(),
                () -> Rig.TOKEN,
                Optional.empty(),
                HttpOptions.Metrics.NONE,
                limits),
            rig.sources,
            new HttpTime(nanos::get, _ -> {}),
            counts);
  }

  @AfterEach
  void stop() throws IOException {
    for (EventReader reader : readers) {
      reader.close();
    }
    server.close();
    rig.close();
  }

  @Test
  void aStreamBeginsWithWhereItIsAndTellsEachEventAsItComes() throws IOException {
    publish(2);
    EventReader reader = follow("");

    EventReader.Block greeting = reader.next();
    publish(1);
    EventReader.Block event = reader.next();

    assertThat(reader.status).isEqualTo(200);
    assertThat(reader.headers)
        .containsEntry("Content-Type", "text/event-stream")
        .containsEntry("Cache-Control", "no-store");
    assertThat(greeting).isEqualTo(new EventReader.Block("b1-2", "", "", "", "2000"));
    assertThat(event.id()).isEqualTo("b1-3");
    assertThat(event.event()).isEqualTo("link");
    assertThat(event.json().path("id").asString()).isEqualTo("b1-3");
    assertThat(new Contract(rig.get("/openapi.json").json()).violations("LinkEvent", event.json()))
        .isEmpty();
  }

  @Test
  void aClientThatComesBackGoesOnWhereItWasWhateverItsFirstQuestionSaid() throws IOException {
    publish(5);

    assertThat(follow("?after=b1-1", "Last-Event-ID: b1-3").event().id()).isEqualTo("b1-4");
    assertThat(follow("?after=b1-1").event().id()).isEqualTo("b1-2");
    assertThat(follow("?after=0").event().id()).isEqualTo("b1-1");
    EventReader fresh = follow("", "Last-Event-ID:");
    assertThat(fresh.next().id()).isEqualTo("b1-5");
  }

  @Test
  void twoClientsAtDifferentPlacesEachGetTheirOwn() throws IOException {
    publish(4);
    EventReader late = follow("?after=b1-1");
    EventReader soon = follow("?after=b1-3");

    assertThat(soon.event().id()).isEqualTo("b1-4");
    assertThat(late.event().id()).isEqualTo("b1-2");
    publish(1);
    assertThat(soon.event().id()).isEqualTo("b1-5");
    assertThat(List.of(late.event().id(), late.event().id(), late.event().id()))
        .containsExactly("b1-3", "b1-4", "b1-5");
  }

  @Test
  void afterARestartOrALongAbsenceTheFirstEventSaysWhatIsLost() throws IOException {
    publish(EventStream.KEPT + 3);

    EventReader restarted = follow("", "Last-Event-ID: a0-17");
    EventReader.Block lost = restarted.event();
    assertThat(lost.event()).isEqualTo("lost");
    assertThat(lost.json().path("reason").asString()).isEqualTo("restart");
    assertThat(lost.json().has("missed")).isFalse();
    assertThat(lost.id()).as("who goes on from here misses nothing more").isEqualTo("b1-3");
    assertThat(restarted.event().id()).isEqualTo("b1-4");

    EventReader away = follow("", "Last-Event-ID: b1-1");
    lost = away.event();
    assertThat(lost.json().path("reason").asString()).isEqualTo("overflow");
    assertThat(lost.json().path("missed").asInt()).isEqualTo(2);
    assertThat(lost.id()).isEqualTo("b1-3");
    assertThat(away.event().id()).isEqualTo("b1-4");
    assertThat(new Contract(rig.get("/openapi.json").json()).violations("EventsLost", lost.json()))
        .isEmpty();
  }

  @Test
  void aFilterTakesOfTheStreamWhatItTakesOfAPage() throws IOException {
    EventReader reader = follow("?device=leaf2&kind=link&kind=drift");
    reader.next();
    publish(3);
    rig.events.publish(new LinkEvent("up", OTHER, "up"));

    assertThat(reader.event().id()).isEqualTo("b1-4");
  }

  /** A regex with as many stars never gives its carrier thread back. */
  @Test
  void streamsWithGlobsOfManyStarsGoOn() throws IOException {
    String name = "leaf-" + "a".repeat(58);
    List<EventReader> streams = new ArrayList<>();
    for (int n = 0; n < 5; n++) {
      EventReader reader = follow("?device=" + "*".repeat(127) + "Z");
      reader.next();
      streams.add(reader);
    }

    rig.events.publish(new LinkEvent("down", PortId.parse(name + ":x"), "down"));
    rig.events.publish(new LinkEvent("down", PortId.parse(name + "Z:x"), "down"));

    for (EventReader reader : streams) {
      assertThat(reader.event().id()).isEqualTo("b1-2");
    }
    assertThat(Wire.tcp(server.port()).send("GET", "/healthz", "").status()).isEqualTo(200);
  }

  @Test
  void halfOfTheConnectionsAreLeftToOrdinaryRequests() throws IOException {
    for (int n = 0; n < 6; n++) {
      EventReader reader = follow("");
      reader.next();
      assertThat(reader.status).isEqualTo(200);
    }

    EventReader tooMany = follow("");

    assertThat(tooMany.status).isEqualTo(503);
    assertThat(tooMany.headers).containsEntry("Retry-After", "1");
    assertThat(counts.of(HttpCounts.Event.BUSY)).isEqualTo(1);
    for (int n = 0; n < 30; n++) {
      assertThat(Wire.tcp(server.port()).send("GET", "/api/v1/events", "").status()).isEqualTo(200);
    }
    publish(1);
    assertThat(readers.getFirst().event().id()).as("none was displaced").isEqualTo("b1-1");
  }

  @Test
  void aClientThatIsGoneGivesItsPlaceBackAtTheNextEvents() throws IOException {
    EventReader reader = follow("");
    reader.next();
    assertThat(clients()).isEqualTo(1);

    reader.close();
    while (clients() > 0) {
      publish(1);
      Thread.onSpinWait();
    }

    assertThat(counts.of(HttpCounts.Event.UNEXPECTED)).isZero();
  }

  @Test
  void aClientThatDoesNotReadIsCutOffAndTheOthersGoOn() throws IOException {
    EventReader stuck = follow("");
    stuck.next();
    EventReader quick = follow("");
    quick.next();
    String id = "";

    while (counts.cuts(Cut.SLOW_READER) == 0) {
      publish(200);
      id = quick.event().id();
      for (int n = 1; n < 200; n++) {
        id = quick.event().id();
      }
      nanos.addAndGet(LONG.toNanos() / 1000);
      server.listeners().forEach(Listener::check);
    }

    assertThat(id).isEqualTo("b1-" + rig.events.newest());
    while (clients() > 1) {
      Thread.onSpinWait();
    }
    assertThat(stuck.isOver()).isTrue();
    assertThat(counts.of(HttpCounts.Event.UNEXPECTED)).isZero();
  }

  @Test
  void closingTheListenerEndsItsClientsAtOnce() throws IOException {
    EventReader one = follow("");
    one.next();
    EventReader other = follow("");
    other.next();

    server.close();

    assertThat(one.isOver()).isTrue();
    assertThat(other.isOver()).isTrue();
    while (clients() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whoOnlyAsksForTheHeadGetsNoStream() throws IOException {
    Wire.Reply reply =
        Wire.tcp(server.port()).send("HEAD", "/api/v1/events", "", "Accept: text/event-stream");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isEmpty();
    assertThat(clients()).isZero();
  }

  private EventReader follow(String query, String... headers) throws IOException {
    EventReader reader = new EventReader(server.port(), query, headers);
    readers.add(reader);
    return reader;
  }

  private int clients() {
    return server.listeners().getFirst().eventClients();
  }

  private void publish(int count) {
    for (int n = 0; n < count; n++) {
      rig.events.publish(new LinkEvent("down", PORT, "down"));
    }
  }
}
