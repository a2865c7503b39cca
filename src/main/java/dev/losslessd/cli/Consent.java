package dev.losslessd.cli;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Whether a person agrees to what was shown; the same for every verb that asks. */
final class Consent {
  @Option(names = "--yes", description = "Do not ask. Needed without a terminal to ask on.")
  private boolean yes;

  /** For a question that always comes: before anything is sent to the daemon. */
  void require(Session session) {
    if (!yes && !canAsk(session)) {
      throw CliException.usage(
          "--yes is needed where there is no terminal to show the changes and ask");
    }
  }

  /**
   * @param plan or another answer to a dry run, which is on the screen already
   * @param hazards see {@link Hazards}; nothing is asked where there are none
   * @throws CliException there is a hazard and nobody to ask
   * @throws ProblemException the daemon would refuse it, whatever the answer is
   */
  boolean isGiven(Session session, JsonValue plan, List<String> hazards, String question) {
    if (yes || hazards.isEmpty()) {
      return true;
    }
    requireOpen(plan);
    if (!canAsk(session)) {
      throw CliException.usage(
          "nothing was written: --yes is needed where there is no terminal to ask on: "
              + Hazards.text(hazards));
    }
    return isGiven(session, question);
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

  private static void requireOpen(JsonValue plan) {
    JsonValue why = plan.at("blocked");
    if (!why.isNothing()) {
      Map<String, Object> problem =
          Map.of("status", 409, "title", "Nothing was written", "detail", why.text());
      throw new ProblemException(new Problem(409, JsonValue.of(problem)));
    }
  }

  private static boolean canAsk(Session session) {
    return session.environment().isInteractive() && session.screen().forPeople();
  }
}
