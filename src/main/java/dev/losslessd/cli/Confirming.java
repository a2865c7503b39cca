package dev.losslessd.cli;

import dev.losslessd.model.Commit.State;
import dev.losslessd.text.Worded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether, and on what condition, a verb confirms its own commit. */
final class Confirming {
  private static final Duration STEP = Duration.ofSeconds(1);

  /** As long as a daemon may restart; its own timer undoes the commit if it stays away. */
  private static final int MOST_UNREACHED = 60;

  @Option(names = "--confirm", description = "Confirm at once after the read-back.")
  private boolean confirm;

  @Option(
      names = "--confirm-when",
      paramLabel = "healthy",
      description =
          "Confirm once the guard has judged traffic, this agent answers and nothing drifts; undo"
              + " it if that does not come within the confirm window.")
  private @Nullable Condition when;

  /** What must hold before it is confirmed. */
  enum Condition {
    HEALTHY;

    @Override
    public String toString() {
      return Worded.of(this);
    }
  }

  /**
   * @param noWait whether nothing is followed
   */
  void requireOne(boolean noWait) {
    if (confirm && when != null) {
      throw CliException.usage("--confirm comes with --confirm-when, expected one of both");
    }
    if (noWait && (confirm || when != null)) {
      throw CliException.usage(
          "--no-wait comes with %s, which waits; expected one of both"
              .formatted(confirm ? "--confirm" : "--confirm-when"));
    }
  }

  boolean watchesGuard() {
    return when != null;
  }

  /**
   * Follows the commit to its end and prints it.
   *
   * @param acceptIdle ports without traffic are enough of a judgement
   */
  int end(Session session, JsonValue commit, boolean changedExit, boolean acceptIdle) {
    CommitFlow flow = new CommitFlow(session);
    if (when != null) {
      return flow.reportConfirmed(healthy(session, flow, commit, acceptIdle), changedExit);
    }
    return confirm
        ? flow.reportConfirmed(flow.confirm(commit), changedExit)
        : flow.report(flow.settle(commit), changedExit);
  }

  private static JsonValue healthy(
      Session session, CommitFlow flow, JsonValue commit, boolean acceptIdle) {
    JsonValue now = commit;
    String id = now.at("id").text();
    String told = "";
    int unreached = 0;
    while (awaits(now) || CommitView.moves(now)) {
      String waits;
      try {
        now = flow.settle(CommitView.moves(now) ? now : flow.look(id));
        if (!awaits(now)) {
          return now;
        }
        Optional<String> lacks = lacks(session, now, acceptIdle);
        if (lacks.isEmpty()) {
          return flow.act(id, "confirm", JsonValue.of(Map.of()));
        }
        waits = lacks.orElse("");
        unreached = 0;
      } catch (CliException | ProblemException e) {
        if (e instanceof CliException own && isOver(own, now)) {
          throw own;
        }
        if (++unreached > MOST_UNREACHED) {
          return givenUp(flow, id, "the agent did not answer: " + e.getMessage());
        }
        waits = String.valueOf(e.getMessage());
      }
      if (!waits.equals(told)) {
        session.screen().line("not confirmed yet: " + waits);
        told = waits;
      }
      if (session.screen().isOver(now.at("deadline"), STEP.multipliedBy(5))) {
        return givenUp(flow, id, "not healthy within its window: " + waits);
      }
      flow.pause(STEP);
    }
    return now;
  }

  private static JsonValue givenUp(CommitFlow flow, String id, String reason) {
    try {
      return flow.settle(flow.cancel(id, cut(reason)));
    } catch (ProblemException e) {
      JsonValue now = flow.look(id); // somebody else, or its timer, was quicker
      if (awaits(now)) {
        throw e;
      }
      return flow.settle(now);
    } catch (CliException e) {
      throw new CliException(
          e.exitCode(),
          id + " is not confirmed, and its own timer undoes it: " + e.getMessage(),
          e);
    }
  }

  /** Whether it was interrupted, or has waited long enough for a commit that is still written. */
  private static boolean isOver(CliException e, JsonValue commit) {
    boolean own = e.getCause() == null && CommitView.moves(commit);
    return own || e.exitCode() == ExitCode.FINDING;
  }

  private static boolean awaits(JsonValue commit) {
    return commit.at("state").is(State.AWAITING_CONFIRM);
  }

  /** What is missing for it to be healthy. */
  private static Optional<String> lacks(Session session, JsonValue commit, boolean acceptIdle) {
    if (!commit.at("undecided").isNothing()) {
      return Optional.of(commit.at("undecided").shown());
    }
    if (!acceptIdle && !commit.at("idle").isNothing()) {
      return Optional.of(commit.at("idle").shown() + " (--accept-idle takes that)");
    }
    List<String> written = new ArrayList<>();
    commit.at("plan").at("changes").items().forEach(one -> written.add(subject(one)));
    return session.daemon().list("drift").at("items").items().stream()
        .map(Confirming::subject)
        .filter(written::contains)
        .findFirst()
        .map(one -> one + " drifts");
  }

  /** Target and setting; what else drifts there is not of the commit. */
  private static String subject(JsonValue one) {
    return PlanView.target(one) + " " + one.at("setting").shown();
  }

  /** As long as a reason may be. */
  private static String cut(String reason) {
    return reason.length() > 200 ? reason.substring(0, 200) : reason;
  }
}
