package dev.losslessd.log;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;

/** All loggers of the process, by name. */
public final class LineLoggers implements ILoggerFactory {
  private final ConcurrentMap<String, Logger> loggers = new ConcurrentHashMap<>();
  private final LogWriter writer;
  private final LogLevels levels;

  /**
   * @param properties of which those that begin with {@code losslessd.log} set levels
   */
  public LineLoggers(LogWriter writer, Function<String, @Nullable String> properties) {
    this.writer = writer;
    this.levels = new LogLevels(properties);
  }

  @Override
  public Logger getLogger(String name) {
    return loggers.computeIfAbsent(name, one -> new LineLogger(one, levels.of(one), writer));
  }

  /** Where all of them write. */
  public LogWriter writer() {
    return writer;
  }
}
