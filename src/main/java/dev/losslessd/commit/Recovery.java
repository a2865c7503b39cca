package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Due;
import dev.losslessd.store.AuditEvent;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a start finds in the journal: an undo that was begun is finished, for the reason that it
 * had; a commit that was being applied is undone; one that awaited its confirmation waits on for
 * the rest of its window, or is undone when that is over, when the host was rebooted since, or when
 * the devices no longer have it: then its undo was broken off. Where the journal has lost the
 * confirm that the audit tells, nothing is taken up: a person decides.
 */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  /** More than rounding, and what a running clock is slewed by during a window. */
  private static final Duration CLOCK_WAS_SET = Duration.ofSeconds(5);

  private final EngineDependencies dependencies;
  private final Parallel parallel;
  private final CommitLog commitLog;
  private final ConfirmWindows confirmWindows;

  Recovery(
      EngineDependencies dependencies,
      Parallel parallel,
      CommitLog commitLog,
      ConfirmWindows confirmWindows) {
    this.dependencies = dependencies;
    this.parallel = parallel;
    this.commitLog = commitLog;
    this.confirmWindows = confirmWindows;
  }

  /**
   * Claims what is not decided, and takes it up, all side by side: a device that is gone holds up
   * only what is its own. All of it was tried once when this returns.
   */
  void run() {
    parallel.run(claim());
  }

  /** Takes it up without waiting; readers see what is being undone. */
  void begin() {
    claim().forEach(work -> dependencies.time().threads().execute(() -> logged(work)));
  }

  private static void logged(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("not taken up, the next start tries again: {}", e.getMessage(), e);
    }
  }

  private List<Runnable> claim() {
    List<Runnable> works = new ArrayList<>();
    for (Commit commit : commitLog.commits()) {
      if (confirmWindows.held().isDoubtful(commit)) {
        commitLog.reclaim(commit);
        confirmWindows.holdBack(commit);
      } else {
        work(commit)
            .ifPresent(work -> {
              commitLog.reclaim(commit);
              works.add(work);
            });
      }
    }
    return works;
  }

  private Optional<Runnable> work(Commit commit) {
    return switch (commit) {
      case Commit.Staged _ -> Optional.empty();
      case Commit.Applying applying ->
          Optional.of(() ->
              confirmWindows.undo(
                  applying.id(), applying.begun(), interrupted(applying), AuditEvent.DAEMON));
      case Commit.AwaitingConfirm open -> Optional.of(() -> resume(steady(open)));
      case Commit.Undoing undoing ->
          commitLog
              .undoing(undoing.id())
              .map(begun -> () -> confirmWindows.retries().resume(begun));
      case Commit.Stuck _ -> Optional.of(() -> {}); // a person decides; it holds its targets
      case Commit.Confirmed confirmed ->
          confirmWindows.deviceTimers().pending(confirmed.id())
              ? Optional.of(() -> keep(confirmed))
              : Optional.empty();
      case Commit.RolledBack _, Commit.Abandoned _ -> Optional.empty();
    };
  }

  /** The confirm is durable, and the last word to the devices is not. */
  private void keep(Commit.Confirmed confirmed) {
    confirmWindows.deviceTimers().confirm(confirmed.id(), () -> commitLog.release(confirmed.id()));
  }

  private static String interrupted(Commit.Applying applying) {
    return applying
        .wave()
        .map(wave -> "interrupted in wave " + wave.wave() + " of " + wave.of())
        .orElse("interrupted while it was applied");
  }

  /** The window as long as it was to be, also where the host's clock was set since it began. */
  private Commit.AwaitingConfirm steady(Commit.AwaitingConfirm open) {
    Instant now = dependencies.time().now();
    Instant end =
        dependencies.time().deadMan().left(open.id()).map(now::plus).orElse(open.deadline());
    if (Duration.between(end, open.deadline()).abs().compareTo(CLOCK_WAS_SET) <= 0) {
      return open;
    }
    LOG.warn(
        "the host's clock was set during the window of {}: it ends at {}, by the clock before {}",
        open.id(),
        end,
        open.deadline());
    Entry.Applied entry = new Entry.Applied(open.id(), Due.at(end), AuditEvent.DAEMON, now);
    try {
      commitLog.append(entry);
    } catch (StoreException e) {
      LOG.error("not journaled, the next start finds out anew: {}", e.getMessage());
      commitLog.show(entry);
    }
    Commit.AwaitingConfirm steady = new Commit.AwaitingConfirm(open.run(), end);
    dependencies.tell(steady, commitLog.actor(open.id()));
    return steady;
  }

  private void resume(Commit.AwaitingConfirm open) {
    if (open.repair()) {
      resumeRepair(open);
      return;
    }
    Entry.Begun begun = commitLog.begun(open.id()).orElseThrow();
    if (!begun.boot().equals(dependencies.settings().boot())) {
      confirmWindows.undo(
          open.id(), "the host was rebooted during the confirm window", AuditEvent.DAEMON);
    } else if (open.deadline().isBefore(dependencies.time().now())) {
      // now, not by an alarm: whoever recovers may end right after this
      confirmWindows.undo(open.id(), open.overdue(), AuditEvent.DAEMON);
    } else {
      confirmWindows
          .gone(open)
          .ifPresentOrElse(
              what -> confirmWindows.undo(open.id(), "at the restart: " + what, AuditEvent.DAEMON),
              () -> confirmWindows.resume(open));
    }
  }

  /** Resumes a repair, which needs no confirm: it stays, or is found as drift anew. */
  private void resumeRepair(Commit.AwaitingConfirm open) {
    if (open.deadline().isBefore(dependencies.time().now())) {
      confirmWindows.settle(open.id(), AuditEvent.DAEMON);
    } else {
      confirmWindows.resume(open);
    }
  }
}
