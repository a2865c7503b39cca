package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.model.PortId;
import dev.losslessd.watch.EventData.LinkEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A hundred thousand events a second beside fifty clients, and beside none. */
@Timeout(120)
class EventStormTest {
  private static final int PER_SECOND = 100_000;
  private static final int CLIENTS = 50;
  private static final LinkEvent DOWN =
      new LinkEvent("down", PortId.parse("leaf1:Ethernet1/7"), "down");

  @TempDir Path folder;

  /** Events that a client received, and those that it was told to have missed. */
  private record Taken(long delivered, long missed) {}

  @Test
  void eachEventIsDeliveredOrToldAsLostAndWhoPublishesWaitsForNobody() throws Exception {
    List<EventReader> readers = new ArrayList<>();
    try (Rig rig = new Rig(folder);
        HttpServer server =
            HttpServer.start(
                new HttpOptions(
                    List.of(Rig.anyPort()),
                    null,
                    Set.of(),
                    () -> Rig.TOKEN,
                    Optional.empty(),
                    HttpOptions.Metrics.NONE,
                    HttpLimits.usual()),
                rig.sources,
                new HttpTime(System::nanoTime, time -> LockSupport.parkNanos(time.toNanos())),
                new HttpCounts());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String alone = storm(rig);
      List<Future<Taken>> takers = new ArrayList<>();
      for (int n = 0; n < CLIENTS; n++) {
        EventReader reader = new EventReader(server.port(), "");
        reader.next();
        readers.add(reader);
        takers.add(threads.submit(() -> take(reader, 3L * PER_SECOND)));
      }

      String beside = storm(rig);
      storm(rig);

      long delivered = 0;
      for (Future<Taken> taker : takers) {
        Taken taken = taker.get();
        delivered += taken.delivered();
        assertThat(taken.delivered() + taken.missed()).isEqualTo(2L * PER_SECOND);
      }
      System.out.println(
          PER_SECOND
              + " events in a second: "
              + alone
              + " alone, "
              + beside
              + " beside "
              + CLIENTS
              + " clients, who were told "
              + delivered / CLIENTS
              + " of "
              + 2 * PER_SECOND);
    } finally {
      for (EventReader reader : readers) {
        reader.close();
      }
    }
  }

  /** Publishes at the rate, as far as the machine has time; returns what each event took. */
  private static String storm(Rig rig) {
    List<Long> nanos = new ArrayList<>(PER_SECOND);
    long begin = System.nanoTime();
    for (int n = 0; n < PER_SECOND; n++) {
      long due = begin + n * (TimeUnit.SECONDS.toNanos(1) / PER_SECOND);
      if (due - System.nanoTime() > 100_000) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      long before = System.nanoTime();
      rig.events.publish(DOWN);
      nanos.add(System.nanoTime() - before);
    }
    nanos.sort(null);
    return "p50 %.1f us, p99 %.1f us, p99.9 %.1f us"
        .formatted(part(nanos, 0.5), part(nanos, 0.99), part(nanos, 0.999));
  }

  private static double part(List<Long> nanos, double part) {
    return nanos.get((int) (part * (nanos.size() - 1))) / 1e3;
  }

  private static Taken take(EventReader reader, long last) throws IOException {
    long delivered = 0;
    long missed = 0;
    for (long number = 0; number < last; ) {
      EventReader.Block block = reader.event();
      number = Long.parseLong(block.id().split("-")[1]);
      if (block.event().equals("lost")) {
        missed += block.json().path("missed").asLong();
      } else {
        delivered++;
      }
    }
    return new Taken(delivered, missed);
  }
}
