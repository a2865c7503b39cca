package dev.losslessd.store;

import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Target;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Maintenance as bytes; a part of the journal's format, and of its checkpoint's. */
final class MaintenanceCodec {
  private MaintenanceCodec() {}

  static void write(DataOutputStream out, Maintenance one) throws IOException {
    EntryCodec.text(out, one.target().text());
    EntryCodec.time(out, one.since());
    EntryCodec.due(out, one.until());
    EntryCodec.text(out, one.actor());
    EntryCodec.text(out, one.reason());
  }

  static Maintenance read(DataInputStream in) throws IOException {
    return new Maintenance(
        Target.parse(in.readUTF()),
        EntryCodec.time(in),
        EntryCodec.due(in),
        in.readUTF(),
        in.readUTF());
  }
}
