package dev.losslessd.store;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Waiver;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Entries with what stands behind them in the records that have more: waivers, a client's key. */
final class EntryTail {
  private EntryTail() {}

  static Plan with(Plan was, List<Waiver> waived) {
    return new Plan(was.id(), was.digest(), was.changes(), was.refusals(), waived);
  }

  static Entry.Staged waived(Entry.Staged e, List<Waiver> waived, Map<String, String> accepted) {
    StagedWish wish = e.wish();
    Acceptance harm = wish.accepted();
    StagedWish with =
        new StagedWish(
            wish.delta(),
            wish.all(),
            wish.mends(),
            wish.versions(),
            wish.confirmWithin(),
            wish.exact(),
            wish.words(),
            new Acceptance(harm.whileBusy(), harm.scope(), accepted));
    return new Entry.Staged(
        e.commit(), with(e.plan(), waived), with, e.actor(), e.reason(), e.at());
  }

  static Entry.Begun waived(Entry.Begun e, List<Waiver> waived) {
    Plan plan = with(e.plan(), waived);
    return new Entry.Begun(e.commit(), plan, e.delta(), e.actor(), e.reason(), e.boot(), e.at());
  }

  static Entry keyed(Entry.Staged e, IdempotencyKey key) {
    return new Entry.Staged(
        e.commit(), e.plan(), e.wish(), e.actor(), e.reason(), e.at(), Optional.of(key));
  }

  static Entry keyed(Entry.Begun e, IdempotencyKey key) {
    Optional<IdempotencyKey> one = Optional.of(key);
    return new Entry.Begun(
        e.commit(), e.plan(), e.delta(), e.actor(), e.reason(), e.boot(), e.at(), one);
  }
}
