package dev.losslessd.store;

import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Unset;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Overrides that a plan or a wish takes away as bytes; a part of the journal's format. */
final class UnsetCodec {
  private UnsetCodec() {}

  static void write(DataOutputStream out, List<Unset> all) throws IOException {
    out.writeInt(all.size());
    for (Unset one : all) {
      EntryCodec.key(out, one.key());
      SettingCodec.write(out, one.override());
      out.writeBoolean(one.file().isPresent());
      if (one.file().isPresent()) {
        SettingCodec.write(out, one.file().get());
      }
    }
  }

  static List<Unset> read(DataInputStream in) throws IOException {
    List<Unset> all = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      Key key = EntryCodec.key(in);
      Setting override = SettingCodec.read(in);
      Optional<Setting> file =
          in.readBoolean() ? Optional.of(SettingCodec.read(in)) : Optional.empty();
      all.add(new Unset(key, override, file));
    }
    return all;
  }

  static void keys(DataOutputStream out, Collection<Key> keys) throws IOException {
    out.writeInt(keys.size());
    for (Key key : keys) {
      EntryCodec.key(out, key);
    }
  }

  static Set<Key> keys(DataInputStream in) throws IOException {
    Set<Key> keys = new HashSet<>();
    for (int left = in.readInt(); left > 0; left--) {
      keys.add(EntryCodec.key(in));
    }
    return keys;
  }
}
