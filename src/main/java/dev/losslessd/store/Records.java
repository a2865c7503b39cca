package dev.losslessd.store;

import dev.losslessd.store.AuditEvent.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of the records of one file without their plans: where those of each commit stand,
 * which ends there were, and what the file begins with. Not safe for threads.
 */
final class Records {
  /** Bytes of a snapshot in one record. */
  private static final int PART = 1024 * 1024;

  private final String where;
  private final CommitIndex index;
  private Ends ends;
  private Snapshot base = Snapshot.NOTHING;
  private ByteArrayOutputStream parts = new ByteArrayOutputStream();
  private long first = JournalFile.FIRST;

  /**
   * @param where the file, for messages
   */
  Records(String where) {
    this(where, new CommitIndex(), new Ends(), JournalFile.FIRST);
  }

  Records(String where, CommitIndex index, Ends ends, long first) {
    this.where = where;
    this.index = index;
    this.ends = ends;
    this.first = first;
  }

  CommitIndex index() {
    return index;
  }

  Ends ends() {
    return ends;
  }

  /** State before the first entry of the file. */
  Snapshot base() {
    return base;
  }

  /** Byte of the first entry. */
  long first() {
    return first;
  }

  /** Takes the next record. */
  void take(long at, byte[] payload) {
    RecordRole role = RecordRole.of(payload, where + " at byte " + at);
    if (role == RecordRole.BASE) {
      part(at, payload);
      return;
    }
    String commit = role.commit(payload);
    place(role, commit, at);
    switch (role) {
      case CONFIRMED -> ends.add(Kind.CONFIRMED, commit);
      case ROLLED_BACK -> ends.add(Kind.ROLLED_BACK, commit);
      case STUCK, UNDOING -> ends.add(Kind.STUCK, commit);
      case FROZEN -> thaw(EntryCodec.decode(payload, where + " at byte " + at));
      case ABANDONED -> ends.add(Kind.ABANDONED, commit);
      case RUN, STEP, SAVED, MAINTENANCE, IDENTITY, RELEASE, BASE -> {}
    }
  }

  /** Places a record that was only moved; known ends stay as they are. */
  void place(long at, byte[] payload) {
    RecordRole role = RecordRole.of(payload, where + " at byte " + at);
    place(role, role.commit(payload), at);
  }

  private void place(RecordRole role, String commit, long at) {
    CommitIds.number(commit)
        .ifPresent(number -> {
          switch (role) {
            case RUN -> index.run(number, at);
            case CONFIRMED, ROLLED_BACK, STUCK, ABANDONED -> index.end(number, at);
            case STEP, UNDOING, FROZEN, SAVED, MAINTENANCE, IDENTITY, RELEASE, BASE -> {}
          }
        });
  }

  private void thaw(Entry entry) {
    if (entry instanceof Entry.Frozen one && !one.frozen()) {
      ends.thawed(one.at());
    }
  }

  private void part(long at, byte[] payload) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload))) {
      in.skipNBytes(1);
      int left = in.readInt();
      in.transferTo(parts);
      first = JournalFile.after(at, payload);
      if (left == 0) {
        restore();
      }
    } catch (IOException e) {
      throw new StoreException("journal " + where + " at byte " + at + " begins with no state", e);
    }
  }

  private void restore() throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(parts.toByteArray()));
    ends = Ends.read(in);
    base = SnapshotCodec.read(in, where);
    parts = new ByteArrayOutputStream();
  }

  /** Records that a file begins with, so that it needs nothing of what came before. */
  static List<byte[]> parts(Ends ends, Snapshot snapshot) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(all)) {
      ends.write(out);
      SnapshotCodec.write(out, snapshot.withoutEntries());
    }
    byte[] bytes = all.toByteArray();
    List<byte[]> parts = new ArrayList<>();
    int count = (bytes.length + PART - 1) / PART;
    for (int i = 0; i < count; i++) {
      ByteArrayOutputStream one = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(one)) {
        out.writeByte(EntryCodec.BASE);
        out.writeInt(count - 1 - i);
        out.write(bytes, i * PART, Math.min(PART, bytes.length - i * PART));
      }
      parts.add(one.toByteArray());
    }
    return parts;
  }
}
