package dev.losslessd.store;

import dev.losslessd.model.Unset;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;

/** An override that a plan takes away as bytes; a part of the journal's format. */
final class UnsetCodec {
  private UnsetCodec() {}

  static void write(DataOutputStream out, Unset one) throws IOException {
    EntryCodec.key(out, one.key());
    SettingCodec.write(out, one.override());
    out.writeBoolean(one.file().isPresent());
    if (one.file().isPresent()) {
      SettingCodec.write(out, one.file().get());
    }
  }

  static Unset read(DataInputStream in) throws IOException {
    return new Unset(
        EntryCodec.key(in),
        SettingCodec.read(in),
        in.readBoolean() ? Optional.of(SettingCodec.read(in)) : Optional.empty());
  }
}
