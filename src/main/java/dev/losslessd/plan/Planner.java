package dev.losslessd.plan;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Unset;
import dev.losslessd.model.Waiver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Wishes against what is there: the smallest ordered set of changes, or why there may be none. */
public final class Planner {
  private final Situation situation;
  private final List<Refusal> refusals = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private final List<Waiver> waived = new ArrayList<>();

  private Planner(Situation situation) {
    this.situation = situation;
  }

  /**
   * @param wanted what must hold afterwards; everything else stays
   * @return changes in safe order, or refusals; both empty when nothing differs
   */
  public static Plan plan(SortedMap<Key, Setting> wanted, Situation situation) {
    return new Planner(situation).plan(wanted);
  }

  /** Returns a plan that also removes overrides; they are part of its id. */
  public static Plan taking(Plan plan, List<Unset> unset) {
    return unset.isEmpty() ? plan : Digest.with(plan, unset);
  }

  /** Returns a plan for devices with these identities, which become part of its id and digest. */
  public static Plan on(Plan plan, Identities identities) {
    return identities.isNone() ? plan : Digest.with(plan, identities);
  }

  private Plan plan(SortedMap<Key, Setting> wanted) {
    SortedMap<Key, Setting> all = Implied.with(wanted, situation, this::waivedOr);
    for (var one : all.entrySet()) {
      Setting after = one.getValue();
      standing(one.getKey()).ifPresent(before -> step(one.getKey(), before, after, all));
    }
    changes.sort(new Order(situation.around(), List.copyOf(changes)));
    Rules.check(changes, situation).forEach(this::waivedOr);
    String digest = Digest.of(situation, all.keySet());
    String id = Digest.id(digest, changes, refusals, waived);
    return refusals.isEmpty()
        ? new Plan(id, digest, changes, refusals, waived)
        : new Plan(id, digest, List.of(), refusals, waived).withholding(changes);
  }

  /** Whether it does not refuse, because its rule is waived. */
  private boolean waivedOr(Refusal refusal) {
    Optional<Waiver> waiver = situation.waiver(refusal);
    waiver.ifPresentOrElse(waived::add, () -> refusals.add(refusal));
    return waiver.isPresent();
  }

  /** Present value of a setting; adds a refusal where it is not known. */
  private Optional<Setting> standing(Key key) {
    Observed observed = situation.observed().get(key.target());
    if (observed == null) {
      return refuse(PlanRule.UNKNOWN_TARGET, key, "no device here has this target");
    }
    return switch (observed.reading(key.kind())) {
      case Reading.Value value -> value.standing();
      case Reading.Staged staged -> staged.standing();
      case Reading.Unsupported unsupported -> refuse(PlanRule.UNSUPPORTED, key, unsupported.why());
      case Reading.Unread unread -> begins(key, unread);
    };
  }

  /**
   * What cannot be read while nothing may be written is shown from where it begins. No commit runs
   * on that: where one may, the value is read, and the digest is another.
   */
  private Optional<Setting> begins(Key key, Reading.Unread unread) {
    Setting begins = unread.begins();
    if (begins == null) {
      return refuse(
          PlanRule.UNREAD,
          key,
          "its value could not be read, so it is not written: " + unread.why());
    }
    waived.add(
        new Waiver(
            PlanRule.UNREAD.refusal(key.toString(), "its value is not read: " + unread.why()),
            "the plan is shown from " + begins.text() + ", which the kernel begins with"));
    return Optional.of(begins);
  }

  private void step(Key key, Setting before, Setting wanted, SortedMap<Key, Setting> all) {
    Optional<Refusal> impossible = Rules.fits(key, before, wanted, situation.capability(key));
    if (impossible.isPresent() && !waivedOr(impossible.get())) {
      return;
    }
    Setting after = situation.exact() ? wanted.completedBy(before) : wanted.over(before);
    boolean sameWords =
        situation.wordsWanted(key).isEmpty()
            ? situation.isWhole(key)
            : situation.wordsWanted(key).equals(situation.wordsNow(key));
    if (after.equals(before) && sameWords) {
      return;
    }
    Capability capability = situation.capability(key);
    if (isKept(key, capability, after) && mayBeWritten(key, capability, after)) {
      changes.addAll(new Steps(situation, all).of(key, before, after));
    }
  }

  /** Whether the target takes the value as it is, where it can be written at all. */
  private boolean isKept(Key key, Capability can, Setting after) {
    return can.access() == Capability.Access.NONE
        || can.limit()
            .refusal(after)
            .map(why -> waivedOr(PlanRule.RANGE.refusal(key.toString(), why)))
            .orElse(true);
  }

  private boolean mayBeWritten(Key key, Capability can, Setting after) {
    return switch (can.access()) {
      case WRITE ->
          can.takes(after) || waivedOr(PlanRule.READ_ONLY.refusal(key.toString(), can.why()));
      case READ -> waivedOr(held(can).refusal(key.toString(), can.why()));
      case NONE -> waivedOr(PlanRule.UNSUPPORTED.refusal(key.toString(), can.why()));
    };
  }

  private static PlanRule held(Capability can) {
    PlanRule rule = can.rule();
    return rule == null ? PlanRule.READ_ONLY : rule;
  }

  private Optional<Setting> refuse(PlanRule rule, Key key, String reason) {
    refusals.add(rule.refusal(key.toString(), reason));
    return Optional.empty();
  }
}
