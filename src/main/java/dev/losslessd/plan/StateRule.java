package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.SettingKind;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A rule over the state that a plan leads to. A plan is refused only for what it newly makes wrong,
 * or worse than it was: a bad state can be mended step by step.
 */
interface StateRule {
  List<StateRule> ALL =
      List.of(
          new TooManyLossless(),
          new PauseWithPfc(),
          new NicHeadroomRule(),
          new SwitchHeadroomRule(),
          new EcnAfterPfc(),
          new DscpElsewhere(),
          new CnpNotStrict());

  PlanRule rule();

  /** Settings that it depends on: a plan that changes none of them changes no flaw. */
  Set<SettingKind> subjects();

  /** Everything that is wrong, as far as it is known. */
  List<Flaw> flaws(State state);

  /** Refusals of a plan by all rules. */
  static List<Refusal> check(List<Change> changes, Situation situation) {
    Set<SettingKind> changed = changes.stream().map(Change::kind).collect(Collectors.toSet());
    State before = State.before(situation);
    State after = State.after(situation, changes);
    return ALL.stream()
        .filter(rule -> !Collections.disjoint(rule.subjects(), changed))
        .flatMap(rule -> rule.worse(before, after).stream())
        .distinct()
        .toList();
  }

  private List<Refusal> worse(State before, State after) {
    List<Flaw> now = flaws(after);
    if (now.isEmpty()) {
      return List.of();
    }
    Map<String, Long> known = new HashMap<>();
    flaws(before).forEach(flaw -> known.merge(flaw.what(), flaw.weight(), Math::max));
    return now.stream()
        .filter(flaw -> flaw.weight() > known.getOrDefault(flaw.what(), Long.MIN_VALUE))
        .map(flaw -> rule().refusal(flaw.subject().toString(), flaw.reason().get()))
        .toList();
  }
}
