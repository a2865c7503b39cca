package dev.losslessd.http;

import dev.losslessd.model.PlanRule;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Rules that shall not refuse, each with a reason: {@code {"headroom": "short cable"}}. */
final class Waivers {
  static final String FIELD = "waive";

  private Waivers() {}

  /** From the field {@code waive} of a request body. */
  static Map<String, String> of(JsonObjectReader body, FieldErrors errors) {
    Map<String, String> waived = new TreeMap<>();
    Optional<JsonNode> value = body.take(FIELD);
    if (value.isPresent()) {
      JsonObjectReader rules = JsonObjectReader.of(value.get(), body.path(FIELD), errors);
      for (String rule : rules.names()) {
        rules.needText(rule).ifPresent(reason -> add(rule, reason, waived, errors));
      }
    }
    return waived;
  }

  /** From a query: {@code waive=headroom:short cable}, as often as needed. */
  static Map<String, String> of(Query query, FieldErrors errors) {
    Map<String, String> waived = new TreeMap<>();
    for (String one : query.all(FIELD)) {
      int colon = one.indexOf(':');
      if (colon < 1) {
        errors.add(FIELD, "is '" + Json.cut(one, 60) + "', expected rule:reason");
      } else {
        add(one.substring(0, colon), one.substring(colon + 1), waived, errors);
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
    } else if (waived.put(rule, reason) != null) {
      errors.add(field, "is waived twice");
    }
  }
}
