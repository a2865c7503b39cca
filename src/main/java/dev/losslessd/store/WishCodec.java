package dev.losslessd.store;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
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
    out.writeInt(wish.mends().size());
    for (Key key : wish.mends()) {
      EntryCodec.key(out, key);
    }
    out.writeInt(wish.versions().size());
    for (var one : wish.versions().entrySet()) {
      EntryCodec.key(out, one.getKey());
      out.writeLong(one.getValue());
    }
    out.writeLong(wish.confirmWithin().map(Duration::toMillis).orElse(USUAL_WINDOW));
    out.writeBoolean(wish.exact());
    out.writeInt(wish.words().size());
    for (var one : wish.words().entrySet()) {
      EntryCodec.key(out, one.getKey());
      EntryCodec.text(out, one.getValue());
    }
    accepted(out, wish.accepted());
  }

  static StagedWish read(DataInputStream in) throws IOException {
    SortedMap<Key, Setting> delta = EntryCodec.delta(in);
    boolean all = in.readBoolean();
    Set<Key> mends = new HashSet<>();
    for (int left = in.readInt(); left > 0; left--) {
      mends.add(EntryCodec.key(in));
    }
    Map<Key, Long> versions = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      versions.put(EntryCodec.key(in), in.readLong());
    }
    long window = in.readLong();
    boolean exact = in.readBoolean();
    Map<Key, String> words = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      words.put(EntryCodec.key(in), in.readUTF());
    }
    return new StagedWish(
        delta,
        all,
        mends,
        versions,
        window == USUAL_WINDOW ? Optional.empty() : Optional.of(Duration.ofMillis(window)),
        exact,
        words,
        accepted(in));
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
    out.writeInt(waived.size());
    for (var one : waived.entrySet()) {
      EntryCodec.text(out, one.getKey());
      EntryCodec.text(out, one.getValue());
    }
  }

  static Map<String, String> waived(DataInputStream in) throws IOException {
    Map<String, String> waived = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      waived.put(in.readUTF(), in.readUTF());
    }
    return waived;
  }
}
