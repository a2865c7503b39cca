package dev.losslessd.http;

import dev.losslessd.model.PlanRule;
import dev.losslessd.text.Fields;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Rules that shall not refuse, each with a reason: {@code {"headroom": "short cable"}}. */
final class Waivers {
  static final String FIELD = "waive";

  private Waivers() {}

  /** From the field {@code waive} of a request body. */
  static Map<String, String> of(JsonObjectReader body) {
    Map<String, String> waived = new TreeMap<>();
    Optional<JsonNode> value = body.take(FIELD);
    if (value.isPresent()) {
      JsonObjectReader rules = JsonObjectReader.of(value.get(), body.path(FIELD), body.errors());
      for (String rule : rules.names()) {
        rules.needText(rule).ifPresent(reason -> add(rule, reason, waived, body.errors()));
      }
    }
    return waived;
  }

  /** From a query: {@code waive=headroom:short cable}, as often as needed. */
  static Fields of(Query query, FieldErrors errors) {
    Fields waived = new Fields();
    for (String one : query.all(FIELD)) {
      String[] parts = one.split(":", 2);
      if (parts.length < 2 || parts[0].isEmpty()) {
        errors.unexpected(FIELD, one, "rule:reason");
      } else if (waived.containsKey(parts[0])) {
        errors.add(FIELD + "." + Json.cut(parts[0], 60), "is waived twice");
      } else {
        waived.with(parts[0], parts[1]);
      }
    }
    return waived;
  }

  private static void add(
      String rule, String reason, Map<String, String> waived, FieldErrors errors) {
    Optional<String> why = PlanRule.whyNotWaivable(Json.cut(rule, 60));
    if (why.isPresent()) {
      errors.add(FIELD, why.get());
      return;
    }
    String field = FIELD + "." + rule;
    Optional<String> wrong = CommitOptions.wrong(reason);
    if (wrong.isPresent()) {
      errors.add(field, wrong.get());
    } else if (reason.isBlank()) {
      errors.add(field, "has no reason, expected one line of text");
    } else {
      waived.put(rule, reason);
    }
  }
}
