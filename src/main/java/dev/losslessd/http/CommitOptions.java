package dev.losslessd.http;

import dev.losslessd.commit.Request.Terms;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.WaveSize;
import dev.losslessd.text.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

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
  static CommitOptions of(JsonObjectReader body, List<WaveSize> usual, FieldErrors errors) {
    Optional<Duration> window = window(body, errors);
    boolean whenIdle = body.flag(WHEN_IDLE).orElse(false);
    Optional<Rollout> rollout = rollout(body, whenIdle ? List.of() : usual, errors);
    if (whenIdle && rollout.isPresent()) {
      errors.add(body.path(WAVES), "come with whenIdle, expected one of both");
    }
    Terms terms = new Terms(accepted(body, errors), window, whenIdle, rollout);
    return new CommitOptions(terms, reason(body, errors));
  }

  /** For a plan: what is accepted and in which waves, and nothing else. */
  static CommitOptions planning(JsonObjectReader body, List<WaveSize> usual, FieldErrors errors) {
    Optional<Rollout> rollout = rollout(body, usual, errors);
    return new CommitOptions(
        new Terms(accepted(body, errors), Optional.empty(), false, rollout), "");
  }

  static Acceptance accepted(JsonObjectReader body, FieldErrors errors) {
    return new Acceptance(
        body.flag(WHILE_BUSY).orElse(false),
        body.flag(ACCEPT_SCOPE).orElse(false),
        Waivers.of(body, errors));
  }

  static CommitOptions of(Query query, FieldErrors errors) {
    Optional<Duration> window =
        query.text(CONFIRM_WITHIN).flatMap(text -> window(CONFIRM_WITHIN, text, errors));
    Acceptance accepted =
        new Acceptance(
            query.flag(WHILE_BUSY, errors),
            query.flag(ACCEPT_SCOPE, errors),
            Waivers.of(query, errors));
    String reason = checked(query.text(REASON).orElse(""), errors);
    boolean whenIdle = query.flag(WHEN_IDLE, errors);
    return new CommitOptions(new Terms(accepted, window, whenIdle, Optional.empty()), reason);
  }

  /**
   * Reads a query that may change many links: {@code waves=1,5%,100%}.
   *
   * @param usual waves where the query names none
   */
  static CommitOptions of(Query query, List<WaveSize> usual, FieldErrors errors) {
    CommitOptions options = of(query, errors);
    ObjectNode waves = Json.object();
    query
        .text(WAVES)
        .ifPresent(text -> {
          ArrayNode sizes = waves.putArray(WAVES);
          Stream.of(text.split(",", -1)).map(String::strip).forEach(sizes::add);
        });
    query.text(SOAK).ifPresent(text -> waves.put(SOAK, text));
    if (query.flag(ACCEPT_IDLE, errors)) {
      waves.put(ACCEPT_IDLE, true);
    }
    Terms terms = options.terms();
    Optional<Rollout> rollout =
        rollout(
            JsonObjectReader.of(waves, "", errors), terms.whenIdle() ? List.of() : usual, errors);
    if (terms.whenIdle() && rollout.isPresent()) {
      errors.add(WAVES, "come with whenIdle, expected one of both");
    }
    return new CommitOptions(
        new Terms(terms.accepted(), terms.confirmWithin(), terms.whenIdle(), rollout),
        options.reason());
  }

  /** {@code "waves": ["1", "5%", "100%"], "soak": "60s", "acceptIdle": true}. */
  private static Optional<Rollout> rollout(
      JsonObjectReader body, List<WaveSize> usual, FieldErrors errors) {
    Optional<Duration> soak =
        body.text(SOAK).flatMap(text -> window(body.path(SOAK), text, errors));
    boolean acceptIdle = body.flag(ACCEPT_IDLE).orElse(false);
    if (body.take(WAVES).isEmpty() && !usual.isEmpty()) {
      return Optional.of(new Rollout(usual, soak.orElse(Rollout.USUAL_SOAK), acceptIdle));
    }
    if (body.take(WAVES).isEmpty()) {
      if (acceptIdle) {
        errors.add(body.path(ACCEPT_IDLE), "is without waves, expected both or none");
      }
      if (body.take(SOAK).isPresent()) {
        errors.add(body.path(SOAK), "is without waves, expected both or none");
      }
      return Optional.empty();
    }
    List<WaveSize> sizes = new ArrayList<>();
    int given = 0;
    for (JsonNode one :
        body.needElements(WAVES, 1, Rollout.MOST_WAVES).orElse(List.<JsonNode>of())) {
      String at = body.path(WAVES) + "[" + given++ + "]";
      parsed(at, () -> WaveSize.parse(one.asString("")), errors).ifPresent(sizes::add);
    }
    return given == 0 || sizes.size() < given
        ? Optional.empty()
        : parsed(
            body.path(WAVES),
            () -> new Rollout(sizes, soak.orElse(Rollout.USUAL_SOAK), acceptIdle),
            errors);
  }

  private static <T> Optional<T> parsed(String field, Supplier<T> value, FieldErrors errors) {
    try {
      return Optional.of(value.get());
    } catch (IllegalArgumentException e) {
      errors.add(field, Json.cut(String.valueOf(e.getMessage()), 200));
      return Optional.empty();
    }
  }

  static Optional<Duration> window(JsonObjectReader body, FieldErrors errors) {
    return body.text(CONFIRM_WITHIN)
        .flatMap(text -> window(body.path(CONFIRM_WITHIN), text, errors));
  }

  static String reason(JsonObjectReader body, FieldErrors errors) {
    return checked(body.text(REASON).orElse(""), errors);
  }

  static String reason(Query query, FieldErrors errors) {
    return checked(query.text(REASON).orElse(""), errors);
  }

  private static Optional<Duration> window(String field, String text, FieldErrors errors) {
    return duration(field, text, LONGEST, errors);
  }

  /** Parses a time such as {@code 600s}, {@code 10m} or {@code 1h}. */
  static Optional<Duration> duration(
      String field, String text, Duration longest, FieldErrors errors) {
    Optional<Duration> time =
        TimeText.parse(text, Duration.ofSeconds(1), longest).filter(one -> one.toMillisPart() == 0);
    if (time.isPresent()) {
      return time;
    }
    errors.add(
        field,
        "is '"
            + Json.cut(text, 60)
            + "', expected 1s.."
            + longest.toHours()
            + "h like 600s, 10m or 1h");
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
