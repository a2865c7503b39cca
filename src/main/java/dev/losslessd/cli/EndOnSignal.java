package dev.losslessd.cli;

import java.io.PrintStream;

/**
 * Ends the process with 0 on Ctrl-C, as that is how a verb that goes on for ever is meant to end.
 * Without it the shell would be told of a failure.
 */
record EndOnSignal(Thread hook) implements AutoCloseable {
  /**
   * @param out is written out first
   */
  static EndOnSignal with(PrintStream out) {
    Thread hook =
        new Thread(
            () -> {
              out.flush();
              Runtime.getRuntime().halt(ExitCode.OK);
            },
            "end");
    Runtime.getRuntime().addShutdownHook(hook);
    return new EndOnSignal(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the signal has come, and the hook runs
    }
  }
}
