package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.store.Entry;
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

  private final Wiring wiring;
  private final Abreast abreast;
  private final Ledgers ledgers;
  private final Windows windows;

  Recovery(Wiring wiring, Abreast abreast, Ledgers ledgers, Windows windows) {
    this.wiring = wiring;
    this.abreast = abreast;
    this.ledgers = ledgers;
    this.windows = windows;
  }

  /**
   * Claims what is not decided, and takes it up, all side by side: a device that is gone holds up
   * only what is its own. All of it was tried once when this returns.
   */
  void run() {
    abreast.run(claim());
  }

  /** The same, without waiting: whoever asks sees what is undone just now. */
  void begin() {
    claim().forEach(work -> wiring.threads().execute(() -> logged(work)));
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
    for (Commit commit : ledgers.commits()) {
      if (windows.held().isDoubtful(commit)) {
        ledgers.reclaim(commit);
        windows.holdBack(commit);
      } else {
        work(commit)
            .ifPresent(work -> {
              ledgers.reclaim(commit);
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
          Optional.of(() -> windows.undo(applying.id(), applying.begun(), interrupted(applying)));
      case Commit.AwaitingConfirm open -> Optional.of(() -> resume(open));
      case Commit.Undoing undoing ->
          ledgers.undoing(undoing.id()).map(begun -> () -> windows.retries().resume(begun));
      case Commit.Stuck _ -> Optional.of(() -> {}); // a person decides; it holds its targets
      case Commit.Confirmed confirmed ->
          windows.holds().pending(confirmed.id())
              ? Optional.of(() -> keep(confirmed))
              : Optional.empty();
      case Commit.RolledBack _, Commit.Abandoned _ -> Optional.empty();
    };
  }

  /** The confirm is durable, and the last word to the devices is not. */
  private void keep(Commit.Confirmed confirmed) {
    windows.holds().keep(confirmed.id(), () -> ledgers.release(confirmed.id()));
  }

  private static String interrupted(Commit.Applying applying) {
    return applying
        .wave()
        .map(wave -> "interrupted in wave " + wave.wave() + " of " + wave.of())
        .orElse("interrupted while it was applied");
  }

  private void resume(Commit.AwaitingConfirm open) {
    if (open.repair()) {
      resumeRepair(open);
      return;
    }
    Entry.Begun begun = ledgers.begun(open.id()).orElseThrow();
    if (!begun.boot().equals(wiring.boot())) {
      windows.undo(open.id(), "the host was rebooted during the confirm window");
    } else if (open.deadline().isBefore(wiring.clock().instant())) {
      // now, not by an alarm: whoever recovers may end right after this
      windows.undo(open.id(), open.overdue());
    } else {
      windows
          .gone(open)
          .ifPresentOrElse(
              what -> windows.undo(open.id(), "at the restart: " + what),
              () -> windows.resume(open));
    }
  }

  /** Nobody was to confirm it: what it brought back stays, or is found as drift anew. */
  private void resumeRepair(Commit.AwaitingConfirm open) {
    if (open.deadline().isBefore(wiring.clock().instant())) {
      windows.settle(open.id());
    } else {
      windows.resume(open);
    }
  }
}
