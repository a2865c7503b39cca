package dev.losslessd.store;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Waiver;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Further fields behind an entry, in records that have them: waivers and rare ones. */
final class EntryTail {
  private EntryTail() {}

  private static Plan with(Plan was, List<Waiver> waived) {
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

  static boolean has(Entry.Begun e) {
    return e.acceptIdle() || e.key().isPresent() || has(e.plan());
  }

  private static boolean has(Plan plan) {
    return !plan.unset().isEmpty() || !plan.identities().isNone();
  }

  static void write(DataOutputStream out, Entry.Begun e) throws IOException {
    out.writeBoolean(e.acceptIdle());
    key(out, e.key());
    UnsetCodec.write(out, e.plan().unset());
    IdentityCodec.write(out, e.plan().identities());
  }

  static Entry read(Entry.Begun e, DataInputStream in) throws IOException {
    boolean idle = in.readBoolean();
    Optional<IdempotencyKey> key = key(in);
    Plan plan = e.plan().unsetting(UnsetCodec.read(in)).identifying(IdentityCodec.readIfThere(in));
    return new Entry.Begun(
        e.commit(), plan, e.delta(), e.actor(), e.reason(), e.boot(), e.at(), idle, key);
  }

  static boolean has(Entry.Staged e) {
    return e.key().isPresent() || !e.wish().unset().isEmpty() || has(e.plan());
  }

  static void write(DataOutputStream out, Entry.Staged e) throws IOException {
    key(out, e.key());
    UnsetCodec.write(out, e.plan().unset());
    UnsetCodec.keys(out, e.wish().unset());
    IdentityCodec.write(out, e.plan().identities());
  }

  static Entry read(Entry.Staged e, DataInputStream in) throws IOException {
    Optional<IdempotencyKey> key = key(in);
    Plan plan = e.plan().unsetting(UnsetCodec.read(in));
    StagedWish was = e.wish();
    StagedWish wish =
        new StagedWish(
            was.delta(),
            was.all(),
            was.mends(),
            was.versions(),
            was.confirmWithin(),
            was.exact(),
            was.words(),
            was.accepted(),
            UnsetCodec.keys(in));
    Plan on = plan.identifying(IdentityCodec.readIfThere(in));
    return new Entry.Staged(e.commit(), on, wish, e.actor(), e.reason(), e.at(), key);
  }

  private static void key(DataOutputStream out, Optional<IdempotencyKey> key) throws IOException {
    out.writeBoolean(key.isPresent());
    if (key.isPresent()) {
      key.get().write(out);
    }
  }

  private static Optional<IdempotencyKey> key(DataInputStream in) throws IOException {
    return in.readBoolean() ? Optional.of(IdempotencyKey.read(in)) : Optional.empty();
  }
}
