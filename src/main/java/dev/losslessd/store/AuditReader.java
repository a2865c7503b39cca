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
import java.util.Optional;

/** Reads an audit line by line and follows its chain. */
final class AuditReader {
  /** Longest line that is looked at; ours are far shorter. */
  private static final int LONGEST = 16 * 1024 * 1024;

  /**
   * @param head of the last line that is whole and in its place
   * @param end byte after it
   * @param broken the first bad line, if there is one
   * @param torn whether the first bad line is the last of the file and has no end
   * @param story of the lines before
   */
  record Found(
      AuditHead head,
      long end,
      Optional<AuditVerdict.Broken> broken,
      boolean torn,
      AuditStory story) {}

  private final AuditStory story = new AuditStory();
  private AuditHead head = AuditHead.NOTHING;
  private long end;

  /**
   * No lines.
   *
   * @param story of another file
   */
  static Found nothing(AuditStory story) {
    return new Found(AuditHead.NOTHING, 0, Optional.empty(), false, story);
  }

  /** An absent file has no lines. */
  static Found read(Path file) throws IOException {
    if (Files.notExists(file)) {
      return nothing(new AuditStory());
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return new AuditReader().follow(in);
    }
  }

  private Found follow(InputStream in) throws IOException {
    while (true) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      int last = in.read();
      if (last < 0) {
        return end();
      }
      while (last >= 0 && last != '\n' && bytes.size() < LONGEST) {
        bytes.write(last);
        last = in.read();
      }
      if (last < 0) {
        return found("is cut short: it has no end", true);
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
    story.take(line);
    return Optional.empty();
  }

  private Found end() {
    return new Found(head, end, Optional.empty(), false, story);
  }

  private Found found(String why, boolean torn) {
    AuditVerdict.Broken broken = new AuditVerdict.Broken(head.lines() + 1, why);
    return new Found(head, end, Optional.of(broken), torn, story);
  }

  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("not UTF-8", e);
    }
  }
}
