package dev.losslessd.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** One message per failure, never a stack trace unless LOSSLESSD_DEBUG=1 asks for it. */
final class Failures {
  private final PrintStream err;
  private final Environment environment;

  Failures(PrintStream err, Environment environment) {
    this.err = err;
    this.environment = environment;
  }

  /** Wrong arguments. */
  int usage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    boolean root = command.getParent() == null;
    if (root && e instanceof UnmatchedArgumentException unmatched) {
      say("losslessd: " + unknown(unmatched));
    } else {
      say(name + ": " + e.getMessage());
    }
    say(root ? "'losslessd --help' lists the verbs" : "'" + name + " --help' tells more");
    trace(e);
    return ExitCode.USAGE;
  }

  /** Everything else. */
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

  private static String unknown(UnmatchedArgumentException e) {
    String word = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().getFirst();
    List<String> near = new ArrayList<>(e.getSuggestions());
    String what = word.startsWith("-") ? "unknown option '" : "unknown verb '";
    return what
        + word
        + "'"
        + (near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?");
  }

  private void say(String line) {
    err.println(Shown.text(line));
  }

  private void trace(Exception e) {
    if (environment.debug()) {
      e.printStackTrace(err);
    }
  }
}
