package dev.losslessd.http;

import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.ReadinessBoard;
import dev.losslessd.checks.ReadinessBoard.Answers;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Fields;
import java.util.List;
import java.util.Optional;

/** Whether this host is ready for jobs, check by check, as the daemon saw it last. */
record ReadinessRoute(ReadinessBoard board, HttpSources.About about) {

  Route route() {
    return Route.get(
        "/api/v1/readiness",
        "Whether this host is ready for jobs, check by check",
        "HostReadiness",
        _ -> HttpReply.ok(json()));
  }

  private Fields json() {
    Optional<Answers> answers = board.latest();
    List<CheckResult> results = answers.map(Answers::results).orElse(List.of());
    return new Fields()
        .with("host", about.host())
        .with("at", answers.map(Answers::at))
        .with("answer", Verdict.Words.ANSWER.of(CheckResult.worst(results)))
        .with("checks", results.stream().map(ReadinessRoute::json).toList());
  }

  private static Fields json(CheckResult one) {
    Fields json =
        new Fields()
            .with("check", one.check().word())
            .with("question", one.check().question())
            .withText("subject", one.subject())
            .with("gates", one.check().gates());
    return one.answer().to(json);
  }
}
