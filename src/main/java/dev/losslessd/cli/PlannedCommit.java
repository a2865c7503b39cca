package dev.losslessd.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
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

  /**
   * Where it is planned and begun, and what is asked for.
   *
   * @param plan path that answers a plan
   * @param commit path that begins it
   * @param wish what both requests say besides the options
   * @param isWanted whether a plan without changes is no commit either
   */
  record Work(String plan, String commit, Map<String, Object> wish, BooleanSupplier isWanted) {}

  /** Plans, asks, commits and follows it to its end. */
  int run(Session session, Work work) {
    confirming.requireOne();
    if (!dryRun) {
      consent.require(session);
    }
    JsonValue plan = session.daemon().post(work.plan(), JsonValue.of(planned(work)));
    PlanView.print(session.screen(), plan);
    boolean refused = PlanView.refused(plan) && !(options.whenIdle() && PlanView.onlyBusy(plan));
    boolean nothing = !refused && !PlanView.changes(plan) && work.isWanted().getAsBoolean();
    if (dryRun || refused || nothing) {
      session.screen().document(plan);
      return refused ? ExitCode.FINDING : changedExit.exitCode(!nothing);
    }
    if (!consent.isGiven(session, "Write these changes?")) {
      return ExitCode.FINDING;
    }
    JsonValue commit = session.daemon().post(work.commit(), JsonValue.of(begun(work, plan)));
    session.screen().line("");
    return confirming.end(session, commit, changedExit.wanted(), waves.acceptsIdle());
  }

  private Map<String, Object> planned(Work work) {
    Map<String, Object> body = new LinkedHashMap<>(work.wish());
    body.putAll(options.planBody());
    body.putAll(waves.body());
    if (confirming.watchesGuard() && !waves.isNamed()) {
      body.remove(WaveOptions.ACCEPT_IDLE); // it is for the guard's judgement, not for waves
    }
    return body;
  }

  /** The digest holds the daemon to the situation that was shown: anything else is a stale plan. */
  private Map<String, Object> begun(Work work, JsonValue plan) {
    Map<String, Object> body = new LinkedHashMap<>(work.wish());
    body.putAll(options.body());
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
