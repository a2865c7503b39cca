package dev.losslessd.store;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Target;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    Counted.write(out, snapshot.base(), EntryCodec::text, SnapshotCodec::versions);
    Counted.write(out, snapshot.entries(), SnapshotCodec::entry);
    snapshot.keys().write(out);
    Counted.write(out, snapshot.maintenance(), MaintenanceCodec::write);
    IdentityCodec.write(out, snapshot.identities());
    Counted.write(out, snapshot.releases(), ReleaseCodec::write);
    Counted.write(out, snapshot.footprints(), EntryCodec::key, ReleaseCodec::footprint);
    Counted.write(out, List.copyOf(snapshot.open()), EntryCodec::text);
    Counted.write(
        out,
        snapshot.owed(),
        (to, device) -> EntryCodec.text(to, device.name()),
        (to, targets) ->
            Counted.write(to, List.copyOf(targets), (in, one) -> EntryCodec.text(in, one.text())));
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
        Counted.read(in, EntryCodec::text, SnapshotCodec::versions),
        Counted.read(in, i -> EntryCodec.decode(i.readNBytes(i.readInt()), where)),
        keys(in),
        maintenance(in),
        IdentityCodec.readIfThere(in),
        Counted.read(in, ReleaseCodec::read),
        Counted.read(in, EntryCodec::key, ReleaseCodec::footprint),
        Set.copyOf(Counted.read(in, EntryCodec::text)),
        Counted.read(
            in,
            from -> new DeviceId(from.readUTF()),
            from -> Set.copyOf(Counted.read(from, one -> Target.parse(one.readUTF())))));
  }

  /** Where an earlier release has compacted a journal nothing follows. */
  private static IdempotencyKeys keys(DataInputStream in) throws IOException {
    return in.available() == 0 ? new IdempotencyKeys() : IdempotencyKeys.read(in);
  }

  private static List<Maintenance> maintenance(DataInputStream in) throws IOException {
    return in.available() == 0 ? List.of() : Counted.read(in, MaintenanceCodec::read);
  }

  private static void floor(DataOutputStream out, Snapshot.Floor floor) throws IOException {
    out.writeLong(floor.number());
    EntryCodec.delta(out, floor.rest());
    EntryCodec.delta(out, floor.values());
    Counted.write(out, floor.commits(), DataOutputStream::writeInt);
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

  private static void entry(DataOutputStream out, Entry entry) throws IOException {
    byte[] payload = EntryCodec.encode(entry);
    out.writeInt(payload.length);
    out.write(payload);
  }

  static void versions(DataOutputStream out, Map<Key, Long> versions) throws IOException {
    Counted.write(out, versions, EntryCodec::key, DataOutputStream::writeLong);
  }

  static Map<Key, Long> versions(DataInputStream in) throws IOException {
    return Counted.read(in, EntryCodec::key, DataInputStream::readLong);
  }
}
