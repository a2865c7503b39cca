package dev.losslessd.store;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Entries as bytes. Tags and orders are part of the journal's format: append, never renumber. */
final class EntryCodec {
  static final int APPLIED = 2;
  static final int CONFIRMED = 3;
  static final int ROLLED_BACK = 4;
  static final int FROZEN = 6;
  static final int BEGUN = 7;
  static final int STUCK = 8;
  static final int STAGED = 9;
  static final int WAVE = 10;
  static final int BEGUN_WAIVED = 11;
  static final int STAGED_WAIVED = 12;
  static final int UNDOING = 13;
  static final int HELD = 14;
  static final int KEPT = 15;
  static final int ABANDONED = 16;

  static final int BEGUN_MORE = 17;
  static final int STAGED_MORE = 18;
  static final int SAVED = 19;
  static final int MAINTENANCE_BEGUN = 20;
  static final int MAINTENANCE_ENDED = 21;
  static final int IDENTIFIED = 22;
  static final int ACCEPTED = 23;
  static final int RELEASED = 25;
  static final int RETURNED = 26;
  static final int NEWEST = RETURNED;

  static final int BASE = 32;

  private EntryCodec() {}

  static int requireKnown(int tag, String where) {
    if (tag > NEWEST && tag != BASE) {
      throw new StoreException(
          "journal "
              + where
              + " holds a record of kind "
              + tag
              + ", this losslessd knows 1 to "
              + NEWEST
              + " and "
              + BASE
              + "; start the newer release");
    }
    return tag;
  }

