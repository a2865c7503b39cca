package dev.losslessd.plan;

import static dev.losslessd.model.SettingKind.DCQCN;
import static dev.losslessd.model.SettingKind.DSCP_MAP;
import static dev.losslessd.model.SettingKind.ECN;
import static dev.losslessd.model.SettingKind.ETS;
import static dev.losslessd.model.SettingKind.GLOBAL_PAUSE;
import static dev.losslessd.model.SettingKind.HEADROOM;
import static dev.losslessd.model.SettingKind.LOSSLESS;
import static dev.losslessd.model.SettingKind.MTU;
import static dev.losslessd.model.SettingKind.PFC;

import dev.losslessd.model.Change;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.SettingKind;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A rule over the state that a plan leads to. A plan is refused only for what it newly makes wrong,
 * or worse than it was: a bad state can be mended step by step.
 *
 * @param subjects settings that it depends on: a plan that changes none of them changes no flaw
 * @param flaws everything that is wrong in a state, as far as it is known
 */
record StateRule(PlanRule rule, Set<SettingKind> subjects, Function<State, Stream<Flaw>> flaws) {
  static final List<StateRule> ALL =
      List.of(
          new StateRule(PlanRule.TOO_MANY_LOSSLESS, TooManyLossless::flaws, PFC, LOSSLESS, ETS),
          new StateRule(PlanRule.PAUSE_WITH_PFC, PauseWithPfc::flaws, PFC, LOSSLESS, GLOBAL_PAUSE),
          new StateRule(PlanRule.HEADROOM, NicHeadroomRule::flaws, PFC, HEADROOM, MTU),
          new StateRule(PlanRule.HEADROOM, SwitchHeadroomRule::flaws, PFC, LOSSLESS, MTU),
          new StateRule(PlanRule.ECN_AFTER_PFC, EcnAfterPfc::flaws, ECN, LOSSLESS, PFC),
          new StateRule(PlanRule.DSCP_ELSEWHERE, DscpElsewhere::flaws, PFC, LOSSLESS, DSCP_MAP),
          new StateRule(PlanRule.CNP_NOT_STRICT, CnpNotStrict::flaws, DCQCN, DSCP_MAP, ETS));

  StateRule(PlanRule rule, Function<State, Stream<Flaw>> flaws, SettingKind... subjects) {
    this(rule, Set.of(subjects), flaws);
  }

  /** Refusals of a plan by all rules. */
  static List<Refusal> check(List<Change> changes, Situation situation) {
    Set<SettingKind> changed = changes.stream().map(Change::kind).collect(Collectors.toSet());
    State before = State.before(situation);
    State after = State.after(situation, changes);
    List<Refusal> states =
        ALL.stream()
            .filter(rule -> !Collections.disjoint(rule.subjects(), changed))
            .flatMap(rule -> rule.worse(before, after).stream())
            .toList();
    Set<String> elsewhere =
        states.stream()
            .filter(one -> one.isBy(PlanRule.DSCP_ELSEWHERE) && situation.waiver(one).isEmpty())
            .map(Refusal::subject)
            .collect(Collectors.toSet());
    return Stream.concat(states.stream(), OneEnd.check(before, after, changes, elsewhere).stream())
        .distinct()
        .toList();
  }

  private List<Refusal> worse(State before, State after) {
    List<Flaw> now = flaws.apply(after).toList();
    if (now.isEmpty()) {
      return List.of();
    }
    Map<String, Long> known = new HashMap<>();
    flaws.apply(before).forEach(flaw -> known.merge(flaw.what(), flaw.weight(), Math::max));
    return now.stream()
        .filter(flaw -> flaw.weight() > known.getOrDefault(flaw.what(), Long.MIN_VALUE))
        .map(flaw -> rule.refusal(flaw.subject().toString(), flaw.reason().get()))
        .toList();
  }
}
