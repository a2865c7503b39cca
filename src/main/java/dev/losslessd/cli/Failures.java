package dev.losslessd.cli;

import java.io.PrintStream;
import java.util.List;

/** One message per failure, never a stack trace unless LOSSLESSD_DEBUG=1 asks for it. */
record Failures(PrintStream err, Environment environment) {

  /** All but wrong arguments. */
  int report(String verb, Exception e) {
    String name = verb.isEmpty() ? "losslessd" : verb;
    trace(e);
    return switch (e) {
      case CliException cli -> {
        say(name + ": " + cli.getMessage());
        yield cli.exitCode();
      }
      case ProblemException problem -> {
        List<String> lines = problem.problem().lines();
        say(name + ": " + lines.getFirst());
        lines.stream().skip(1).forEach(this::say);
        yield problem.problem().exitCode();
      }
      default -> {
        say(name + ": internal error: " + e + "; LOSSLESSD_DEBUG=1 shows where");
        yield ExitCode.DEVICE;
      }
    };
  }

  void say(String line) {
    err.println(Shown.text(line));
  }

  void trace(Exception e) {
    if (environment.debug()) {
      e.printStackTrace(err);
    }
  }
}