  static byte[] encode(Entry entry) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(out, entry);
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory", e);
    }
    return bytes.toByteArray();
  }

  static Entry decode(byte[] payload, String where) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload))) {
      return read(requireKnown(in.readUnsignedByte(), where), in);
    } catch (IOException | IllegalArgumentException e) {
      throw new StoreException("journal " + where + " holds a record that makes no sense: " + e, e);
    }
  }

  private static void write(DataOutputStream out, Entry entry) throws IOException {
    switch (entry) {
      case Entry.Staged e -> {
        boolean waived = EntryTail.has(e) || !e.wish().accepted().waived().isEmpty();
        out.writeByte(EntryTail.has(e) ? STAGED_MORE : waived ? STAGED_WAIVED : STAGED);
        text(out, e.commit());
        PlanCodec.plan(out, e.plan());
        WishCodec.write(out, e.wish());
        text(out, e.actor());
        text(out, e.reason());
        time(out, e.at());
        if (waived) {
          PlanCodec.waivers(out, e.plan().waived());
          WishCodec.waived(out, e.wish().accepted().waived());
        }
        if (EntryTail.has(e)) {
          EntryTail.write(out, e);
        }
      }
      case Entry.Begun e -> {
        boolean waived = EntryTail.has(e) || !e.plan().waived().isEmpty();
        out.writeByte(EntryTail.has(e) ? BEGUN_MORE : waived ? BEGUN_WAIVED : BEGUN);
        text(out, e.commit());
        PlanCodec.plan(out, e.plan());
        delta(out, e.delta());
        text(out, e.actor());
        text(out, e.reason());
        text(out, e.boot());
        time(out, e.at());
        if (waived) {
          PlanCodec.waivers(out, e.plan().waived());
        }
        if (EntryTail.has(e)) {
          EntryTail.write(out, e);
        }
        Counted.write(out, e.leaves(), (to, device) -> text(to, device.name()));
        IdentityCodec.incarnations(out, e.incarnations());
      }
      case Entry.Wave e -> {
        out.writeByte(WAVE);
        text(out, e.commit());
        out.writeInt(e.wave());
        out.writeInt(e.of());
        out.writeInt(e.begun());
        time(out, e.at());
      }
      case Entry.Applied e -> {
        out.writeByte(APPLIED);
        text(out, e.commit());
        due(out, e.deadline());
        text(out, e.actor());
        time(out, e.at());
      }
      case Entry.Confirmed e -> {
        out.writeByte(CONFIRMED);
        text(out, e.commit());
        out.writeLong(e.revision());
        text(out, e.actor());
        time(out, e.at());
      }
      case Entry.Held e -> {
        out.writeByte(HELD);
        text(out, e.commit());
        Counted.write(out, e.devices(), (to, device) -> text(to, device.name()));
        due(out, e.until());
        out.writeBoolean(e.anew());
        time(out, e.at());
      }
      case Entry.Kept e -> {
        out.writeByte(KEPT);
        text(out, e.commit());
        time(out, e.at());
      }
      case Entry.Undoing e -> {
        out.writeByte(UNDOING);
        text(out, e.commit());
        text(out, e.why());
        PlanCodec.changes(out, e.begun());
        due(out, e.since());
        text(out, e.actor());
        time(out, e.at());
      }
      case Entry.RolledBack e -> {
        out.writeByte(ROLLED_BACK);
        text(out, e.commit());
        text(out, e.why());
        text(out, e.actor());
        time(out, e.at());
      }
      case Entry.Stuck e -> {
        out.writeByte(STUCK);
        text(out, e.commit());
        text(out, e.why());
        PlanCodec.changes(out, e.left());
        text(out, e.actor());
        time(out, e.at());
      }
      case Entry.Abandoned e -> {
        out.writeByte(ABANDONED);
        text(out, e.commit());
        text(out, e.actor());
        text(out, e.why());
        PlanCodec.changes(out, e.left());
        time(out, e.at());
      }
      case Entry.Saved e -> {
        out.writeByte(SAVED);
        text(out, e.device().name());
        text(out, e.actor());
        Counted.write(out, e.foreign(), EntryCodec::text);
        time(out, e.at());
      }
      case Entry.Frozen e -> {
        out.writeByte(FROZEN);
        out.writeBoolean(e.frozen());
        text(out, e.actor());
        time(out, e.at());
      }
      case Entry.MaintenanceBegun e -> {
        out.writeByte(MAINTENANCE_BEGUN);
        MaintenanceCodec.write(out, e.maintenance());
      }
      case Entry.MaintenanceEnded e -> {
        out.writeByte(MAINTENANCE_ENDED);
        text(out, e.target().text());
        text(out, e.actor());
        time(out, e.at());
      }
      case Entry.Identified e -> {
        out.writeByte(IDENTIFIED);
        IdentityCodec.write(out, e.found());
        time(out, e.at());
      }
      case Entry.Accepted e -> {
        out.writeByte(ACCEPTED);
        IdentityCodec.write(out, e);
      }
      case Entry.Released e -> {
        out.writeByte(RELEASED);
        ReleaseCodec.write(out, e.release());
        text(out, e.actor());
        time(out, e.at());
      }
      case Entry.Returned e -> {
        out.writeByte(RETURNED);
        text(out, e.device().name());
        text(out, e.actor());
        time(out, e.at());
      }
    }
  }

  private static Entry read(int tag, DataInputStream in) throws IOException {
    return switch (tag) {
      case STAGED -> staged(in, false, false);
      case STAGED_WAIVED -> staged(in, true, false);
      case STAGED_MORE -> staged(in, true, true);
      case BEGUN -> begun(in, false, false);
      case BEGUN_WAIVED -> begun(in, true, false);
      case BEGUN_MORE -> begun(in, true, true);
      case MAINTENANCE_BEGUN -> new Entry.MaintenanceBegun(MaintenanceCodec.read(in));
      case MAINTENANCE_ENDED ->
          new Entry.MaintenanceEnded(Target.parse(in.readUTF()), in.readUTF(), time(in));
      case IDENTIFIED -> new Entry.Identified(IdentityCodec.read(in), time(in));
      case ACCEPTED -> IdentityCodec.accepted(in);
      case RELEASED -> new Entry.Released(ReleaseCodec.read(in), in.readUTF(), time(in));
      case RETURNED -> new Entry.Returned(new DeviceId(in.readUTF()), in.readUTF(), time(in));
      case APPLIED -> new Entry.Applied(in.readUTF(), due(in), in.readUTF(), time(in));
      case CONFIRMED -> new Entry.Confirmed(in.readUTF(), in.readLong(), in.readUTF(), time(in));
      case HELD -> new Entry.Held(in.readUTF(), devices(in), due(in), in.readBoolean(), time(in));
      case KEPT -> new Entry.Kept(in.readUTF(), time(in));
      case UNDOING ->
          new Entry.Undoing(
              in.readUTF(),
              in.readUTF(),
              PlanCodec.changes(in, true),
              due(in),
              in.readUTF(),
              time(in));
      case ROLLED_BACK -> new Entry.RolledBack(in.readUTF(), in.readUTF(), in.readUTF(), time(in));
      case STUCK -> stuck(in);
      case WAVE -> new Entry.Wave(in.readUTF(), in.readInt(), in.readInt(), in.readInt(), time(in));
      case ABANDONED ->
          new Entry.Abandoned(
              in.readUTF(), in.readUTF(), in.readUTF(), PlanCodec.changes(in, true), time(in));
      case SAVED ->
          new Entry.Saved(
              new DeviceId(in.readUTF()),
              in.readUTF(),
              Counted.read(in, EntryCodec::text),
              time(in));
      case FROZEN -> new Entry.Frozen(in.readBoolean(), in.readUTF(), time(in));
      default -> throw new IOException("unknown record " + tag);
    };
  }

  private static List<DeviceId> devices(DataInputStream in) throws IOException {
    return Counted.read(in, from -> new DeviceId(from.readUTF()));
  }

  /**
   * @param waived whether waivers follow, and {@code more} whether what few have follows them
   */
  private static Entry.Staged staged(DataInputStream in, boolean waived, boolean more)
      throws IOException {
    String commit = in.readUTF();
    Plan plan = PlanCodec.plan(in, true);
    StagedWish wish = WishCodec.read(in);
    String actor = in.readUTF();
    String reason = in.readUTF();
    Instant at = time(in);
    Optional<IdempotencyKey> key = Optional.empty();
    if (waived) {
      plan = plan.waiving(PlanCodec.waivers(in));
      wish = wish.waiving(WishCodec.waived(in));
    }
    if (more) {
      key = EntryTail.key(in);
      plan = plan.unsetting(Counted.read(in, UnsetCodec::read));
      wish = wish.unsetting(new HashSet<>(Counted.read(in, EntryCodec::key)));
      plan = plan.identifying(IdentityCodec.readIfThere(in));
    }
    return new Entry.Staged(commit, plan, wish, actor, reason, at, key);
  }

  private static Entry.Begun begun(DataInputStream in, boolean waived, boolean more)
      throws IOException {
    String commit = in.readUTF();
    Plan plan = PlanCodec.plan(in, true);
    SortedMap<Key, Setting> delta = delta(in);
    String actor = in.readUTF();
    String reason = in.readUTF();
    String boot = in.readUTF();
    Instant at = time(in);
    if (waived) {
      plan = plan.waiving(PlanCodec.waivers(in));
    }
    boolean idle = more && in.readBoolean();
    Optional<IdempotencyKey> key = more ? EntryTail.key(in) : Optional.empty();
    if (more) {
      plan = plan.unsetting(Counted.read(in, UnsetCodec::read));
      plan = plan.identifying(IdentityCodec.readIfThere(in));
    }
    return new Entry.Begun(
        commit,
        plan,
        delta,
        actor,
        reason,
        boot,
        at,
        idle,
        key,
        devices(in),
        IdentityCodec.incarnations(in));
  }

  private static Entry stuck(DataInputStream in) throws IOException {
    return new Entry.Stuck(
        in.readUTF(), in.readUTF(), PlanCodec.changes(in, true), in.readUTF(), time(in));
  }

  /** writeUTF holds 65535 bytes; a longer free text is cut, ids never are that long. */
  static void text(DataOutputStream out, String text) throws IOException {
    out.writeUTF(text.length() > 10_000 ? text.substring(0, 10_000) : text);
  }

  static String text(DataInputStream in) throws IOException {
    return in.readUTF();
  }

  static void time(DataOutputStream out, Instant time) throws IOException {
    out.writeLong(time.getEpochSecond());
    out.writeInt(time.getNano());
  }

  static Instant time(DataInputStream in) throws IOException {
    return Instant.ofEpochSecond(in.readLong(), in.readInt());
  }

  static void due(DataOutputStream out, Due due) throws IOException {
    time(out, due.at());
    text(out, due.boot());
    out.writeLong(due.sinceBootMillis());
  }

  static Due due(DataInputStream in) throws IOException {
    return new Due(time(in), in.readUTF(), in.readLong());
  }

  static void delta(DataOutputStream out, SortedMap<Key, Setting> delta) throws IOException {
    Counted.write(out, delta, EntryCodec::key, SettingCodec::write);
  }

  static void key(DataOutputStream out, Key key) throws IOException {
    text(out, key.target().text());
    text(out, key.kind().word());
  }

  static Key key(DataInputStream in) throws IOException {
    Target target = Target.parse(in.readUTF());
    String word = in.readUTF();
    SettingKind kind =
        SettingKind.ofWord(word).orElseThrow(() -> new IOException("unknown setting " + word));
    return new Key(target, kind);
  }

  static SortedMap<Key, Setting> delta(DataInputStream in) throws IOException {
    return new TreeMap<>(Counted.read(in, EntryCodec::key, SettingCodec::read));
  }
}
