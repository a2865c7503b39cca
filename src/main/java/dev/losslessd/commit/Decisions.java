package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What callers decide about commits: each under the lock of its commit, with the actor as a part of
 * the record.
 */
record Decisions(
    EngineDependencies dependencies,
    CommitLog commitLog,
    CommitLoop loop,
    Windows windows,
    Rollbacks rollbacks,
    IdleQueue idleQueue) {
  Commit confirm(String id, String actor) {
    Commit _ = windows.requireOpen(id); // one that is being written is refused at once
    return loop.decide(id, () -> windows.confirm(id, loop.live(id), actor, loop.isDoubtful(id)));
  }

  Commit extend(String id, Duration window, String actor) {
    Commit _ = windows.requireOpen(id); // one that is being written is refused at once
    return loop.decide(id, () -> windows.extend(id, window, actor));
  }

  Commit cancel(String id, String why, String actor) {
    PlanExecution writing = loop.live(id).writing;
    if (writing != null) {
      dependencies.writePolicy().requireWritable();
      writing.stop(why, actor);
    } else {
      requireStoppable(id);
    }
    return loop.decide(id, () -> cancel(id, why, actor, writing != null));
  }

  /**
   * @param stopped whether it was being written: that was allowed and is carried out, and it may be
   *     rolled back for that already
   */
  private Commit cancel(String id, String why, String actor, boolean stopped) {
    Optional<Commit> staged = idleQueue.cancel(id, why, actor);
    if (staged.isPresent()) {
      return staged.get();
    }
    if (!stopped) {
      dependencies.writePolicy().requireWritable();
    }
    Commit now = commitLog.known(id);
    if (isStoppable(now)) {
      Live live = loop.live(id);
      boolean unwritten = now instanceof Commit.Applying && live.write != null;
      List<Change> begun = unwritten && live.soak == null ? List.of() : now.begun();
      rollbacks.begin(id, live, begun, why, actor);
    } else if (!stopped) {
      Commit _ = windows.requireOpen(id);
    }
    return commitLog.known(id);
  }

  /** Between its last write and its window it can only wait: it is open a moment later. */
  private void requireStoppable(String id) {
    Commit now = commitLog.known(id);
    if (!isStoppable(now) && !(now instanceof Commit.Staged || now instanceof Commit.Applying)) {
      Commit _ = windows.requireOpen(id);
    }
  }

  /** Whether it can be stopped; one that is written now is stopped by its execution. */
  private boolean isStoppable(Commit now) {
    return switch (now) {
      case Commit.Staged _, Commit.Confirmed _, Commit.Undoing _ -> false;
      case Commit.Applying applying ->
          applying.wave().isPresent() || loop.live(now.id()).write != null;
      case Commit.AwaitingConfirm _ -> true;
      case Commit.RolledBack _, Commit.Stuck _, Commit.Abandoned _ -> false;
    };
  }

  Commit retry(String id, Rollbacks.Consent consent, String actor) {
    dependencies.writePolicy().requireWritable();
    return loop.decide(id, () -> rollbacks.retry(id, loop.live(id), consent, actor));
  }

  Commit abandon(String id, String actor, String reason) {
    Commit _ = rollbacks.requireOutstanding(id);
    loop.live(id).over = true; // an attempt may take long: it begins no further step
    return loop.decide(id, () -> rollbacks.abandon(id, loop.live(id), actor, reason));
  }
}
