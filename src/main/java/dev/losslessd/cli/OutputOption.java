package dev.losslessd.cli;

import picocli.CommandLine.Option;

/** The form of an answer; the same words for every verb that has one. */
final class OutputOption {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (default), json or yaml.")
  private OutputFormat format = OutputFormat.TABLE;

  Screen screen(Context context) {
    return context.screen(format);
  }
}
