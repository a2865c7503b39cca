package dev.losslessd.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A commit whose plan is shown first, as {@code apply} and {@code rollback} make it. */
final class PlannedCommit {
  @Mixin private final WriteOptions options = new WriteOptions();
  @Mixin private final WaveOptions waves = new WaveOptions();
  @Mixin private final ChangedExit changedExit = new ChangedExit();
  @Mixin private final Consent consent = new Consent();
  @Mixin private final Confirming confirming = new Confirming();

  @Option(names = "--dry-run", description = "Show the plan and write nothing.")
  private boolean dryRun;

  /** What is planned and begun; the options are the fields of a request body. */
  interface Work {
    /** Asks for the plan. */
    JsonValue plan(Map<String, Object> options);

    /** Begins it; the answer is a commit, or what is wanted where nothing was left to do. */
    JsonValue begin(Map<String, Object> options);

    /** Whether nothing is left to do, so that there is no commit either. */
    boolean isDone(JsonValue plan);
  }

  boolean isDryRun() {
    return dryRun;
  }

  Consent consent() {
    return consent;
  }

  /** The reason alone, for what is written without a commit. */
  Map<String, Object> reason() {
    Map<String, Object> body = options.body();
    body.keySet().retainAll(Set.of("reason"));
    return body;
  }

  /** Plans, asks, commits and follows it to its end. */
  int run(Session session, Work work) {
    confirming.requireOne();
    if (!dryRun) {
      consent.require(session);
    }
    JsonValue plan = work.plan(planned());
    PlanView.print(session.screen(), plan, options.whenIdle());
    boolean later = options.whenIdle() && PlanView.onlyBusy(plan);
    boolean refused = PlanView.refused(plan) && !later;
    boolean nothing = !PlanView.refused(plan) && work.isDone(plan);
    if (dryRun || refused || nothing) {
      session.screen().document(plan);
      return refused ? ExitCode.FINDING : changedExit.exitCode(!nothing);
    }
    if (!consent.isGiven(session, question(plan, later))) {
      return ExitCode.FINDING;
    }
    JsonValue commit = work.begin(begun(plan));
    session.screen().line("");
    if (commit.at("state").isNothing()) {
      session.screen().document(commit);
      session.screen().line("Nothing is left to do: somebody else has done it meanwhile.");
      return ExitCode.OK;
    }
    int exitCode = confirming.end(session, commit, changedExit.wanted(), waves.acceptsIdle());
    // A commit that only records what is wanted is a change too, as its dry run says.
    return exitCode == ExitCode.OK ? changedExit.exitCode(true) : exitCode;
  }

  private static String question(JsonValue plan, boolean later) {
    if (later) {
      return "Write these changes as soon as the links are idle?";
    }
    return PlanView.changes(plan) ? "Write these changes?" : "Record it as wanted?";
  }

  private Map<String, Object> planned() {
    Map<String, Object> body = new LinkedHashMap<>(options.planBody());
    body.putAll(waves.body());
    if (confirming.watchesGuard() && !waves.isNamed()) {
      body.remove(WaveOptions.ACCEPT_IDLE); // it is for the guard's judgement, not for waves
    }
    return body;
  }

  /** The digest holds the daemon to the situation that was shown: anything else is a stale plan. */
  private Map<String, Object> begun(JsonValue plan) {
    Map<String, Object> body = new LinkedHashMap<>(options.body());
    body.putAll(waves.body());
    if (confirming.watchesGuard() && plan.at("waves").isNothing()) {
      body.remove(WaveOptions.ACCEPT_IDLE);
    }
    if (!plan.at("digest").isNothing()) {
      body.put("digest", plan.at("digest").text());
    }
    return body;
  }
}
