package dev.losslessd.cli;

import dev.losslessd.model.Commit.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Follows a commit until it is decided or needs a person's decision. */
record CommitFlow(Session session) {
  private static final Duration STEP = Duration.ofMillis(200);

  /** Ten minutes: a device's own deadline is far shorter. */
  private static final int MOST_LOOKS = 3000;

  /** Waits until it is applied or undone. */
  JsonValue settle(JsonValue commit) {
    JsonValue now = commit;
    String told = "";
    int look = 0;
    Progress progress = session.daemon().progress();
    Instant since = progress.now();
    while (CommitView.moves(now)) {
      String wave = CommitView.wave(session.screen(), now);
      if (!wave.equals(told)) {
        progress.clear();
        session.screen().line(wave);
        told = wave;
        look = 0; // each wave has its own time, however long it soaks
      }
      if (!soaks(now) && look++ == MOST_LOOKS) {
        throw new CliException(
            ExitCode.DEVICE,
            now.at("id").shown() + " is still being applied; look again with: losslessd commits");
      }
      pause(STEP);
      progress.show(now.at("id").shown() + " is " + now.at("state").shown(), since);
      now = look(now.at("id").text());
    }
    progress.clear();
    return now;
  }

  JsonValue look(String id) {
    return session.daemon().get("commits/" + Paths.commit(id));
  }

  private static boolean soaks(JsonValue commit) {
    return !commit.at("wave").at("until").isNothing();
  }

  /** Settles it and confirms it if it waits for that. */
  JsonValue confirm(JsonValue commit) {
    JsonValue settled = settle(commit);
    return settled.at("state").is(State.AWAITING_CONFIRM)
        ? act(settled.at("id").text(), "confirm", JsonValue.of(Map.of()))
        : settled;
  }

  JsonValue act(String id, String action, JsonValue body) {
    return session.daemon().post("commits/" + Paths.commit(id) + ":" + action, body);
  }

  /** Takes a commit back. */
  JsonValue cancel(String id, String reason) {
    String query = reason.isEmpty() ? "" : "?reason=" + Paths.encode(reason);
    return act(id, "cancel" + query, JsonValue.of(Map.of()));
  }

  /** Prints the end of it. */
  int report(JsonValue commit, boolean changedExit) {
    session.screen().document(commit);
    CommitView.print(session.screen(), commit);
    return exitCode(commit, changedExit);
  }

  /** Prints the end of one that was cancelled before it had begun. */
  int reportCalledOff(JsonValue commit) {
    session.screen().document(commit);
    CommitView.calledOff(session.screen(), commit);
    return exitCode(commit, false);
  }

  /** Prints the end of it, which must be that it is kept. */
  int reportConfirmed(JsonValue commit, boolean changedExit) {
    int exitCode = report(commit, changedExit);
    boolean kept = commit.at("state").is(State.CONFIRMED);
    if (kept) {
      UnsavedView.print(session, commit);
    }
    return kept || exitCode == ExitCode.DEVICE ? exitCode : ExitCode.FINDING;
  }

  private static int exitCode(JsonValue commit, boolean changedExit) {
    return switch (commit.at("state").as(State.class)) {
      case UNDOING, STUCK -> ExitCode.DEVICE;
      case STAGED, APPLYING, AWAITING_CONFIRM, CONFIRMED ->
          changedExit && PlanView.changes(commit.at("plan")) ? ExitCode.CHANGED : ExitCode.OK;
      case ROLLED_BACK, ABANDONED -> ExitCode.FINDING;
      case null -> ExitCode.FINDING; // a state that is not known here is no success
    };
  }

  void pause(Duration time) {
    try {
      session.environment().pause().pause(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException(
          ExitCode.FINDING, "interrupted; the daemon goes on: see losslessd commits", e);
    }
  }
}
