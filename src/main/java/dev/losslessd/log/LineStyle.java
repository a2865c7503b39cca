package dev.losslessd.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Lines of text, of which each has the same prefix. */
public enum LineStyle implements RecordFormat {
  /**
   * {@code <4>}: the priority by which journald files the line (sd-daemon(3)); it adds the time.
   */
  JOURNAL {
    @Override
    String prefix(Level level, Instant time) {
      return "<" + JournalFormat.priority(level) + ">";
    }
  },

  /** Time in UTC and the level, for a terminal or a file. */
  PLAIN {
    @Override
    String prefix(Level level, Instant time) {
      String millis = time.truncatedTo(ChronoUnit.MILLIS).toString();
      String padded = millis.contains(".") ? millis : millis.replace("Z", ".000Z");
      return padded + " " + String.format(Locale.ROOT, "%-5s ", level);
    }
  };

  abstract String prefix(Level level, Instant time);

  @Override
  public byte[] bytes(LogRecord logRecord) {
    String prefix = prefix(logRecord.level(), logRecord.time());
    StringBuilder all = new StringBuilder(prefix).append(logRecord.text()).append('\n');
    logRecord.stack().forEach(line -> all.append(prefix).append(line).append('\n'));
    return all.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The style that fits this process's standard error.
   *
   * @param environment whose JOURNAL_STREAM names device and inode of the journal's stream
   */
  public static LineStyle ofStandardError(Map<String, String> environment) {
    return of(environment.get("JOURNAL_STREAM"), Path.of("/proc/self/fd/2"));
  }

  /** A variable that was inherited does not count: the stream must be that very file. */
  static LineStyle of(@Nullable String journalStream, Path stream) {
    if (journalStream == null) {
      return PLAIN;
    }
    try {
      Map<String, Object> file = Files.readAttributes(stream, "unix:dev,ino");
      return journalStream.equals(file.get("dev") + ":" + file.get("ino")) ? JOURNAL : PLAIN;
    } catch (IOException e) {
      return PLAIN;
    }
  }
}
