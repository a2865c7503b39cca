package dev.losslessd.http;

import dev.losslessd.text.Fields;
import dev.losslessd.watch.Event;
import dev.losslessd.watch.EventStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Events as text/event-stream. Each is written once, however many read it; as many are kept as the
 * stream keeps events.
 */
final class EventFrames {
  /** Longer ones are rare, and are written anew for each reader. */
  private static final int LARGEST_KEPT = 2048;

  @SuppressWarnings("ArrayRecordComponent") // one event's bytes: written, never compared
  private record Frame(long number, byte[] bytes) {}

  private final EventStream stream;
  private final EventJson json;
  private final AtomicReferenceArray<@Nullable Frame> made =
      new AtomicReferenceArray<>(EventStream.KEPT);

  EventFrames(EventStream stream) {
    this.stream = stream;
    this.json = new EventJson(stream);
  }

  /** The beginning: how long to wait before another attempt, and where to go on from. */
  byte[] greeting(long number) {
    return text("retry: 2000\nid: " + stream.id(number) + "\n\n");
  }

  /** A sign of life that tells where to go on from, as nothing may fit a reader's filters. */
  byte[] heartbeat(long number) {
    return text(": nothing new\nid: " + stream.id(number) + "\n\n");
  }

  /**
   * Events that are not there.
   *
   * @param number of the last one that is lost
   */
  byte[] lost(EventStart.Lost lost, long number) {
    return frame(number, "lost", lost.json());
  }

  byte[] of(Event event) {
    int place = (int) (event.number() % EventStream.KEPT);
    @Nullable Frame known = made.get(place);
    if (known != null && known.number() == event.number()) {
      return known.bytes();
    }
    byte[] bytes = frame(event.number(), event.data().kind().word(), json.of(event));
    if (bytes.length <= LARGEST_KEPT) {
      made.set(place, new Frame(event.number(), bytes));
    }
    return bytes;
  }

  private byte[] frame(long number, String kind, Fields data) {
    byte[] head = text("id: " + stream.id(number) + "\nevent: " + kind + "\ndata: ");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head);
    out.writeBytes(Json.bytes(data)); // on one line: a newline in a text is escaped
    out.writeBytes(text("\n\n"));
    return out.toByteArray();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
