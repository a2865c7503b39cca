package dev.losslessd.store;

import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A snapshot as bytes. Part of the journal's format, and of its checkpoint's. */
final class SnapshotCodec {
  private SnapshotCodec() {}

  static void write(DataOutputStream out, Snapshot snapshot) throws IOException {
    out.writeLong(snapshot.latest());
    out.writeInt(snapshot.highest());
    out.writeBoolean(snapshot.frozen());
    EntryCodec.text(out, snapshot.freezer());
    EntryCodec.delta(out, snapshot.rest());
    versions(out, snapshot.versions());
    floor(out, snapshot.floor());
    out.writeInt(snapshot.base().size());
    for (var one : snapshot.base().entrySet()) {
      EntryCodec.text(out, one.getKey());
      versions(out, one.getValue());
    }
    out.writeInt(snapshot.entries().size());
    for (Entry entry : snapshot.entries()) {
      byte[] payload = EntryCodec.encode(entry);
      out.writeInt(payload.length);
      out.write(payload);
    }
    snapshot.keys().write(out);
    MaintenanceCodec.write(out, snapshot.maintenance());
    IdentityCodec.write(out, snapshot.identities());
  }

  /**
   * @param where in the file, for messages
   */
  static Snapshot read(DataInputStream in, String where) throws IOException {
    return new Snapshot(
        in.readLong(),
        in.readInt(),
        in.readBoolean(),
        in.readUTF(),
        EntryCodec.delta(in),
        versions(in),
        floor(in),
        base(in),
        entries(in, where),
        keys(in),
        maintenance(in),
        IdentityCodec.readIfThere(in));
  }

  /** Where an earlier release has compacted a journal nothing follows. */
  private static IdempotencyKeys keys(DataInputStream in) throws IOException {
    return in.available() == 0 ? new IdempotencyKeys() : IdempotencyKeys.read(in);
  }

  private static List<Maintenance> maintenance(DataInputStream in) throws IOException {
    return in.available() == 0 ? List.of() : MaintenanceCodec.all(in);
  }

  private static void floor(DataOutputStream out, Snapshot.Floor floor) throws IOException {
    out.writeLong(floor.number());
    EntryCodec.delta(out, floor.rest());
    EntryCodec.delta(out, floor.values());
    out.writeInt(floor.commits().size());
    for (int commit : floor.commits()) {
      out.writeInt(commit);
    }
  }

  private static Snapshot.Floor floor(DataInputStream in) throws IOException {
    return new Snapshot.Floor(
        in.readLong(), EntryCodec.delta(in), EntryCodec.delta(in), commits(in));
  }

  private static List<Integer> commits(DataInputStream in) throws IOException {
    List<Integer> commits = IntList.of(List.of());
    for (int left = in.readInt(); left > 0; left--) {
      commits.add(in.readInt());
    }
    return commits;
  }

  private static Map<String, Map<Key, Long>> base(DataInputStream in) throws IOException {
    Map<String, Map<Key, Long>> base = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      base.put(in.readUTF(), versions(in));
    }
    return base;
  }

  private static List<Entry> entries(DataInputStream in, String where) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      entries.add(EntryCodec.decode(in.readNBytes(in.readInt()), where));
    }
    return entries;
  }

  private static void versions(DataOutputStream out, Map<Key, Long> versions) throws IOException {
    out.writeInt(versions.size());
    for (var one : versions.entrySet()) {
      EntryCodec.key(out, one.getKey());
      out.writeLong(one.getValue());
    }
  }

  private static Map<Key, Long> versions(DataInputStream in) throws IOException {
    Map<Key, Long> versions = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      versions.put(EntryCodec.key(in), in.readLong());
    }
    return versions;
  }
}
