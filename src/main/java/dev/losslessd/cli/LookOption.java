package dev.losslessd.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How long a verb looks at the files of this host. */
final class LookOption {
  @Option(
      names = "--within",
      paramLabel = "TIME",
      description =
          "Longest look at the files of this host, of which some may hang: 500ms, 20s on a busy"
              + " host. Default: 3s.")
  private String within = "3s";

  Duration time() {
    return CheckVerb.time(within);
  }
}
