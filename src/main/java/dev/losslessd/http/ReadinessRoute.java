package dev.losslessd.http;

import dev.losslessd.checks.Answer;
import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.ReadinessBoard;
import dev.losslessd.checks.ReadinessBoard.Answers;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Whether this host is ready for jobs, check by check, as the daemon saw it last. */
final class ReadinessRoute {
  private final ReadinessBoard board;
  private final HttpSources.About about;

  ReadinessRoute(ReadinessBoard board, HttpSources.About about) {
    this.board = board;
    this.about = about;
  }

  Route route() {
    return Route.get(
        "/api/v1/readiness",
        "Whether this host is ready for jobs, check by check",
        "HostReadiness",
        _ -> HttpReply.ok(json()));
  }

  private ObjectNode json() {
    Optional<Answers> answers = board.latest();
    List<CheckResult> results = answers.map(Answers::results).orElse(List.of());
    ObjectNode json =
        Json.object()
            .put("host", about.host())
            .put("at", answers.map(one -> one.at().toString()).orElse(null))
            .put("answer", CheckResult.worst(results));
    ArrayNode checks = json.putArray("checks");
    results.forEach(one -> checks.add(json(one)));
    return json;
  }

  private static ObjectNode json(CheckResult one) {
    ObjectNode json =
        Json.object()
            .put("check", one.check().word())
            .put("question", one.check().question())
            .put("subject", one.subject().isEmpty() ? null : one.subject())
            .put("gates", one.check().gates())
            .put("answer", one.answer().word());
    switch (one.answer()) {
      case Answer.Ok ok -> json.put("value", ok.value());
      case Answer.Not not ->
          json.put("value", not.value())
              .put("expected", not.expected())
              .put("advice", not.advice())
              .put("source", not.source());
      case Answer.Unknown unknown -> json.put("why", unknown.why());
    }
    return json;
  }
}
