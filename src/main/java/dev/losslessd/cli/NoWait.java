package dev.losslessd.cli;

import picocli.CommandLine.Option;

/** For scripts that follow a commit themselves. */
final class NoWait {
  @Option(names = "--no-wait", description = "Return once it has begun, before its result.")
  private boolean given;

  boolean isGiven() {
    return given;
  }
}
