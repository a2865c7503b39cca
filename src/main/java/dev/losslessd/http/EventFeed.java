package dev.losslessd.http;

import dev.losslessd.watch.Event;
import dev.losslessd.watch.EventData;
import dev.losslessd.watch.EventStream;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * What one client that follows events gets. Holds no events: what the client does not take in time
 * goes from the ring, and is told as lost.
 *
 * @param allowed false once the client's right to ask has ended
 * @param wanted by the client's filters
 */
record EventFeed(
    EventStream stream,
    EventFrames frames,
    EventStart start,
    Predicate<EventData> wanted,
    EventPace pace,
    BooleanSupplier allowed,
    HttpTime time)
    implements HttpReply.Streamed {
  /** A quarter of the ring at once, so that the deadline of a write is one of few kilobytes. */
  private static final int BATCH = EventStream.KEPT / 4;

  @Override
  public void to(HttpReply.Outlet out) throws IOException, InterruptedException {
    long last = start.number();
    long began = now();
    long sent = began;
    out.send(List.of(frames.greeting(last)));
    if (start.lost().isPresent()) {
      out.send(List.of(frames.lost(start.lost().get(), last)));
    }
    while (now() - began < pace.longest().toNanos()) {
      EventStream.Batch batch = stream.await(last, BATCH, pace.heartbeat());
      if (!allowed.getAsBoolean()) {
        return;
      }
      last = batch.last();
      List<Event> events =
          batch.events().stream().filter(event -> wanted.test(event.data())).toList();
      if (batch.missed() > 0) {
        long before = batch.events().getFirst().number() - 1;
        var lost = new EventStart.Lost.Overflow(batch.missed());
        out.send(List.of(frames.lost(lost, before)));
      }
      if (!events.isEmpty()) {
        out.send(() -> events.stream().map(frames::of).iterator());
        sent = now();
      } else if (now() - sent >= pace.heartbeat().toNanos()) {
        out.send(List.of(frames.heartbeat(last)));
        sent = now();
      }
      if (!batch.events().isEmpty()) {
        time.pause().accept(pace.gather());
      }
    }
  }

  private long now() {
    return time.nanos().getAsLong();
  }
}
