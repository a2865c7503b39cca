package dev.losslessd.cli;

import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Whether a person agrees to what was shown; the same for every verb that asks. */
final class Consent {
  @Option(names = "--yes", description = "Do not ask. Needed where there is no terminal.")
  private boolean yes;

  /** Before anything is asked of the daemon. */
  void require(Session session) {
    if (!yes && !(session.environment().isInteractive() && session.screen().forPeople())) {
      throw CliException.usage(
          "--yes is needed where there is no terminal to show the changes and ask");
    }
  }

  boolean isGiven(Session session, String question) {
    return isGiven(session, () -> question);
  }

  /**
   * @param question shows what it is about and returns the question; not run with {@code --yes}
   */
  boolean isGiven(Session session, Supplier<String> question) {
    boolean given = yes || Question.yes(session.screen(), question.get());
    if (!given) {
      session.screen().err().println("Nothing was written.");
    }
    return given;
  }
}
