package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Target;
import dev.losslessd.plan.Wave;
import dev.losslessd.plan.Waves;
import java.util.List;
import java.util.Optional;

/** Splits plans into waves, and judges whether a later wave may still begin. */
record Rollouts(EngineDependencies dependencies, Runner runner) {
  /** None for a plan that goes all at once. */
  List<Wave> split(Plan plan, Optional<Rollout> rollout) {
    return rollout
        .map(asked ->
            Waves.split(plan.changes(), dependencies.surroundings().around(), asked.waves()))
        .orElse(List.of())
        .stream()
        .map(this::contracted)
        .toList();
  }

  /** Each wave in batches of its own. */
  private Wave contracted(Wave wave) {
    return wave.with(runner.contract(wave.changes(), dependencies.surroundings().around()));
  }

  /** The plan with its changes in the order of the waves: the journal undoes it last first. */
  static Plan inOrder(Plan plan, List<Wave> waves) {
    List<Change> row = waves.stream().flatMap(wave -> wave.changes().stream()).toList();
    return waves.isEmpty() ? plan : plan.with(row);
  }

  /**
   * Refuses a later wave whose targets another agent has taken since it was planned, unless that is
   * waived.
   *
   * @throws DeviceException a device does not say who writes it: that is not nobody
   */
  void requireAlone(Plan plan, Wave wave) {
    String rule = PlanRule.SECOND_WRITER.id();
    if (plan.waived().stream().anyMatch(one -> one.refusal().rule().equals(rule))) {
      return;
    }
    SecondWriter.of(wave.changes(), runner)
        .ifPresent(why -> {
          throw new CommitException(Kind.STATE, "not begun: " + why);
        });
  }

  /**
   * Refuses a later wave if someone changed its settings since it was planned. Their values would
   * be lost, and its undo would restore older ones.
   */
  void requireAsPlanned(Plan plan, Wave wave) {
    for (Target target : Claims.of(wave.changes())) {
      Observed now = runner.read(target);
      for (Change change : wave.changes()) {
        Key key = change.key();
        if (change.target().equals(target) && !OwnValues.has(now, key, plan.changes())) {
          throw new CommitException(
              Kind.STATE,
              "not begun: " + key + " was changed outside losslessd since this was planned");
        }
      }
    }
  }
}
