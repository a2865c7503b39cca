package dev.losslessd.log;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The one place where a record becomes lines. Each line has the style's prefix; what a record
 * quotes never makes a line of its own.
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
  private final LineStyle style;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final RepeatLimit equal = new RepeatLimit(EQUAL_PER_MINUTE, MAX_KEYS);
  private final RepeatLimit alike = new RepeatLimit(ALIKE_PER_MINUTE, MAX_KEYS);

  /**
   * @param out receives each record by one write
   */
  public LogWriter(OutputStream out, LineStyle style, Clock clock) {
    this.out = out;
    this.style = style;
    this.clock = clock;
  }

  /**
   * Writes a record, or counts it.
   *
   * @param pattern of the message, which equal records share
   */
  void write(
      Level level, String logger, String pattern, String message, @Nullable Throwable thrown) {
    Instant now = clock.instant();
    String shown = PrintableText.of(message, LONGEST);
    String name = shortName(logger);
    String kind = level + " " + name + ": ";
    String key = kind + start(pattern) + "\0" + start(shown);
    lock.lock();
    try {
      tellRepeated(now, equal.over(now.toEpochMilli()), alike.over(now.toEpochMilli()));
      if (!equal.admits(key, now.toEpochMilli()) || !alike.admits(kind, now.toEpochMilli())) {
        return;
      }
      Lines lines = new Lines(style.prefix(level, now));
      lines.add(name + ": " + shown);
      if (thrown != null) {
        StackText.of(thrown).forEach(lines::add);
      }
      put(lines);
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
    Lines lines = new Lines(style.prefix(level, now));
    String text = what.length() < COMPARED ? what : what + more;
    lines.add(logger + ": repeated " + one.times() + " times, not shown: " + text);
    put(lines);
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
    return PrintableText.of(logger.substring(start), COMPARED);
  }

  /** Errors are ignored, as standard error is gone and nothing else is left to write to. */
  private void put(Lines lines) {
    try {
      out.write(lines.text().getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      return;
    }
  }

  private record Lines(String prefix, StringBuilder all) {
    Lines(String prefix) {
      this(prefix, new StringBuilder());
    }

    void add(String line) {
      all.append(prefix).append(line).append('\n');
    }

    String text() {
      return all.toString();
    }
  }
}
