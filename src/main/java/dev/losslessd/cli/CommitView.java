package dev.losslessd.cli;

import dev.losslessd.model.Commit.State;
import dev.losslessd.model.Progress;
import java.util.List;

/** Commits as people read them. */
final class CommitView {
  private CommitView() {}

  /** Prints the commit's state and what to do next. */
  static void print(Screen screen, JsonValue commit) {
    String id = commit.at("id").shown();
    switch (commit.at("state").as(State.class)) {
      case STAGED -> {
        screen.line(
            screen.paint(Paint.CHANGE, id + " is staged")
                + ": its ports are busy; it begins by itself when they are idle.");
        screen.line("  look again:  losslessd commits " + id);
        screen.line("  call it off: losslessd cancel " + id);
      }
      case APPLYING -> {
        screen.line(id + " is being applied.");
        String wave = wave(screen, commit);
        if (!wave.isEmpty()) {
          screen.line("  " + wave);
        }
        screen.line("  look again:  losslessd commits " + id);
        screen.line("  keep it:     losslessd confirm " + id + ", once it is applied");
        screen.line("  undo it:     losslessd cancel " + id);
        screen.line("  undone by itself if it is not confirmed within its window");
      }
      case AWAITING_CONFIRM -> awaiting(screen, id, commit);
      case CONFIRMED ->
          screen.line(
              screen.paint(Paint.GOOD, id + " is confirmed")
                  + " as revision "
                  + commit.at("revision").shown()
                  + ".");
      case ROLLED_BACK ->
          screen.line(
              screen.paint(Paint.BAD, id + " was rolled back")
                  + " and the old values were read back: "
                  + commit.at("why").shown());
      case UNDOING -> undoing(screen, id, commit);
      case STUCK -> stuck(screen, id, commit);
      case ABANDONED -> {
        screen.line(screen.paint(Paint.BAD, id + " was given up: ") + commit.at("why").shown());
        left(screen, commit, "Steps that were not taken back:");
      }
      case null ->
          screen.line(
              id + " is " + commit.at("state").shown() + ", which is no state that is known here.");
    }
  }

  /** {@code wave 2 of 4, soaking until ...}; empty for a commit that goes all at once. */
  static String wave(Screen screen, JsonValue commit) {
    JsonValue wave = commit.at("wave");
    if (wave.isNothing()) {
      return "";
    }
    String text = "wave " + wave.at("number").shown() + " of " + wave.at("of").shown();
    return switch (wave.at("phase").as(Progress.Phase.class)) {
      case SOAKING -> text + ", soaking until " + wave.at("until").time();
      case HELD -> text + ", held: " + wave.at("why").shown();
      case WRITING -> text + ", being written";
      case null -> text + ", " + wave.at("phase").shown();
    };
  }

  static boolean open(JsonValue commit) {
    return commit.at("state").is(State.APPLYING) || commit.at("state").is(State.AWAITING_CONFIRM);
  }

  static boolean staged(JsonValue commit) {
    return commit.at("state").is(State.STAGED);
  }

  static Table table(Screen screen, List<JsonValue> commits) {
    Table table =
        new Table("COMMIT", "STATE", "STARTED", "BY", "CHANGES", "REASON")
            .alignRight(4)
            .wrap(5)
            .least(4, 3, 2);
    for (JsonValue commit : commits) {
      table.cells(
          Table.Cell.plain(commit.at("id").shown()),
          new Table.Cell(commit.at("state").shown(), paint(commit)),
          Table.Cell.plain(commit.at("startedAt").time()),
          Table.Cell.plain(screen.actor(commit.at("actor"))),
          Table.Cell.plain(changes(commit)),
          Table.Cell.plain(note(screen, commit)));
    }
    return table;
  }

  /** Number of changes; a list gives only that, and one commit its plan. */
  private static String changes(JsonValue commit) {
    return commit.at("plan").isNothing()
        ? commit.at("changes").shown()
        : String.valueOf(commit.at("plan").at("changes").items().size());
  }

  /** Prints all facts of one commit, its plan included. */
  static void details(Screen screen, JsonValue commit) {
    print(screen, commit);
    screen.line("");
    Table about = new Table().wrap(1);
    about.row("by", screen.actor(commit.at("actor")));
    about.row("reason", commit.at("reason").shown());
    about.row("started", screen.past(commit.at("startedAt")));
    if (!commit.at("endedAt").isNothing()) {
      about.row("ended", screen.past(commit.at("endedAt")));
    }
    screen.table(about);
    screen.line("");
    screen.table(PlanView.steps(commit.at("plan").at("changes").items()), "No changes.");
    PlanView.unjudged(screen, commit);
  }

