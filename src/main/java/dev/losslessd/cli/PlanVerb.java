package dev.losslessd.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code losslessd plan}. */
@Command(
    name = "plan",
    description = "Show what apply would change, in order, with risks and refusals.")
final class PlanVerb extends RemoteVerb {
  @Mixin private final ChangedExit changedExit = new ChangedExit();

  @Option(
      names = "--while-busy",
      description = "Plan as if busy links were allowed to go down and up.")
  private boolean whileBusy;

  PlanVerb(Context context) {
    super(context);
  }

  @Override
  int ask(Session session) {
    Doc plan = session.daemon().post("plans", request(whileBusy));
    session.screen().document(plan);
    PlanView.print(session.screen(), plan);
    return PlanView.refused(plan) ? ExitCode.FINDING : changedExit.exitCode(PlanView.changes(plan));
  }

  static Doc request(boolean whileBusy) {
    return Doc.of(whileBusy ? Map.of("whileBusy", true) : Map.of());
  }
}
