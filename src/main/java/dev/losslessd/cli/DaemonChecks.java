package dev.losslessd.cli;

import dev.losslessd.checks.Answer;
import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.HostCheck;
import dev.losslessd.jobs.JobClass;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Worded;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The daemon's answers about this host.
 *
 * @param lossless class that jobs send in; empty where it is not known
 * @param scope the host that it looks at
 * @param lack why nothing is known; empty where the daemon answered
 */
record DaemonChecks(
    List<CheckResult> results, Optional<JobClass> lossless, KnownHost.Scope scope, String lack) {
  /**
   * Asks in time, whatever the daemon does: a socket that nobody accepts at any more holds up who
   * connects, and one that drips is never silent.
   *
   * @param daemon made for the longest silence of it
   */
  static DaemonChecks ask(Function<Duration, Daemon> daemon, Duration patience) {
    CompletableFuture<DaemonChecks> answer = new CompletableFuture<>();
    Daemon asked = daemon.apply(patience);
    Thread.ofPlatform()
        .daemon()
        .name("daemon's checks")
        .start(() -> answer.completeAsync(() -> ask(asked), Runnable::run));
    try {
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return lacking("the daemon gave no answer within " + patience.toMillis() + " ms");
    } catch (ExecutionException e) {
      return lacking("the daemon could not be asked: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return lacking("interrupted");
    }
  }

  private static DaemonChecks lacking(String why) {
    return new DaemonChecks(List.of(), Optional.empty(), KnownHost.Scope.NONE, why);
  }

  private static DaemonChecks ask(Daemon daemon) {
    try {
      List<CheckResult> results =
          daemon.get("readiness").at("checks").items().stream()
              .flatMap(DaemonChecks::result)
              .toList();
      JsonValue env = daemon.get("env");
      return new DaemonChecks(results, KnownHost.host(env).lossless(), KnownHost.Scope.of(env), "");
    } catch (CliException | ProblemException e) {
      return lacking(String.valueOf(e.getMessage()).split(";", 2)[0]);
    } finally {
      daemon.progress().clear();
    }
  }

  /** Nothing for a check of another release. */
  private static Stream<CheckResult> result(JsonValue one) {
    return Worded.find(HostCheck.class, one.at("check").text()).stream()
        .map(check -> new CheckResult(check, one.at("subject").text(), answer(one)));
  }

  private static Answer answer(JsonValue one) {
    return switch (Verdict.Words.ANSWER.verdict(one.at("answer").text())) {
      case OK -> new Answer.Ok(one.at("value").text());
      case BROKEN ->
          new Answer.Not(
              one.at("value").text(),
              one.at("expected").text(),
              one.at("advice").text(),
              one.at("source").text());
      case UNKNOWN -> new Answer.Unknown(one.at("why").text());
    };
  }
}
