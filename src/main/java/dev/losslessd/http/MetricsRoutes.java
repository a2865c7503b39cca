package dev.losslessd.http;

import dev.losslessd.metrics.Group;
import dev.losslessd.metrics.PageFormat;
import dev.losslessd.metrics.PageRequest;
import dev.losslessd.metrics.Profile;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Worded;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The Prometheus page, whole or in parts, under this project's names or other exporters'. */
record MetricsRoutes(MetricsPages pages) {
  static final String COLLECT = "collect";
  private static final String PROFILE = "profile";

  List<Route> routes() {
    return List.of(
        Route.get(
                "/metrics",
                "Prometheus page, or OpenMetrics, or protobuf; gzip if accepted",
                "",
                this::metrics)
            .query(
                PROFILE,
                "string",
                "whose names: " + String.join(", ", Profile.words()) + "; native")
            .query(
                COLLECT,
                "string",
                "only these, with commas or repeated: "
                    + String.join(", ", Worded.all(Group.class)))
            .query(COLLECT + "[]", "string", "the same, as node_exporter writes it"));
  }

  private HttpReply metrics(HttpCall call) {
    PageFormat format = PageFormat.accepted(call.header("Accept").orElse(""));
    PageRequest request = request(call.query(), format);
    boolean zipped = acceptsGzip(call.header("Accept-Encoding"));
    MetricsPages.Wanted wanted = new MetricsPages.Wanted(request, zipped);
    HttpReply reply =
        HttpReply.shared(format.contentType(), connection -> pages.take(wanted, connection));
    return (zipped ? reply.with("Content-Encoding", "gzip") : reply)
        .with("Vary", "Accept, Accept-Encoding");
  }

  private static PageRequest request(Query query, PageFormat format) {
    FieldErrors errors = new FieldErrors();
    String word = query.text(PROFILE).orElse(Profile.NATIVE.word());
    Optional<Profile> profile = Profile.of(word);
    if (profile.isEmpty()) {
      errors.add(PROFILE, unknown(word, Profile.words()));
    }
    Set<Group> groups = EnumSet.noneOf(Group.class);
    Stream.concat(query.all(COLLECT).stream(), query.all(COLLECT + "[]").stream())
        .flatMap(list -> Stream.of(list.split(",", -1)))
        .forEach(one -> add(one.strip(), groups, errors));
    errors.throwIfAny();
    return new PageRequest(
        format, profile.orElse(Profile.NATIVE), groups.isEmpty() ? Group.ALL : groups);
  }

  private static void add(String word, Set<Group> groups, FieldErrors errors) {
    Worded.find(Group.class, word)
        .ifPresentOrElse(
            groups::add, () -> errors.add(COLLECT, unknown(word, Worded.all(Group.class))));
  }

  private static String unknown(String word, List<String> known) {
    return "is '" + Json.cut(word, 60) + "', expected " + String.join(", ", known);
  }

  /** Whether gzip is accepted; {@code gzip;q=0} refuses it. */
  static boolean acceptsGzip(Optional<String> header) {
    for (String one : header.orElse("").toLowerCase(Locale.ROOT).split(",")) {
      String[] parts = one.split(";");
      if (parts.length > 0 && parts[0].strip().equals("gzip")) {
        return parts.length == 1 || !Pattern.matches("q=0(\\.0*)?", parts[1].strip());
      }
    }
    return false;
  }
}
