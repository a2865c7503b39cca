package dev.losslessd.http;

import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import dev.losslessd.text.TimeText;
import dev.losslessd.watch.Readings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The last minutes of the fast set of a NIC port, read by read. */
record FlightRoutes(Readings readings, InstantSource clock) {
  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String EVERY = "every";
  private static final String FORMAT = "format";
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /**
   * @param target that a path names
   */
  Route route(String port, Function<HttpCall, Target> target) {
    return Route.list(
            port + "/flight",
            "The last two minutes of a NIC port's fast counters, read by read",
            "Flight",
            call -> flight(call, target.apply(call)))
        .query(FROM, "string", "first read: 2026-03-01T10:09:50Z, or -30s before now")
        .query(TO, "string", "last read, in the same words")
        .query(EVERY, "string", "only the last read of each 10ms..10m, like 100ms or 1s")
        .query(FORMAT, "string", "json or csv; json");
  }

  private HttpReply flight(HttpCall call, Target port) {
    FieldErrors errors = new FieldErrors();
    Query query = call.query();
    Instant now = clock.instant();
    Instant from = query.text(FROM).map(text -> time(FROM, text, now, errors)).orElse(Instant.MIN);
    Instant to = query.text(TO).map(text -> time(TO, text, now, errors)).orElse(Instant.MAX);
    Optional<Duration> every = query.text(EVERY).flatMap(text -> every(text, errors));
    String format = query.text(FORMAT).orElse("json");
    if (!List.of("json", "csv").contains(format)) {
      errors.unexpected(FORMAT, format, "json or csv");
    }
    errors.throwIfAny();
    HighRateTrace all = found(port).between(from, to);
    HighRateTrace trace = every.map(span -> all.every(span.toMillis())).orElse(all);
    return format.equals("csv") ? csv(trace) : HttpReply.ok(json(trace));
  }

  private HighRateTrace found(Target target) {
    Optional<HighRateTrace> flight =
        target instanceof Target.Port port
            ? readings.counters().flight(port.id())
            : Optional.empty();
    return flight.orElseThrow(() ->
        ProblemException.notFound(
            target
                + " is not on the fast clock: that is for NIC ports with an RDMA device, with"
                + " 'poll: {fast: 50ms}' in the config"));
  }

  private static Instant time(String field, String text, Instant now, FieldErrors errors) {
    Optional<Duration> ago =
        text.startsWith("-") ? TimeText.parse(text.substring(1)) : Optional.empty();
    if (ago.isPresent()) {
      return now.minus(ago.get());
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      errors.unexpected(field, text, "a time like 2026-03-01T10:09:50Z, or -30s before now");
      return now;
    }
  }

  private static Optional<Duration> every(String text, FieldErrors errors) {
    Optional<Duration> span = TimeText.parse(text).filter(one -> one.compareTo(LONGEST) <= 0);
    if (span.isEmpty()) {
      errors.unexpected(EVERY, text, "10ms..10m like 100ms or 1s");
    }
    return span;
  }

  private static HttpReply csv(HighRateTrace trace) {
    String text = String.join("\n", trace.csv()) + "\n";
    return new HttpReply(200, "text/csv; charset=utf-8", text.getBytes(StandardCharsets.US_ASCII));
  }

  private static Fields json(HighRateTrace trace) {
    return new Fields()
        .with("port", trace.port())
        .with("counters", trace.counters().stream().map(InventoryJson::counter).toList())
        .with(
            "reads", IntStream.range(0, trace.size()).mapToObj(read -> read(trace, read)).toList());
  }

  private static Fields read(HighRateTrace trace, int read) {
    return new Fields()
        .with("at", Instant.ofEpochMilli(trace.atMillis(read)))
        .with(
            "values",
            IntStream.range(0, trace.counters().size())
                .mapToObj(n -> trace.value(read, n).stream())
                .map(value -> value.mapToObj(InventoryJson::unsigned).findFirst())
                .toList());
  }
}
