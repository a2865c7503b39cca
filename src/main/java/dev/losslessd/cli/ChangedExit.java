package dev.losslessd.cli;

import picocli.CommandLine.Option;

/** Option for scripts that must know whether something changed. */
final class ChangedExit {
  @Option(names = "--changed-exit", description = "Exit with 10 if it changed, or would change.")
  private boolean wanted;

  boolean wanted() {
    return wanted;
  }

  int exitCode(boolean changed) {
    return wanted && changed ? ExitCode.CHANGED : ExitCode.OK;
  }
}
