package dev.losslessd.store;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/** Role of a record for its commit; known without reading its plan. */
enum RecordRole {
  /** Says what the commit is. */
  RUN,
  /** A step of the commit that does not end it. */
  STEP,
  /** An undo began; earlier releases recorded it in the audit as stuck. */
  UNDOING,
  CONFIRMED,
  ROLLED_BACK,
  STUCK,
  /** A person gave its undo up. */
  ABANDONED,
  /** Writing is frozen or goes on; belongs to no commit. */
  FROZEN,
  /** A device keeps what runs on it; belongs to no commit. */
  SAVED,
  /** People work on a device; belongs to no commit. */
  MAINTENANCE,
  /** What devices report as their identity; belongs to no commit. */
  IDENTITY,
  /** A device was left, or is given back; belongs to no commit. */
  RELEASE,
  /** State before the first record, see {@link EntryCodec#BASE}; belongs to no commit. */
  BASE;

  private static final Set<RecordRole> NO_COMMIT =
      EnumSet.of(FROZEN, SAVED, MAINTENANCE, IDENTITY, RELEASE, BASE);

  /**
   * @param where in the file, for messages
   * @throws StoreException a newer release wrote it
   */
  static RecordRole of(byte[] payload, String where) {
    return switch (EntryCodec.requireKnown(payload[0] & 0xff, where)) {
      case EntryCodec.STAGED,
          EntryCodec.STAGED_WAIVED,
          EntryCodec.BEGUN,
          EntryCodec.BEGUN_WAIVED,
          EntryCodec.BEGUN_MORE,
          EntryCodec.STAGED_MORE ->
          RUN;
      case EntryCodec.WAVE, EntryCodec.APPLIED, EntryCodec.HELD, EntryCodec.KEPT -> STEP;
      case EntryCodec.UNDOING -> UNDOING;
      case EntryCodec.CONFIRMED -> CONFIRMED;
      case EntryCodec.ROLLED_BACK -> ROLLED_BACK;
      case EntryCodec.STUCK -> STUCK;
      case EntryCodec.FROZEN -> FROZEN;
      case EntryCodec.SAVED -> SAVED;
      case EntryCodec.MAINTENANCE_BEGUN, EntryCodec.MAINTENANCE_ENDED -> MAINTENANCE;
      case EntryCodec.IDENTIFIED, EntryCodec.ACCEPTED -> IDENTITY;
      case EntryCodec.RELEASED, EntryCodec.RETURNED -> RELEASE;
      case EntryCodec.BASE -> BASE;
      case EntryCodec.ABANDONED -> ABANDONED;
      default -> throw new IllegalStateException("a kind that is known and has no role");
    };
  }

  /** Id of the commit that a payload is about; empty for those of no commit. */
  String commit(byte[] payload) {
    if (NO_COMMIT.contains(this)) {
      return "";
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload))) {
      in.skipNBytes(1);
      return in.readUTF();
    } catch (IOException e) {
      throw new StoreException("a record of the journal names no commit", e);
    }
  }
}
