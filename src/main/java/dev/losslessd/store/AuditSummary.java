package dev.losslessd.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What the full files of an audit came to, in a file beside them, so that a start reads only the
 * last file. Where it is missing or does not fit, all are read.
 *
 * @param full number of the newest full file
 * @param head number and hash of its last line
 * @param told ends of commits since the last thaw
 * @param highest number of a commit
 */
record AuditSummary(int full, AuditHead head, Ends told, Optional<Instant> lastThaw, int highest) {
  private static final int VERSION = 1;

  static AuditSummary of(int full, AuditHead head, AuditStory story) {
    return new AuditSummary(full, head, story.told(), story.lastThaw(), story.highest());
  }

  AuditStory story(Ends journal) {
    return new AuditStory(journal, told, lastThaw, highest);
  }

  static Path beside(Path audit) {
    return audit.resolveSibling(audit.getFileName() + ".summary");
  }

  /** All of it or nothing, also after a crash. */
  void write(Path audit) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeInt(full);
      out.writeLong(head.lines());
      out.writeUTF(head.sha256());
      told.write(out);
      out.writeBoolean(lastThaw.isPresent());
      EntryCodec.time(out, lastThaw.orElse(Instant.EPOCH));
      out.writeInt(highest);
    }
    String text = Base64.getEncoder().encodeToString(bytes.toByteArray());
    Path file = beside(audit);
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    WholeFile.write(file, fresh, sum(text) + " " + text + "\n");
  }

  /** Empty where there is none, or none that is whole. */
  static Optional<AuditSummary> read(Path audit) throws IOException {
    Path file = beside(audit);
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    String[] words =
        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).split("[ \n]");
    if (words.length != 2 || !sum(words[1]).equals(words[0])) {
      return Optional.empty();
    }
    byte[] bytes = Base64.getDecoder().decode(words[1]);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return in.readUnsignedByte() == VERSION ? Optional.of(parse(in)) : Optional.empty();
    }
  }

  private static AuditSummary parse(DataInputStream in) throws IOException {
    int full = in.readInt();
    AuditHead head = new AuditHead(in.readLong(), in.readUTF());
    Ends told = Ends.read(in);
    boolean thawed = in.readBoolean();
    Instant at = EntryCodec.time(in);
    return new AuditSummary(
        full, head, told, thawed ? Optional.of(at) : Optional.empty(), in.readInt());
  }

  private static String sum(String text) {
    return HexFormat.of().formatHex(Link.sha256().digest(text.getBytes(StandardCharsets.US_ASCII)));
  }
}
