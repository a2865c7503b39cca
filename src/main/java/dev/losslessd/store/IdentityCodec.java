package dev.losslessd.store;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Target;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** What devices say that they are as bytes; a part of the journal's format. */
final class IdentityCodec {
  private IdentityCodec() {}

  static void write(DataOutputStream out, Identities all) throws IOException {
    out.writeInt(all.all().size());
    for (Map.Entry<Target, Identity> one : all.all().entrySet()) {
      EntryCodec.text(out, one.getKey().text());
      out.writeInt(one.getValue().facts().size());
      for (Map.Entry<Identity.Fact, String> fact : one.getValue().facts().entrySet()) {
        EntryCodec.text(out, fact.getKey().word());
        EntryCodec.text(out, fact.getValue());
      }
    }
  }

  static Identities read(DataInputStream in) throws IOException {
    TreeMap<Target, Identity> all = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      all.put(Target.parse(in.readUTF()), identity(in));
    }
    return new Identities(all);
  }

  /** Nothing follows where an earlier release has written. */
  static Identities readIfThere(DataInputStream in) throws IOException {
    return in.available() == 0 ? Identities.NONE : read(in);
  }

  private static Identity identity(DataInputStream in) throws IOException {
    TreeMap<Identity.Fact, String> facts = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String word = in.readUTF();
      Identity.Fact fact =
          Identity.Fact.ofWord(word)
              .orElseThrow(() -> new IOException("unknown kind of identity " + word));
      facts.put(fact, in.readUTF());
    }
    return new Identity(facts);
  }

  static void write(DataOutputStream out, Entry.Accepted e) throws IOException {
    EntryCodec.text(out, e.device().name());
    write(out, e.found());
    EntryCodec.text(out, e.actor());
    EntryCodec.text(out, e.reason());
    EntryCodec.time(out, e.at());
  }

  static Entry.Accepted accepted(DataInputStream in) throws IOException {
    return new Entry.Accepted(
        new DeviceId(in.readUTF()), read(in), in.readUTF(), in.readUTF(), EntryCodec.time(in));
  }
}