  /** Prints the end of a commit that was staged when it was cancelled. */
  static void calledOff(Screen screen, JsonValue commit) {
    screen.line(
        screen.paint(Paint.GOOD, commit.at("id").shown() + " is called off")
            + ", and the old values are in force: "
            + commit.at("why").shown());
  }

  /** Prints what a cancel takes back: its changes the other way round, the last one first. */
  static void undo(Screen screen, JsonValue commit) {
    if (staged(commit)) {
      screen.line(commit.at("id").shown() + " is staged: nothing was written yet.");
      return;
    }
    List<JsonValue> back =
        commit.at("plan").at("changes").items().reversed().stream()
            .map(CommitView::inverse)
            .toList();
    if (!back.isEmpty() && open(commit)) {
      screen.line("Taken back, as far as it was written:");
      screen.table(PlanView.steps(back));
    }
  }

  /** Prints the steps of an undo that are left. */
  static void left(Screen screen, JsonValue commit) {
    left(screen, commit, "Steps that are left, in this order:");
  }

  private static JsonValue inverse(JsonValue change) {
    return JsonValue.of(
        change
            .copy()
            .with("before", change.at("after").raw())
            .with("after", change.at("before").raw()));
  }

  private static void awaiting(Screen screen, String id, JsonValue commit) {
    screen.line(
        screen.paint(Paint.CHANGE, id + " is applied and read back; it awaits your confirm."));
    screen.line("  keep it:     losslessd confirm " + id);
    screen.line("  undo it:     losslessd cancel " + id);
    screen.line("  undone by itself at " + screen.deadline(commit.at("deadline")));
  }

  private static void undoing(Screen screen, String id, JsonValue commit) {
    String waits = commit.at("waitsFor").isNothing() ? "" : commit.at("waitsFor").shown();
    screen.line(screen.paint(Paint.BAD, id + " is being taken back: ") + commit.at("why").shown());
    if (!waits.isEmpty()) {
      screen.line("  it is tried again by itself: " + waits);
      screen.line("  try it now:  losslessd retry " + id);
    }
    left(screen, commit, "Steps that do not hold yet:");
  }

  private static void stuck(Screen screen, String id, JsonValue commit) {
    screen.line(screen.paint(Paint.BAD, id + " is stuck: ") + commit.at("why").shown());
    left(screen, commit);
    screen.line("  try again:   losslessd retry " + id);
    screen.line("  give it up:  losslessd abandon " + id + " --reason TEXT");
  }

  private static void left(Screen screen, JsonValue commit, String title) {
    List<JsonValue> left = commit.at("left").items();
    if (!left.isEmpty()) {
      screen.line(title);
      screen.table(PlanView.steps(left));
    }
  }

  /** Something is still to be taken back. */
  static boolean outstanding(JsonValue commit) {
    return commit.at("state").is(State.UNDOING) || commit.at("state").is(State.STUCK);
  }

  /** Written or taken back just now, so that its state will be another one soon. */
  static boolean moves(JsonValue commit) {
    return commit.at("state").is(State.APPLYING)
        || (commit.at("state").is(State.UNDOING) && commit.at("waitsFor").isNothing());
  }

  private static String note(Screen screen, JsonValue commit) {
    String reason = commit.at("reason").text();
    return switch (commit.at("state").as(State.class)) {
      case APPLYING -> {
        String wave = wave(screen, commit);
        yield wave.isEmpty() || reason.isEmpty() ? wave + reason : wave + "; " + reason;
      }
      case AWAITING_CONFIRM ->
          "until "
              + screen.deadline(commit.at("deadline"))
              + (reason.isEmpty() ? "" : "; " + reason);
      case STAGED -> "begins when its ports are idle" + (reason.isEmpty() ? "" : "; " + reason);
      case ROLLED_BACK, UNDOING, STUCK, ABANDONED ->
          commit.at("why").text() + (reason.isEmpty() ? "" : "; " + reason);
      case CONFIRMED -> reason;
      case null -> reason;
    };
  }

  private static Paint paint(JsonValue commit) {
    return switch (commit.at("state").as(State.class)) {
      case CONFIRMED -> Paint.GOOD;
      case ROLLED_BACK, UNDOING, STUCK, ABANDONED -> Paint.BAD;
      case STAGED, APPLYING, AWAITING_CONFIRM -> Paint.CHANGE;
      case null -> Paint.BAD;
    };
  }
}
