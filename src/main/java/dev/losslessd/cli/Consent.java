package dev.losslessd.cli;

import picocli.CommandLine.Option;

/** Whether a person agrees to what was shown; the same for every verb that asks. */
final class Consent {
  @Option(names = "--yes", description = "Do not ask. Needed where there is no terminal.")
  private boolean yes;

  /** Before anything is asked of the daemon. */
  void require(Session session) {
    if (!yes && !(session.environment().isInteractive() && session.screen().forPeople())) {
      throw CliException.usage(
          "--yes is needed where there is no terminal to show the plan and ask");
    }
  }

  boolean isGiven(Session session, String question) {
    boolean given = yes || Question.yes(session.screen(), question);
    if (!given) {
      session.screen().err().println("Nothing was written.");
    }
    return given;
  }
}
