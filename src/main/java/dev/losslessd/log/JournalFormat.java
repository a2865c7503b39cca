package dev.losslessd.log;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.slf4j.event.Level;

/**
 * A record as journald's own protocol has it (systemd.io/JOURNAL_NATIVE_PROTOCOL): one datagram
 * with fields, in which an exception is one entry with its message. A text with a newline has its
 * length in front, 64 bits, little-endian.
 */
final class JournalFormat implements RecordFormat {
  /**
   * Largest message in bytes: a datagram takes 212,992 ({@code net.core.wmem_default}), and
   * journalctl shows no more than a screen of it.
   */
  static final int LARGEST = 64 * 1024;

  @Override
  public byte[] bytes(LogRecord logRecord) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    field(out, "PRIORITY", priority(logRecord.level()));
    field(out, "SYSLOG_IDENTIFIER", "losslessd");
    field(out, "LOGGER", logRecord.logger());
    for (Map.Entry<String, String> one : logRecord.fields().entrySet()) {
      field(out, one.getKey(), one.getValue());
    }
    message(out, logRecord.text(), logRecord.stack());
    return out.toByteArray();
  }

  /** A level as a number of syslog(3). */
  static String priority(Level level) {
    return switch (level) {
      case ERROR -> "3";
      case WARN -> "4";
      case INFO -> "6";
      case DEBUG, TRACE -> "7";
    };
  }

  private static void field(ByteArrayOutputStream out, String name, String text) {
    out.writeBytes((name + "=" + text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void message(ByteArrayOutputStream out, String text, List<String> stack) {
    StringBuilder all = new StringBuilder(text);
    int shown = 0;
    while (shown < stack.size() && all.length() + stack.get(shown).length() < LARGEST / 4) {
      all.append('\n').append(stack.get(shown++));
    }
    if (shown < stack.size()) {
      all.append("\n  ... ").append(stack.size() - shown).append(" more lines");
    }
    byte[] bytes = all.toString().getBytes(StandardCharsets.UTF_8);
    out.writeBytes("MESSAGE\n".getBytes(StandardCharsets.UTF_8));
    out.writeBytes(
        ByteBuffer.allocate(Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(bytes.length)
            .array());
    out.writeBytes(bytes);
    out.write('\n');
  }
}
