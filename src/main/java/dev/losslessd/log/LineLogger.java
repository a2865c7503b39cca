package dev.losslessd.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;

/** One named logger; its level is decided when it is made. */
final class LineLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1L;

  private final transient LogWriter writer;
  private final Level from;

  LineLogger(String name, Level from, LogWriter writer) {
    this.name = name;
    this.from = from;
    this.writer = writer;
  }

  @Override
  public boolean isTraceEnabled() {
    return writes(Level.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return writes(Level.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return writes(Level.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return writes(Level.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return writes(Level.ERROR);
  }

  private boolean writes(Level level) {
    return level.toInt() >= from.toInt();
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      @Nullable String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    writer.write(
        level,
        name,
        new LogWriter.Call(
            String.valueOf(pattern), arguments == null ? new Object[0] : arguments, thrown));
  }
}
