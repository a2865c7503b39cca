package dev.losslessd.log;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.slf4j.event.Level;

/**
 * What is written of one call of a logger. All of it is printable.
 *
 * @param logger the whole name
 * @param text one line
 * @param stack the lines of an exception; none without one
 * @param fields by which a journal finds the record, beside those that each record has
 */
record LogRecord(
    Instant time,
    Level level,
    String logger,
    String text,
    List<String> stack,
    Map<String, String> fields) {
  LogRecord {
    stack = List.copyOf(stack);
    fields = Map.copyOf(fields);
  }

  /** A line of the log's own. */
  static LogRecord own(Instant time, Level level, String text) {
    return new LogRecord(time, level, LogWriter.class.getName(), text, List.of(), Map.of());
  }
}
