package dev.losslessd.store;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Staged wishes as bytes; a part of the journal's format. */
final class WishCodec {
  private static final long USUAL_WINDOW = -1;

  private WishCodec() {}

  static void write(DataOutputStream out, StagedWish wish) throws IOException {
    EntryCodec.delta(out, wish.delta());
    out.writeBoolean(wish.all());
    Counted.write(out, wish.mends(), EntryCodec::key);
    SnapshotCodec.versions(out, wish.versions());
    out.writeLong(wish.confirmWithin().map(Duration::toMillis).orElse(USUAL_WINDOW));
    out.writeBoolean(wish.exact());
    Counted.write(out, wish.words(), EntryCodec::key, EntryCodec::text);
    accepted(out, wish.accepted());
  }

  static StagedWish read(DataInputStream in) throws IOException {
    SortedMap<Key, Setting> delta = EntryCodec.delta(in);
    boolean all = in.readBoolean();
    Set<Key> mends = new HashSet<>(Counted.read(in, EntryCodec::key));
    Map<Key, Long> versions = SnapshotCodec.versions(in);
    long window = in.readLong();
    boolean exact = in.readBoolean();
    Map<Key, String> words = Counted.read(in, EntryCodec::key, EntryCodec::text);
    return new StagedWish(
        delta,
        all,
        mends,
        versions,
        window == USUAL_WINDOW ? Optional.empty() : Optional.of(Duration.ofMillis(window)),
        exact,
        words,
        accepted(in),
        Set.of());
  }

  private static void accepted(DataOutputStream out, Acceptance accepted) throws IOException {
    out.writeBoolean(accepted.whileBusy());
    out.writeBoolean(accepted.scope());
  }

  private static Acceptance accepted(DataInputStream in) throws IOException {
    return new Acceptance(in.readBoolean(), in.readBoolean());
  }

  /** Rules that shall not refuse, with the reasons; follows a wish that has some. */
  static void waived(DataOutputStream out, Map<String, String> waived) throws IOException {
    Counted.write(out, waived, EntryCodec::text, EntryCodec::text);
  }

  static Map<String, String> waived(DataInputStream in) throws IOException {
    return Counted.read(in, EntryCodec::text, EntryCodec::text);
  }
}
