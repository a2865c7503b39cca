package dev.losslessd.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
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

  /** For a reader that is slow; longer only delays an end that systemd will force. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private static final LineStyle STYLE = LineStyle.ofStandardError(System.getenv());

  private static final QueuedOutput OUT =
      new QueuedOutput(
          new FileOutputStream(FileDescriptor.err), STYLE, Clock.systemUTC(), System::nanoTime);

  private final LineLoggers loggers =
      new LineLoggers(new LogWriter(OUT, STYLE, Clock.systemUTC()), System::getProperty);

  /** A process that ends by itself says what it has to say. */
  public LogProvider() {
    Runtime.getRuntime().addShutdownHook(new Thread(LogProvider::drain, "last words"));
  }

  /** The writer of this process. */
  public static LogWriter writer() {
    return ((LineLoggers) LoggerFactory.getILoggerFactory()).writer();
  }

  /** Standard error, and what it did not take. */
  public static QueuedOutput output() {
    return OUT;
  }

  /** Whether standard error is a stream of journald. */
  public static boolean goesToJournal() {
    return STYLE == LineStyle.JOURNAL;
  }

  /**
   * Sends records to journald's own socket from now on, as entries with fields.
   *
   * @param datagrams takes each record by one write
   * @param subjects the fields that an argument of a message stands for
   */
  public static void toJournal(
      OutputStream datagrams, Function<Object, Map<String, String>> subjects) {
    RecordFormat entries = new JournalFormat();
    writer().use(entries, subjects, () -> OUT.to(datagrams, entries));
  }

  /** Waits until standard error has all that was logged, for a second at most. */
  public static void drain() {
    OUT.drain(LAST_WORDS);
  }

  /** Has a bug that ends a thread logged, where the JVM would print it as it is. */
  public static void takeUncaught() {
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
