package dev.losslessd.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "apply", description = "Write the plan, read it back, and await a confirm.")
final class ApplyVerb extends RemoteVerb {
  @Mixin private final WriteOptions options = new WriteOptions();
  @Mixin private final WaveOptions waves = new WaveOptions();
  @Mixin private final ChangedExit changedExit = new ChangedExit();

  @Option(names = "--yes", description = "Do not ask. Needed where there is no terminal.")
  private boolean yes;

  @Option(names = "--confirm", description = "Confirm at once after the read-back.")
  private boolean confirm;

  @Override
  int ask(Session session) {
    if (!yes && !(session.environment().terminal() && session.screen().forPeople())) {
      throw CliException.usage(
          "apply needs --yes where it cannot show the plan on a terminal and ask");
    }
    Map<String, Object> rollout = waves.body();
    Map<String, Object> wish = options.planBody();
    wish.putAll(rollout);
    JsonValue plan = session.daemon().post("plans", JsonValue.of(wish));
    PlanView.print(session.screen(), plan);
    if (PlanView.refused(plan) || !PlanView.changes(plan)) {
      session.screen().document(plan);
      return PlanView.refused(plan) ? ExitCode.FINDING : ExitCode.OK;
    }
    if (!yes && !Question.yes(session.screen(), "Write these changes?")) {
      session.screen().err().println("Nothing was written.");
      return ExitCode.FINDING;
    }
    return commit(session, plan, rollout);
  }

  /** The digest holds the daemon to the situation that was shown: anything else is a stale plan. */
  private int commit(Session session, JsonValue plan, Map<String, Object> rollout) {
    Map<String, Object> body = options.body();
    body.putAll(rollout);
    if (!plan.at("digest").isNothing()) {
      body.put("digest", plan.at("digest").text());
    }
    JsonValue commit = session.daemon().post("commits", JsonValue.of(body));
    CommitFlow flow = new CommitFlow(session);
    session.screen().line("");
    return confirm
        ? flow.reportConfirmed(flow.confirm(commit), changedExit.wanted())
        : flow.report(flow.settle(commit), changedExit.wanted());
  }
}
