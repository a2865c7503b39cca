package dev.losslessd.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** The prefix of each log line. */
public enum LineStyle {
  /**
   * {@code <4>}: the priority by which journald files the line (sd-daemon(3)); it adds the time.
   */
  JOURNAL {
    @Override
    String prefix(Level level, Instant time) {
      return switch (level) {
        case ERROR -> "<3>";
        case WARN -> "<4>";
        case INFO -> "<6>";
        case DEBUG, TRACE -> "<7>";
      };
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
