package dev.losslessd.cli;

import picocli.CommandLine.Option;

/** {@code --yes} of a verb that asks nothing: a script may give it to every verb. */
final class NothingAsked {
  @Option(names = "--yes", hidden = true, description = "Accepted: nothing is asked.")
  private boolean unused;
}
