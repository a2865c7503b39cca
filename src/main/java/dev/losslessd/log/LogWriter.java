package dev.losslessd.log;

import dev.losslessd.text.PrintableText;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import org.slf4j.helpers.MessageFormatter;

/**
 * The one place where what is logged becomes a record. What it quotes never makes a line or a field
 * of its own.
 */
public final class LogWriter {
  /** Equal records of one logger that are written per minute. */
  static final int EQUAL_PER_MINUTE = 5;

  /** Records of one logger and level that are written per minute, whatever they say. */
  static final int ALIKE_PER_MINUTE = 300;

  /** Characters by which records of one pattern are equal. */
  static final int COMPARED = 120;

  /** Longest message, in characters; what a peer sent may be megabytes. */
  static final int LONGEST = 4096;

  private static final int MAX_KEYS = 256;

  private final OutputStream out;
  private final Clock clock;
  private RecordFormat format;
  private Function<Object, Map<String, String>> subjects = _ -> Map.of();
  private final ReentrantLock lock = new ReentrantLock();
  private final RepeatLimit equal = new RepeatLimit(EQUAL_PER_MINUTE, MAX_KEYS);
  private final RepeatLimit alike = new RepeatLimit(ALIKE_PER_MINUTE, MAX_KEYS);

  /**
   * @param out receives each record by one write
   */
  public LogWriter(OutputStream out, LineStyle style, Clock clock) {
    this.out = out;
    this.format = style;
    this.clock = clock;
  }

  /**
   * Writes from now on in another way.
   *
   * @param of the fields that an argument of a message stands for
   * @param together is done between two records
   */
  void use(RecordFormat other, Function<Object, Map<String, String>> of, Runnable together) {
    lock.lock();
    try {
      subjects = of;
      format = other;
      together.run();
    } finally {
      lock.unlock();
    }
  }

  /**
   * What was handed to a logger.
   *
   * @param pattern of the message, which equal records share
   */
  @SuppressWarnings("ArrayRecordComponent") // as the logger got them, never compared
  record Call(String pattern, @Nullable Object[] arguments, @Nullable Throwable thrown) {
    String message() {
      return String.valueOf(MessageFormatter.basicArrayFormat(pattern, arguments));
    }
  }

  /** Writes a record, or counts it. */
  void write(Level level, String logger, Call call) {
    Instant now = clock.instant();
    String shown = shown(call.message(), LONGEST);
    String name = shortName(logger);
    String kind = level + " " + name + ": ";
    String key = kind + start(call.pattern()) + "\0" + start(shown);
    lock.lock();
    try {
      tellRepeated(now, equal.over(now.toEpochMilli()), alike.over(now.toEpochMilli()));
      if (!equal.admits(key, now.toEpochMilli()) || !alike.admits(kind, now.toEpochMilli())) {
        return;
      }
      Throwable thrown = call.thrown();
      put(
          new LogRecord(
              now,
              level,
              shown(logger, COMPARED),
              name + ": " + shown,
              thrown == null ? List.of() : StackText.of(thrown),
              fields(call.arguments())));
    } finally {
      lock.unlock();
    }
  }

  /** Tells what was repeated in the minutes that are over. The log has no thread of its own. */
  public void tellRepeated() {
    Instant now = clock.instant();
    lock.lock();
    try {
      tellRepeated(now, equal.over(now.toEpochMilli()), alike.over(now.toEpochMilli()));
    } finally {
      lock.unlock();
    }
  }

  /** Tells all that was repeated, before the process ends. */
  public void tellAll() {
    lock.lock();
    try {
      tellRepeated(clock.instant(), equal.all(), alike.all());
    } finally {
      lock.unlock();
    }
  }

  private void tellRepeated(
      Instant now, List<RepeatLimit.Repeated> same, List<RepeatLimit.Repeated> more) {
    same.forEach(one -> tell(now, one, shownOf(one.key()), "..."));
    more.forEach(one -> tell(now, one, "records of all kinds", ""));
  }

  private void tell(Instant now, RepeatLimit.Repeated one, String what, String more) {
    int space = one.key().indexOf(' ');
    Level level = Level.valueOf(one.key().substring(0, space));
    String logger = one.key().substring(space + 1, one.key().indexOf(": ", space));
    String text = what.length() < COMPARED ? what : what + more;
    put(
        LogRecord.own(
            now, level, logger + ": repeated " + one.times() + " times, not shown: " + text));
  }

  /** The first argument of a kind is what the message is about. */
  private Map<String, String> fields(@Nullable Object[] arguments) {
    Map<String, String> fields = new TreeMap<>();
    for (Object argument : arguments) {
      if (argument != null) {
        subjects
            .apply(argument)
            .forEach((name, text) -> fields.putIfAbsent(name, shown(text, COMPARED)));
      }
    }
    return fields;
  }

  /** What follows the last NUL: a pattern may hold one, a message that is shown does not. */
  private static String shownOf(String key) {
    return key.substring(key.lastIndexOf('\0') + 1);
  }

  private static String start(String text) {
    return text.substring(0, Math.min(text.length(), COMPARED));
  }

  /** The class's simple name: who reads the log knows the program by it. */
  private static String shortName(String logger) {
    int start = Math.max(logger.lastIndexOf('.'), logger.lastIndexOf('$')) + 1;
    return shown(logger.substring(start), COMPARED);
  }

  /** Errors are ignored, as standard error is gone and nothing else is left to write to. */
  private void put(LogRecord logRecord) {
    try {
      out.write(format.bytes(logRecord));
      out.flush();
    } catch (IOException e) {
      return;
    }
  }

  /**
   * @param limit UTF-16 units of the text that are shown; the rest is counted
   */
  static String shown(String text, int limit) {
    int more = text.length() - limit;
    return more <= 0
        ? PrintableText.of(text)
        : PrintableText.of(text.substring(0, limit)) + "... (" + more + " more characters)";
  }
}
