package dev.losslessd.cli;

import java.io.PrintStream;

/** One line on a terminal's standard error that shows that work goes on; nothing elsewhere. */
final class Progress {
  private static final String WIPE = "\r\u001b[K";

  private final PrintStream err;
  private final Environment environment;
  private String shown = "";

  Progress(PrintStream err, Environment environment) {
    this.err = err;
    this.environment = environment;
  }

  /**
   * @param what is waited for
   * @param seconds how long by now; the first is not worth a line
   */
  void show(String what, long seconds) {
    String text = what + ", " + seconds + " s";
    if (seconds < 1 || text.equals(shown) || (shown.isEmpty() && !environment.showsProgress())) {
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
