package dev.losslessd.http;

import dev.losslessd.commit.Request.Terms;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.WaveSize;
import dev.losslessd.text.Fields;
import dev.losslessd.text.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * How a commit shall run; the same words in a body and in a query.
 *
 * @param terms with a confirm window of {@code 600s}, {@code 10m}, {@code 1h}; 1 s to 24 h
 * @param reason for the journal; at most 256 characters in one line
 */
record CommitOptions(Terms terms, String reason) {
  static final String CONFIRM_WITHIN = "confirmWithin";
  static final String WHILE_BUSY = "whileBusy";
  static final String ACCEPT_SCOPE = "acceptScope";
  static final String REASON = "reason";
  static final String WHEN_IDLE = "whenIdle";

  static final String WAVES = "waves";
  static final String SOAK = "soak";
  static final String ACCEPT_IDLE = "acceptIdle";

  private static final Duration LONGEST = Duration.ofHours(24);
  private static final int LONGEST_REASON = 256;

  /**
   * @param usual waves where the body names none; a commit that is staged has none at all
   */
  static CommitOptions of(JsonObjectReader body, List<WaveSize> usual) {
    Optional<Duration> window = window(body);
    boolean whenIdle = body.flag(WHEN_IDLE).orElse(false);
    Optional<Rollout> rollout = rollout(body, whenIdle ? List.of() : usual);
    if (whenIdle && rollout.isPresent()) {
      body.wrong(WAVES, "come with whenIdle, expected one of both");
    }
    return new CommitOptions(new Terms(accepted(body), window, whenIdle, rollout), reason(body));
  }

  /** For a plan: what is accepted and in which waves, and nothing else. */
  static CommitOptions planning(JsonObjectReader body, List<WaveSize> usual) {
    Optional<Rollout> rollout = rollout(body, usual);
    return new CommitOptions(new Terms(accepted(body), Optional.empty(), false, rollout), "");
  }

  private static Acceptance accepted(JsonObjectReader body) {
    return new Acceptance(
        body.flag(WHILE_BUSY).orElse(false),
        body.flag(ACCEPT_SCOPE).orElse(false),
        Waivers.of(body));
  }

  /**
   * Reads the words of a query: {@code whileBusy=true}, {@code waves=1,5%,100%}.
   *
   * @param usual waves where the query names none
   */
  static CommitOptions of(Query query, List<WaveSize> usual, FieldErrors errors) {
    FieldErrors flags = new FieldErrors();
    Fields body = new Fields().with(Waivers.FIELD, Waivers.of(query, errors));
    for (String name : List.of(CONFIRM_WITHIN, REASON, SOAK)) {
      query.text(name).ifPresent(text -> body.with(name, text));
    }
    for (String name : List.of(WHILE_BUSY, ACCEPT_SCOPE, WHEN_IDLE, ACCEPT_IDLE)) {
      body.with(name, query.flag(name, flags));
    }
    query
        .text(WAVES)
        .map(text -> Stream.of(text.split(",", -1)).map(String::strip).toList())
        .ifPresent(sizes -> body.with(WAVES, sizes));
    CommitOptions options = of(JsonObjectReader.of(Json.object(body), "", errors), usual);
    flags.all().forEach(one -> errors.add(one.field(), one.message()));
    return options;
  }

  /** {@code "waves": ["1", "5%", "100%"], "soak": "60s", "acceptIdle": true}. */
  private static Optional<Rollout> rollout(JsonObjectReader body, List<WaveSize> usual) {
    Optional<Duration> soak = window(body, SOAK);
    boolean acceptIdle = body.flag(ACCEPT_IDLE).orElse(false);
    boolean named = body.take(WAVES).isPresent();
    if (!named && !usual.isEmpty()) {
      return Optional.of(new Rollout(usual, soak.orElse(Rollout.USUAL_SOAK), acceptIdle));
    }
    if (!named) {
      if (acceptIdle) {
        body.wrong(ACCEPT_IDLE, "is without waves, expected both or none");
      }
      if (body.take(SOAK).isPresent()) {
        body.wrong(SOAK, "is without waves, expected both or none");
      }
      return Optional.empty();
    }
    List<WaveSize> sizes = new ArrayList<>();
    int given = 0;
    for (JsonNode one :
        body.needElements(WAVES, 1, Rollout.MOST_WAVES).orElse(List.<JsonNode>of())) {
      String at = body.path(WAVES) + "[" + given++ + "]";
      body.errors().parsed(at, () -> WaveSize.parse(one.asString(""))).ifPresent(sizes::add);
    }
    return given == 0 || sizes.size() < given
        ? Optional.empty()
        : body.errors()
            .parsed(
                body.path(WAVES),
                () -> new Rollout(sizes, soak.orElse(Rollout.USUAL_SOAK), acceptIdle));
  }

  static Optional<Duration> window(JsonObjectReader body) {
    return window(body, CONFIRM_WITHIN);
  }

  private static Optional<Duration> window(JsonObjectReader body, String name) {
    return body.text(name).flatMap(text -> duration(body.path(name), text, LONGEST, body.errors()));
  }

  static String reason(JsonObjectReader body) {
    return checked(body.text(REASON).orElse(""), body.errors());
  }

  /**
   * A reason that must be given.
   *
   * @param expected what it says
   */
  static String needReason(JsonObjectReader body, String expected) {
    String reason = reason(body);
    if (reason.isBlank()) {
      body.wrong(REASON, "is missing, expected " + expected);
    }
    return reason;
  }

  static String reason(Query query, FieldErrors errors) {
    return checked(query.text(REASON).orElse(""), errors);
  }

  /** Parses a time such as {@code 600s}, {@code 10m} or {@code 1h}. */
  static Optional<Duration> duration(
      String field, String text, Duration longest, FieldErrors errors) {
    Optional<Duration> time =
        TimeText.parse(text, Duration.ofSeconds(1), longest).filter(one -> one.toMillisPart() == 0);
    if (time.isPresent()) {
      return time;
    }
    errors.unexpected(field, text, "1s..%sh like 600s, 10m or 1h".formatted(longest.toHours()));
    return Optional.empty();
  }

  private static String checked(String reason, FieldErrors errors) {
    Optional<String> wrong = wrong(reason);
    wrong.ifPresent(why -> errors.add(REASON, why));
    return wrong.isPresent() ? "" : reason;
  }

  /** A reason goes into the journal and onto terminals: one line, no control characters. */
  static Optional<String> wrong(String reason) {
    if (reason.length() > LONGEST_REASON) {
      return Optional.of(
          "has " + reason.length() + " characters, expected at most " + LONGEST_REASON);
    }
    return reason.chars().anyMatch(Character::isISOControl)
        ? Optional.of("holds a control character, expected one line of text")
        : Optional.empty();
  }
}
