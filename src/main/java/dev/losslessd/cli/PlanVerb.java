package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "plan",
    description = "Show what apply would change, in order, with risks and refusals.")
final class PlanVerb extends RemoteVerb {
  @Mixin private final ChangedExit changedExit = new ChangedExit();

  @Mixin private final Accepted accepted = new Accepted();
  @Mixin private final WaveOptions waves = new WaveOptions();
  @Mixin private final IdlePorts idlePorts = new IdlePorts();
  @Mixin private final LabelOption label = new LabelOption();

  @Override
  int ask(Session session) {
    Fields body = accepted.body();
    body.putAll(waves.body());
    body.withAny(IdlePorts.FIELD, idlePorts.accepted());
    session.daemon().progress().requests(Progress.PLANNING);
    JsonValue plan = session.daemon().post("plans", JsonValue.of(body));
    JsonValue shown = label.isGiven() ? onSwitches(session, plan) : plan;
    session.screen().document(shown);
    int hidden = PlanView.count(plan) - PlanView.count(shown);
    if (hidden == 0 || PlanView.changes(shown) || PlanView.refused(plan)) {
      PlanView.print(session.screen(), shown);
    }
    if (hidden > 0) {
      session
          .screen()
          .line(
              "Not shown, as not on a switch with %s: %s"
                  .formatted(label.text(), Count.of(hidden, "change")));
    }
    return PlanView.refused(plan) ? ExitCode.FINDING : changedExit.exitCode(PlanView.changes(plan));
  }

  /** Leaves only the changes of the selected switches; refusals are of the plan as a whole. */
  private JsonValue onSwitches(Session session, JsonValue plan) {
    Set<String> names = new HashSet<>();
    label.switches(session).at("items").items().forEach(one -> names.add(one.at("name").text()));
    return JsonValue.of(
        plan.copy()
            .with(
                "changes",
                plan.at("changes").items().stream()
                    .filter(change ->
                        names.contains(Paths.target(PlanView.target(change)).device().name()))
                    .map(JsonValue::raw)
                    .toList()));
  }
}
