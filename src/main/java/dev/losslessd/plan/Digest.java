package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unset;
import dev.losslessd.model.Waiver;
import dev.losslessd.text.Sha256;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Fingerprints: of a situation, so that a stale plan is known; of a plan, so that it has a name.
 */
final class Digest {
  private Digest() {}

  /** Fingerprint of all readings of the targets that the keys name. */
  static String of(Situation situation, Collection<Key> keys) {
    TreeSet<Target> targets = new TreeSet<>();
    keys.forEach(key -> targets.add(key.target()));
    StringBuilder text = new StringBuilder();
    for (Target target : targets) {
      Observed observed = situation.observed().get(target);
      text.append(target.text()).append('\n');
      if (observed != null) {
        observed
            .readings()
            .forEach((kind, is) ->
                text.append(kind.word())
                    .append('=')
                    .append(is.text())
                    .append(is.words())
                    .append('\n'));
      }
    }
    return Sha256.hex(text.toString());
  }

  static String id(
      String digest, List<Change> changes, List<Refusal> refusals, List<Waiver> waived) {
    StringBuilder text = new StringBuilder(digest);
    changes.forEach(change -> text.append(change.text()).append('\n'));
    refusals.forEach(refusal -> text.append(refusal.text()).append('\n'));
    waived.forEach(waiver -> text.append(waiver.text()).append('\n'));
    return "p-" + Sha256.hex(text.toString()).substring(0, 12);
  }

  /** Returns the plan with removed overrides and the file's values in its id and digest. */
  static Plan with(Plan plan, List<Unset> unset) {
    StringBuilder text = new StringBuilder();
    unset.forEach(one -> text.append(one.text()).append('\n'));
    return with(plan, text.toString(), unset, plan.identities());
  }

  /** Returns the plan with the devices' identities in its id and digest, as other boxes differ. */
  static Plan with(Plan plan, Identities identities) {
    return with(plan, String.join("\n", identities.texts()), plan.unset(), identities);
  }

  private static Plan with(Plan plan, String text, List<Unset> unset, Identities identities) {
    return plan.named(
            "p-" + Sha256.hex(plan.id() + text).substring(0, 12), Sha256.hex(plan.digest() + text))
        .unsetting(unset)
        .identifying(identities);
  }
}
