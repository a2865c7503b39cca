package dev.losslessd.store;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Incarnation;
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
    Counted.write(out, all.all(), IdentityCodec::target, IdentityCodec::identity);
  }

  static Identities read(DataInputStream in) throws IOException {
    return new Identities(
        new TreeMap<>(
            Counted.read(in, from -> Target.parse(from.readUTF()), IdentityCodec::identity)));
  }

  private static void target(DataOutputStream out, Target target) throws IOException {
    EntryCodec.text(out, target.text());
  }

  /** Nothing follows where an earlier release has written. */
  static Identities readIfThere(DataInputStream in) throws IOException {
    return in.available() == 0 ? Identities.NONE : read(in);
  }

  private static void identity(DataOutputStream out, Identity identity) throws IOException {
    Counted.write(
        out, identity.facts(), (o, fact) -> EntryCodec.text(o, fact.word()), EntryCodec::text);
  }

  private static Identity identity(DataInputStream in) throws IOException {
    return new Identity(new TreeMap<>(Counted.read(in, IdentityCodec::fact, EntryCodec::text)));
  }

  private static Identity.Fact fact(DataInputStream in) throws IOException {
    String word = in.readUTF();
    return Identity.Fact.ofWord(word)
        .orElseThrow(() -> new IOException("unknown kind of identity " + word));
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

  static void incarnations(DataOutputStream out, Map<Target, Incarnation> all) throws IOException {
    Counted.write(
        out,
        all,
        (to, target) -> EntryCodec.text(to, target.text()),
        (to, one) -> {
          EntryCodec.text(to, one.kind().name());
          EntryCodec.text(to, one.value());
        });
  }

  static Map<Target, Incarnation> incarnations(DataInputStream in) throws IOException {
    return Counted.read(
        in,
        from -> Target.parse(from.readUTF()),
        from -> new Incarnation(Incarnation.Kind.valueOf(from.readUTF()), from.readUTF()));
  }
}
