package dev.losslessd.cli;

import dev.losslessd.checks.Answer;
import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.HostCheck;
import dev.losslessd.jobs.JobClass;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The daemon's answers about this host.
 *
 * @param lossless class that jobs send in; empty where it is not known
 * @param lack why nothing is known; empty where the daemon answered
 */
record DaemonChecks(List<CheckResult> results, Optional<JobClass> lossless, String lack) {
  static DaemonChecks ask(Daemon daemon) {
    try {
      List<CheckResult> results =
          daemon.get("readiness").at("checks").items().stream()
              .flatMap(DaemonChecks::result)
              .toList();
      return new DaemonChecks(results, KnownHost.host(daemon.get("env")).lossless(), "");
    } catch (CliException | ProblemException e) {
      return new DaemonChecks(
          List.of(), Optional.empty(), String.valueOf(e.getMessage()).split(";", 2)[0]);
    } finally {
      daemon.progress().clear();
    }
  }

  /** Nothing for a check of another release. */
  private static Stream<CheckResult> result(JsonValue one) {
    return HostCheck.of(one.at("check").text()).stream()
        .map(check -> new CheckResult(check, one.at("subject").text(), answer(one)));
  }

  private static Answer answer(JsonValue one) {
    return switch (one.at("answer").text()) {
      case "ok" -> new Answer.Ok(one.at("value").text());
      case "not" ->
          new Answer.Not(
              one.at("value").text(),
              one.at("expected").text(),
              one.at("advice").text(),
              one.at("source").text());
      default -> new Answer.Unknown(one.at("why").text());
    };
  }
}
