package dev.losslessd.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;

/** One line on a terminal's standard error that shows that work goes on; nothing elsewhere. */
final class Progress {
  static final String PLANNING = "the daemon reads the devices for the plan";
  static final String WAITING = "waiting for the daemon";

  /** What takes less than this is not worth a line. */
  private static final Duration SHORT = Duration.ofSeconds(2);

  private static final String WIPE = "\r\u001b[K";

  private final PrintStream err;
  private final Environment environment;
  private String request = WAITING;
  private String shown = "";

  /**
   * @param environment has the clock that seconds are counted by
   */
  Progress(PrintStream err, Environment environment) {
    this.err = err;
    this.environment = environment;
  }

  Instant now() {
    return environment.clock().instant();
  }

  /** What the daemon does in the requests that follow. */
  void requests(String what) {
    request = what;
  }

  /** Shows that the daemon has not answered a request yet. */
  void waits(Instant since) {
    show(request, since);
  }

  /**
   * @param what takes its time
   * @param since when
   */
  void show(String what, Instant since) {
    Duration passed = Duration.between(since, now());
    String text = what + ", " + passed.toSeconds() + " s";
    if (passed.compareTo(SHORT) < 0
        || text.equals(shown)
        || (shown.isEmpty() && !environment.showsProgress())) {
      return;
    }
    shown = text;
    int width = environment.size().columns();
    err.print(WIPE + (width > 0 && text.length() >= width ? text.substring(0, width - 1) : text));
    err.flush();
  }

  /** Before anything else is printed. */
  void clear() {
    if (!shown.isEmpty()) {
      err.print(WIPE);
      err.flush();
      shown = "";
    }
  }
}
