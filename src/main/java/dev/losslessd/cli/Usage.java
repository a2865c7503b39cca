package dev.losslessd.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Messages about wrong arguments. */
record Usage(Failures failures) {
  int complain(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    boolean root = command.getParent() == null;
    if (root && e instanceof UnmatchedArgumentException unmatched) {
      failures.say("losslessd: " + unknown(unmatched));
    } else {
      failures.say(name + ": " + e.getMessage());
    }
    failures.say(root ? "'losslessd --help' lists the verbs" : "'" + name + " --help' tells more");
    failures.trace(e);
    return ExitCode.USAGE;
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
}
