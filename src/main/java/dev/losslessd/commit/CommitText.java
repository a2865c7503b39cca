package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Progress;

/** Tells in a line of the log to what state a commit has come. */
public final class CommitText {
  private CommitText() {}

  /** One line with the reason, if there is one. */
  public static String of(Commit commit) {
    return "commit " + commit.id() + " is " + commit.state() + why(commit);
  }

  /** A state repeats as a wave goes on, or when an undo waits for something else. */
  public static boolean isNew(Commit commit) {
    return switch (commit) {
      case Commit.Applying applying -> applying.wave().isEmpty();
      case Commit.Undoing undoing -> undoing.waits().isEmpty();
      default -> true;
    };
  }

  private static String text(Progress wave) {
    String soaks = wave.soakUntil().map(until -> " soaks until " + until).orElse("");
    String held = wave.held().isEmpty() ? "" : ", held: " + wave.held();
    return ", wave " + wave.wave() + " of " + wave.of() + soaks + held;
  }

  private static String why(Commit commit) {
    return switch (commit) {
      case Commit.Staged c -> " until its ports are idle";
      case Commit.Applying c ->
          c.wave().map(CommitText::text).orElse(": " + c.changes().size() + " changes");
      case Commit.AwaitingConfirm c -> " until " + c.deadline();
      case Commit.Confirmed c -> " as revision " + c.revision();
      case Commit.RolledBack c -> ": " + c.why();
      case Commit.Undoing c ->
          ": " + c.why() + (c.waits().isEmpty() ? "" : "; tried again: " + c.waits());
      case Commit.Stuck c -> ": " + c.why() + "; left: " + c.left().size() + " steps";
      case Commit.Abandoned c -> ": " + c.why() + "; left: " + c.left().size() + " steps";
    };
  }
}
