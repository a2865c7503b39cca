package dev.losslessd.http;

import dev.losslessd.text.Fields;
import dev.losslessd.text.Worded;
import dev.losslessd.watch.Event;
import dev.losslessd.watch.EventData;
import dev.losslessd.watch.EventStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The route of events: pages of those that are kept, or all that come, as they come. */
record EventRoutes(
    EventStream stream, EventFrames frames, EventJson json, EventPace pace, HttpTime time) {
  static final String KIND = "kind";
  static final String STREAM = "text/event-stream";

  private static final String AFTER = "after";
  private static final String LAST_EVENT_ID = "Last-Event-ID";

  Route route() {
    return Route.list(
            "/api/v1/events",
            "What happens: the last %s events, or, as %s, each as it comes"
                .formatted(EventStream.KEPT, STREAM),
            "Events",
            this::events)
        .streams("Event")
        .choice(
            KIND,
            "only of this kind; given several times, of any of them",
            Worded.all(EventData.Kind.class))
        .byDevice()
        .query(
            Pages.LIMIT,
            "integer",
            "how many of a page, 1 to " + Pages.MOST + ": " + Pages.USUAL + "; none of a stream")
        .query(
            AFTER,
            "string",
            "only those behind this one: the id of an event, or 0 for all that are kept. A stream"
                + " without it begins with what comes next")
        .header(
            LAST_EVENT_ID,
            false,
            "of a stream that goes on after a break, the id of the last event; before after");
  }

  private HttpReply events(HttpCall call) {
    FieldErrors errors = new FieldErrors();
    Predicate<EventData> wanted = wanted(call.query(), new ListFilter(call.query(), errors));
    int limit = Pages.limit(call.query(), errors);
    boolean streams = streams(call.header("Accept").orElse(""));
    Optional<String> after = after(call.query(), errors);
    if (streams && call.query().text(Pages.LIMIT).isPresent()) {
      errors.add(Pages.LIMIT, "is for pages, expected none where " + STREAM + " is accepted");
    }
    errors.throwIfAny();
    if (!streams) {
      return page(EventStart.after(after.orElse(EventStart.OLDEST), stream), limit, wanted);
    }
    EventStart start =
        call.header(LAST_EVENT_ID)
            .filter(id -> !id.isEmpty())
            .or(() -> after)
            .map(id -> EventStart.after(id, stream))
            .orElseGet(() -> EventStart.now(stream));
    return HttpReply.streamed(
        STREAM, new EventFeed(stream, frames, start, wanted, pace, call.caller().valid(), time));
  }

  private static Predicate<EventData> wanted(Query query, ListFilter filter) {
    Set<String> kinds = Set.copyOf(query.all(KIND));
    return data ->
        (kinds.isEmpty() || kinds.contains(data.kind().word()))
            && (filter.takesAll() || data.devices().stream().anyMatch(filter::takes));
  }

  private static Optional<String> after(Query query, FieldErrors errors) {
    Optional<String> text = query.text(AFTER);
    text.filter(id -> !id.equals(EventStart.OLDEST) && !EventStream.isId(id))
        .ifPresent(
            id -> errors.unexpected(AFTER, id, "the id of an event like 5f3a9c01b2d4-17, or 0"));
    return text;
  }

  /** Whether an Accept header names streams, and not only by a wildcard. */
  private static boolean streams(String accept) {
    return Stream.of(accept.toLowerCase(Locale.ROOT).split(","))
        .map(one -> one.split(";", 2)[0].strip())
        .anyMatch(STREAM::equals);
  }

  private HttpReply page(EventStart start, int limit, Predicate<EventData> wanted) {
    EventStream.Batch all = stream.after(start.number(), EventStream.KEPT);
    List<Event> found =
        all.events().stream().filter(event -> wanted.test(event.data())).limit(limit + 1L).toList();
    Optional<EventStart.Lost> lost =
        start.lost().isPresent() || all.missed() == 0
            ? start.lost()
            : Optional.of(new EventStart.Lost.Overflow(all.missed()));
    boolean more = found.size() > limit;
    return HttpReply.ok(
        new Fields()
            .with("newest", stream.id(all.newest()))
            .withAny("lost", lost.map(EventStart.Lost::json))
            .with("items", found.stream().limit(limit).map(json::of).toList())
            .withAny("next", more ? stream.id(found.get(limit - 1).number()) : ""));
  }
}
