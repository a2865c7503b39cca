package dev.losslessd.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "plan",
    description = "Show what apply would change, in order, with risks and refusals.")
final class PlanVerb extends RemoteVerb {
  @Mixin private final ChangedExit changedExit = new ChangedExit();

  @Mixin private final Accepted accepted = new Accepted();
  @Mixin private final WaveOptions waves = new WaveOptions();

  PlanVerb(Context context) {
    super(context);
  }

  @Override
  int ask(Session session) {
    Map<String, Object> body = accepted.body();
    body.putAll(waves.body());
    JsonValue plan = session.daemon().post("plans", JsonValue.of(body));
    session.screen().document(plan);
    PlanView.print(session.screen(), plan);
    return PlanView.refused(plan) ? ExitCode.FINDING : changedExit.exitCode(PlanView.changes(plan));
  }
}
