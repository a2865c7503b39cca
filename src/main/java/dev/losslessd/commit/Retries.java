package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Progress;
import dev.losslessd.store.Entry;
import dev.losslessd.store.StoreException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Begins, retries and ends undos: by alarm, at a thaw, or by a person's decision. */
final class Retries {
  private final EngineDependencies dependencies;
  private final CommitLog commitLog;
  private final Turns turns;
  private final Undos undos;

  Retries(EngineDependencies dependencies, CommitLog commitLog, Turns turns, Undos undos) {
    this.dependencies = dependencies;
    this.commitLog = commitLog;
    this.turns = turns;
    this.undos = undos;
  }

  /** Commits whose undo has begun and does not hold yet. */
  Set<String> ids() {
    return undos.ids();
  }

  /**
   * Makes the first attempt; the caller has the commit's turn. While the gate is closed nothing is
   * undone: that begins when writing is allowed.
   */
  Commit begin(String id, List<Change> begun, String why, String actor) {
    if (!undos.has(id)) {
      undos.begin(id, begun, why, actor, wasReadBack(commitLog.commit(id).orElseThrow()));
    }
    attempt(id, Undos.Consent.NONE);
    return commitLog.commit(id).orElseThrow();
  }

  /**
   * Whether all was read back. During a write a device may show its own variant of a value, which
   * is no other writer's.
   */
  private static boolean wasReadBack(Commit commit) {
    return !(commit instanceof Commit.Applying applying)
        || applying.wave().flatMap(Progress::soakUntil).isPresent();
  }

  /** Goes on with an undo that an earlier process had begun. */
  void resume(Entry.Undoing undoing) {
    turns.alone(
        undoing.commit(),
        () -> {
          undos.resume(undoing);
          attempt(undoing.commit(), Undos.Consent.NONE);
        });
  }

  /** Writing is allowed again. */
  void thawed() {
    for (String id : undos.ids()) {
      dependencies.time().threads().execute(() -> retry(id));
    }
  }

  private void retry(String id) {
    turns.alone(id, () -> attempt(id, Undos.Consent.NONE));
  }

  /**
   * A person does not wait for the next attempt.
   *
   * @throws CommitException of kind STATE if its undo is not outstanding
   */
  Commit retry(String id, Undos.Consent consent, String actor) {
    return journaled(
        id,
        () -> {
          Commit now = outstanding(id);
          now.left().stream()
              .map(change -> change.target().device())
              .distinct()
              .forEach(dependencies.devices()::endPause);
          if (now instanceof Commit.Stuck stuck) {
            undos.again(stuck, actor);
          }
          attempt(id, consent);
          return commitLog.commit(id).orElseThrow();
        });
  }

  /**
   * A person gives it up: what is left stays as it is.
   *
   * @throws CommitException of kind STATE if its undo is not outstanding
   */
  Commit abandon(String id, String actor, String reason) {
    Commit _ = outstanding(id);
    undos.stop(id);
    return journaled(
        id,
        () -> {
          undos.abandon(outstanding(id), actor, reason);
          turns.forget(id);
          return commitLog.commit(id).orElseThrow();
        });
  }

  private Commit journaled(String id, Supplier<Commit> step) {
    try {
      return turns.locked(id, step);
    } catch (StoreException e) {
      throw new CommitException(CommitException.Kind.STORE, e.getMessage(), e);
    }
  }

  private void attempt(String id, Undos.Consent consent) {
    turns.disarm(id);
    undos.attempt(id, consent).ifPresent(at -> turns.arm(id, at, () -> retry(id)));
    if (!commitLog.known(id).open()) {
      turns.forget(id);
    }
  }

  private Commit outstanding(String id) {
    Commit now = commitLog.known(id);
    if (now instanceof Commit.Stuck || undos.has(id)) {
      return now;
    }
    throw new CommitException(
        CommitException.Kind.STATE,
        "commit " + id + " is " + now.state() + ", expected undoing or stuck");
  }
}
