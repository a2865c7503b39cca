package dev.losslessd.app;

import dev.losslessd.log.LineLoggers;
import dev.losslessd.log.LineStyle;
import dev.losslessd.log.LogWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.time.Clock;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** SLF4J's binding: standard error, with the real clock. Found by {@code META-INF/services}. */
public final class LogProvider implements SLF4JServiceProvider {
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter context = new NOPMDCAdapter();
  private final LineLoggers loggers =
      new LineLoggers(
          new LogWriter(
              new FileOutputStream(FileDescriptor.err),
              LineStyle.ofStandardError(System.getenv()),
              Clock.systemUTC()),
          System::getProperty);

  /** The writer of this process. */
  static LogWriter writer() {
    return ((LineLoggers) LoggerFactory.getILoggerFactory()).writer();
  }

  /** Has a bug that ends a thread logged, where the JVM would print it as it is. */
  static void takeUncaught() {
    Logger log = LoggerFactory.getLogger(LogProvider.class);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, bug) -> log.error("thread '{}' ended", thread.getName(), bug));
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return loggers;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return context;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {}
}
