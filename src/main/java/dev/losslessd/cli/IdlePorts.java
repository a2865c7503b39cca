package dev.losslessd.cli;

import picocli.CommandLine.Option;

/** Whether ports without traffic are enough for a judgement. */
final class IdlePorts {
  /** The field of a request body. */
  static final String FIELD = "acceptIdle";

  @Option(
      names = "--accept-idle",
      description =
          "Go on, or confirm when healthy, though ports carry no traffic, by links and counters.")
  private boolean accepted;

  boolean accepted() {
    return accepted;
  }
}
