package dev.losslessd.cli;

import java.io.PrintStream;
import java.util.Optional;

/** The command line of losslessd. */
public final class Cli {
  private Cli() {}

  /**
   * Runs the command line and returns its exit code.
   *
   * @param local what the verbs without a daemon do
   * @param out answers
   * @param err complaints and questions
   * @return an {@link ExitCode}
   */
  public static int execute(
      String[] args, LocalVerbs local, PrintStream out, PrintStream err, Environment environment) {
    Failures failures = new Failures(err, environment);
    Optional<LocalVerbs.RunOptions> run = PlainRun.of(args, environment);
    try {
      return run.isPresent()
          ? local.run(run.get())
          : CommandTree.execute(args, new Context(local, out, err, environment), failures);
    } catch (RuntimeException e) {
      return failures.report(run.isPresent() ? "losslessd run" : "", e);
    } finally {
      out.flush();
      err.flush();
    }
  }
}
