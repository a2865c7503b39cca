package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How every verb writes that makes a commit: the plan is shown, a person is asked where it has a
 * hazard, and the commit is followed until it is applied, rolled back or staged.
 */
final class PlannedCommit {
  @Mixin private final WriteOptions options = new WriteOptions();
  @Mixin private final ChangedExit changedExit = new ChangedExit();
  @Mixin private final Consent consent = new Consent();
  @Mixin private final Confirming confirming = new Confirming();
  @Mixin private final IdlePorts idlePorts = new IdlePorts();
  @Mixin private final NoWait noWait = new NoWait();

  @Option(names = "--dry-run", description = "Show the plan and write nothing.")
  private boolean dryRun;

  /** What is planned and begun; the options are the fields of a request body. */
  interface Work {
    /** Asks for the plan. */
    JsonValue plan(Fields options);

    /** Begins it; the answer is a commit, or what is wanted where nothing was left to do. */
    JsonValue begin(Fields options);

    /** Whether nothing is left to do, so that there is no commit either. */
    boolean isDone(JsonValue plan);

    /** What a person is asked about; nothing is asked where there is none. */
    default List<String> hazards(JsonValue plan) {
      return Hazards.of(plan);
    }
  }

  boolean isDryRun() {
    return dryRun;
  }

  Consent consent() {
    return consent;
  }

  /** The reason alone, for what is written without a commit. */
  Fields reason() {
    Fields body = options.body();
    body.keySet().retainAll(Set.of("reason"));
    return body;
  }

  /**
   * Before anything is asked of the daemon.
   *
   * @throws CliException options contradict each other
   */
  void requireSound() {
    confirming.requireOne(noWait.isGiven());
  }

  /** As below, for what does not go in waves. */
  int run(Session session, Work work) {
    return run(session, new WaveOptions(), work);
  }

  /** Plans, asks, commits and follows it to its end. */
  int run(Session session, WaveOptions waves, Work work) {
    requireSound();
    Progress progress = session.daemon().progress();
    progress.requests(Progress.PLANNING);
    JsonValue plan = work.plan(planned(waves));
    PlanView.print(session.screen(), plan, options.whenIdle());
    boolean later = options.whenIdle() && PlanView.onlyBusy(plan);
    boolean refused = PlanView.refused(plan) && !later;
    boolean nothing = !PlanView.refused(plan) && work.isDone(plan);
    if (dryRun || refused || nothing) {
      session.screen().document(plan);
      return refused ? ExitCode.FINDING : changedExit.exitCode(!nothing);
    }
    if (!consent.isGiven(session, plan, work.hazards(plan), question(plan, later))) {
      return ExitCode.FINDING;
    }
    progress.requests("the daemon begins the commit");
    JsonValue commit = work.begin(begun(plan, waves));
    progress.requests(Progress.WAITING);
    session.screen().line("");
    if (commit.at("state").isNothing()) {
      session.screen().document(commit);
      session.screen().line("Nothing is left to do: somebody else has done it meanwhile.");
      return ExitCode.OK;
    }
    int exitCode = followed(session, commit);
    // A commit that only records what is wanted is a change too, as its dry run says.
    return exitCode == ExitCode.OK ? changedExit.exitCode(true) : exitCode;
  }

  private int followed(Session session, JsonValue commit) {
    return noWait.isGiven()
        ? new CommitFlow(session).report(commit, changedExit.wanted())
        : confirming.end(session, commit, changedExit.wanted(), idlePorts.accepted());
  }

  private static String question(JsonValue plan, boolean later) {
    if (later) {
      return "Write these changes as soon as the links are idle?";
    }
    return PlanView.changes(plan) ? "Write these changes?" : "Record it as wanted?";
  }

  private Fields planned(WaveOptions waves) {
    // without waves it is for the guard's judgement alone
    boolean judged = confirming.watchesGuard() && !waves.isNamed();
    return withWaves(options.planBody(), waves, !judged);
  }

  /** The digest holds the daemon to the situation that was shown: anything else is a stale plan. */
  private Fields begun(JsonValue plan, WaveOptions waves) {
    boolean judged = confirming.watchesGuard() && plan.at("waves").isNothing();
    Fields body = withWaves(options.body(), waves, !judged);
    if (!plan.at("digest").isNothing()) {
      body.with("digest", plan.at("digest").text());
    }
    return body;
  }

  private Fields withWaves(Fields body, WaveOptions waves, boolean idle) {
    body.putAll(waves.body());
    return body.withAny(IdlePorts.FIELD, idle && idlePorts.accepted());
  }
}
