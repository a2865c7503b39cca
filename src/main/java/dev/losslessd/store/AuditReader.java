package dev.losslessd.store;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the files of an audit line by line and follows their chain. */
final class AuditReader {
  /** Longest line that is read, bytes; real ones are far shorter. */
  private static final int LONGEST = 16 * 1024 * 1024;

  private static final int BUFFER = 64 * 1024;

  /**
   * @param head of the last line that is whole and in its place
   * @param end byte after it in the last file
   * @param broken the first bad line, if there is one
   * @param torn whether the first bad line is the last of the last file and has no end
   */
  record Found(AuditHead head, long end, Optional<AuditVerdict.Broken> broken, boolean torn) {}

  private final Consumer<AuditLine> each;
  private AuditHead head;
  private long end;

  private AuditReader(AuditHead before, Consumer<AuditLine> each) {
    this.head = before;
    this.each = each;
  }

  /**
   * @param files in their order; one that is absent has no lines
   * @param before what the first line follows
   * @param each receives every good line before the first bad one
   */
  static Found read(List<Path> files, AuditHead before, Consumer<AuditLine> each)
      throws IOException {
    AuditReader reader = new AuditReader(before, each);
    for (Path file : files) {
      boolean last = file.equals(files.getLast());
      Optional<Found> bad = reader.read(file, last);
      if (bad.isPresent()) {
        return bad.get();
      }
    }
    return new Found(reader.head, reader.end, Optional.empty(), false);
  }

  private Optional<Found> read(Path file, boolean last) throws IOException {
    end = 0;
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
      return follow(in, last);
    }
  }

  /** Empty at a good end. */
  private Optional<Found> follow(InputStream in, boolean lastFile) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (true) {
      bytes.reset();
      int last = in.read();
      if (last < 0) {
        return Optional.empty();
      }
      while (last >= 0 && last != '\n' && bytes.size() < LONGEST) {
        bytes.write(last);
        last = in.read();
      }
      if (last < 0) {
        return found("is cut short: it has no end", lastFile);
      }
      Optional<String> wrong = take(bytes.toByteArray());
      if (wrong.isPresent()) {
        return found(wrong.get(), false);
      }
    }
  }

  private Optional<String> take(byte[] bytes) {
    AuditLine line;
    try {
      line = AuditLine.parse(text(bytes));
    } catch (IllegalArgumentException e) {
      return Optional.of("is not a line of an audit: " + e.getMessage());
    }
    if (line.number() != head.lines() + 1) {
      return Optional.of(
          "has number "
              + line.number()
              + ", expected "
              + (head.lines() + 1)
              + ": lines were "
              + (line.number() > head.lines() ? "removed or moved" : "inserted or moved"));
    }
    if (!line.follows(head.sha256())) {
      return Optional.of("does not match its hash: it or the line before it was changed");
    }
    head = new AuditHead(line.number(), line.sha256());
    end += bytes.length + 1;
    each.accept(line);
    return Optional.empty();
  }

  private Optional<Found> found(String why, boolean torn) {
    AuditVerdict.Broken broken = new AuditVerdict.Broken(head.lines() + 1, why);
    return Optional.of(new Found(head, end, Optional.of(broken), torn));
  }

  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("not UTF-8", e);
    }
  }
}
