package dev.losslessd.cli;

import java.util.ArrayList;
import java.util.List;

/** What a person has to agree to before a plan is written: {@code node7:ens3f0np0 pfc: ...}. */
final class Hazards {
  private Hazards() {}

  /** Those of a plan: steps with a risk, and steps that change a whole device. */
  static List<String> of(JsonValue plan) {
    return ofSteps(PlanView.stepsOf(plan));
  }

  static List<String> ofSteps(List<JsonValue> steps) {
    List<String> all = new ArrayList<>();
    for (JsonValue step : steps) {
      List<String> risks = new ArrayList<>(PlanView.risks(step));
      if (step.at("port").isNothing()) {
        risks.addFirst("changes the whole device");
      }
      if (!risks.isEmpty()) {
        all.add(
            "%s %s: %s"
                .formatted(
                    PlanView.target(step), step.at("setting").text(), String.join("; ", risks)));
      }
    }
    return all;
  }

  /** The first, and how many more. */
  static String text(List<String> hazards) {
    int more = hazards.size() - 1;
    return hazards.getFirst() + (more > 0 ? " (and " + more + " more)" : "");
  }
}
