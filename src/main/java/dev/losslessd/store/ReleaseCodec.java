package dev.losslessd.store;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Footprint;
import dev.losslessd.model.Release;
import dev.losslessd.model.Release.How;
import dev.losslessd.model.Setting;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** Releases and footprints as bytes; a part of the journal's format, and of its checkpoint's. */
final class ReleaseCodec {
  private ReleaseCodec() {}

  static void write(DataOutputStream out, Release one) throws IOException {
    EntryCodec.text(out, one.device().name());
    EntryCodec.text(out, one.how().word());
    Counted.write(out, one.names(), EntryCodec::text);
    EntryCodec.text(out, one.actor());
    EntryCodec.text(out, one.reason());
    EntryCodec.time(out, one.since());
  }

  static Release read(DataInputStream in) throws IOException {
    return new Release(
        new DeviceId(in.readUTF()),
        How.valueOf(in.readUTF().toUpperCase(Locale.ROOT)),
        Counted.read(in, EntryCodec::text),
        in.readUTF(),
        in.readUTF(),
        EntryCodec.time(in));
  }

  static void footprint(DataOutputStream out, Footprint one) throws IOException {
    out.writeBoolean(one.found().isPresent());
    if (one.found().isPresent()) {
      SettingCodec.write(out, one.found().get());
    }
    EntryCodec.text(out, one.words());
    SettingCodec.write(out, one.last());
    Counted.write(out, one.or(), SettingCodec::write);
  }

  static Footprint footprint(DataInputStream in) throws IOException {
    Optional<Setting> found =
        in.readBoolean() ? Optional.of(SettingCodec.read(in)) : Optional.empty();
    return new Footprint(
        found, in.readUTF(), SettingCodec.read(in), Counted.read(in, SettingCodec::read));
  }
}
