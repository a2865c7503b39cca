package dev.losslessd.store;

import dev.losslessd.model.Plan;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;

/** Further fields behind an entry, in records that have them: waivers and rare ones. */
final class EntryTail {
  private EntryTail() {}

  static boolean has(Entry.Begun e) {
    return e.acceptIdle() || e.key().isPresent() || has(e.plan());
  }

  private static boolean has(Plan plan) {
    return !plan.unset().isEmpty() || !plan.identities().isNone();
  }

  static void write(DataOutputStream out, Entry.Begun e) throws IOException {
    out.writeBoolean(e.acceptIdle());
    key(out, e.key());
    Counted.write(out, e.plan().unset(), UnsetCodec::write);
    IdentityCodec.write(out, e.plan().identities());
  }

  static boolean has(Entry.Staged e) {
    return e.key().isPresent() || !e.wish().unset().isEmpty() || has(e.plan());
  }

  static void write(DataOutputStream out, Entry.Staged e) throws IOException {
    key(out, e.key());
    Counted.write(out, e.plan().unset(), UnsetCodec::write);
    Counted.write(out, e.wish().unset(), EntryCodec::key);
    IdentityCodec.write(out, e.plan().identities());
  }

  private static void key(DataOutputStream out, Optional<IdempotencyKey> key) throws IOException {
    out.writeBoolean(key.isPresent());
    if (key.isPresent()) {
      key.get().write(out);
    }
  }

  static Optional<IdempotencyKey> key(DataInputStream in) throws IOException {
    return in.readBoolean() ? Optional.of(IdempotencyKey.read(in)) : Optional.empty();
  }
}
