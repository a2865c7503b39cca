package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.store.Entry;
import java.util.Optional;

/**
 * What a start finds in the journal: an undo that was begun is finished, for the reason that it
 * had; a commit that was being applied is undone; one that awaited its confirmation waits on for
 * the rest of its window, or is undone when that is over, when the host was rebooted since, or when
 * the devices no longer have it: then its undo was broken off. Where the journal has lost the
 * confirm that the audit tells, nothing is taken up: a person decides.
 */
final class Recovery {
  private final Wiring wiring;
  private final Ledgers ledgers;
  private final Windows windows;

  Recovery(Wiring wiring, Ledgers ledgers, Windows windows) {
    this.wiring = wiring;
    this.ledgers = ledgers;
    this.windows = windows;
  }

  void run() {
    for (Commit commit : ledgers.commits()) {
      take(commit);
    }
  }

  private void take(Commit commit) {
    if (windows.held().isDoubtful(commit)) {
      ledgers.reclaim(commit);
      windows.holdBack(commit);
      return;
    }
    Optional<Entry.Undoing> broken = ledgers.undoing(commit.id());
    if (broken.isPresent() && commit.open()) {
      ledgers.reclaim(commit);
      windows.undo(commit.id(), broken.get().begun(), broken.get().why());
      return;
    }
    switch (commit) {
      case Commit.Staged staged -> {}
      case Commit.Applying applying -> {
        ledgers.reclaim(applying);
        windows.undo(applying.id(), applying.begun(), interrupted(applying));
      }
      case Commit.AwaitingConfirm open -> resume(open);
      case Commit.Stuck s -> {}
      case Commit.Confirmed confirmed -> keep(confirmed);
      case Commit.RolledBack r -> {}
    }
  }

  /** The confirm is durable, and the last word to the devices is not. */
  private void keep(Commit.Confirmed confirmed) {
    if (windows.holds().pending(confirmed.id())) {
      ledgers.reclaim(confirmed);
      windows.holds().keep(confirmed.id(), () -> ledgers.release(confirmed.id()));
    }
  }

  private static String interrupted(Commit.Applying applying) {
    return applying
        .wave()
        .map(wave -> "interrupted in wave " + wave.wave() + " of " + wave.of())
        .orElse("interrupted while it was applied");
  }

  private void resume(Commit.AwaitingConfirm open) {
    ledgers.reclaim(open);
    if (open.repair()) {
      resumeRepair(open);
      return;
    }
    Entry.Begun begun = ledgers.begun(open.id()).orElseThrow();
    if (!begun.boot().equals(wiring.boot())) {
      windows.undo(open.id(), "the host was rebooted during the confirm window");
    } else if (open.deadline().isBefore(wiring.clock().instant())) {
      // now, not by an alarm: whoever recovers may end right after this
      windows.undo(open.id(), "not confirmed before " + open.deadline());
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
