package dev.losslessd.store;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.IntFunction;

/** An audit of many lines, as {@link Audit} writes it one by one with an fsync of each. */
public final class PastAudit {
  private PastAudit() {}

  /**
   * @param line event by its number, from 0
   * @param journal beside it
   */
  public static void write(Path file, int lines, IntFunction<AuditEvent> line, Journal journal)
      throws IOException {
    AuditStory story = new AuditStory(journal.ends());
    AuditHead head = AuditHead.NOTHING;
    int full = 0;
    for (int next = 0; next < lines; ) {
      if (next > 0) {
        full++;
        Files.move(file, AuditFiles.full(file, full));
        AuditSummary.of(full, head, story).write(file);
      }
      long size = 0;
      try (OutputStream out =
          new BufferedOutputStream(
              Channels.newOutputStream(
                  OwnerOnly.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)),
              1 << 16)) {
        for (; next < lines && size < Audit.FULL; next++) {
          AuditLine one = AuditLine.after(head.sha256(), head.lines() + 1, line.apply(next));
          byte[] bytes = (one.text() + "\n").getBytes(StandardCharsets.UTF_8);
          out.write(bytes);
          size += bytes.length;
          head = new AuditHead(one.number(), one.sha256());
          story.take(one);
        }
      }
    }
    head.write(file);
  }
}
