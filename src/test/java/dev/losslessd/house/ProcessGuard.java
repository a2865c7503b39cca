package dev.losslessd.house;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that has started a process and is not in the {@link SystemGroup}. JUnit loads it for
 * every test class; it listens to the log of {@link ProcessBuilder}, which all processes go
 * through, those of the product too.
 */
public final class ProcessGuard implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  static final String GROUP = "system";

  private static final Logger STARTS = Logger.getLogger("java.lang.ProcessBuilder");
  private static final Queue<String> STARTED = new ConcurrentLinkedQueue<>();

  static {
    STARTS.setUseParentHandlers(false);
    STARTS.setLevel(Level.FINE);
    STARTS.addHandler(new Listener());
  }

  /** What a test of the group before has left behind is not of this one. */
  @Override
  public void beforeAll(ExtensionContext context) {
    STARTED.clear();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    check(context.getTags());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    check(context.getTags());
  }

  static void check(Set<String> tags) {
    List<String> started = new ArrayList<>();
    for (String one = STARTED.poll(); one != null; one = STARTED.poll()) {
      started.add(one);
    }
    if (!started.isEmpty() && !tags.contains(GROUP)) {
      throw new AssertionError(
          "processes are for tests with @SystemGroup, and this one started\n"
              + String.join("\n", started));
    }
  }

  private static final class Listener extends Handler {
    @Override
    public void publish(LogRecord record) {
      STARTED.add(record.getMessage() + place());
    }

    private static String place() {
      return StackWalker.getInstance()
          .walk(frames ->
              frames
                  .filter(frame -> frame.getClassName().startsWith("dev.losslessd."))
                  .filter(frame -> !frame.getClassName().equals(Listener.class.getName()))
                  .limit(3)
                  .map(frame -> "\n  at " + frame.toStackTraceElement())
                  .collect(Collectors.joining()));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
