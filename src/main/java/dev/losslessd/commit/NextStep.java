package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Due;
import dev.losslessd.model.UndoCause;
import java.time.Duration;
import java.util.Optional;

/**
 * What is due of a commit now: a pure function of its record and of what this process knows of it.
 * There is no other way by which a commit goes on by itself: a start, a thaw, the end of
 * maintenance and a device that answers again are simply the next look.
 */
final class NextStep {
  /** Ports must be idle this long without a break: the next job may just be starting. */
  static final Duration SETTLE = Duration.ofSeconds(10);

  private static final Step NOTHING = new Step.Nothing();

  private NextStep() {}

  /**
   * Facts about a commit that are not in its record.
   *
   * @param ours whether this process applies it, or has taken it up
   * @param write the wave that is to be written next
   * @param soak of the wave that was written last
   * @param waves how many there are; 1 for a plan without waves
   * @param window how long a wave may be held beyond its soak
   * @param next when the next attempt is due; empty for now
   * @param idleSince since when the ports of a staged commit have been idle
   * @param doubtful whether an operator must say how it ends
   * @param ordered why it must be rolled back since that was decided; empty if it was not
   */
  record Facts(
      boolean ours,
      Optional<Integer> write,
      Optional<Soak> soak,
      int waves,
      Duration window,
      Optional<Due> next,
      Optional<Due> idleSince,
      boolean doubtful,
      Optional<String> ordered) {}

  /**
   * The situation of all commits.
   *
   * @param closed why nothing may be written; empty if writing is allowed
   * @param confirmWithin how long a repair waits for a guard without a judgement
   */
  record Situation(Moment now, Optional<String> closed, Duration confirmWithin) {
    boolean isDue(Optional<Due> next) {
      return next.filter(due -> !now.isOver(due)).isEmpty();
    }
  }

  static Step of(CommitRecord record, Facts facts, Opinion guard, Situation now) {
    if (facts.doubtful()) {
      return NOTHING;
    }
    if (facts.ordered().isPresent() && record.ended().isEmpty()) {
      return new Step.RollBack(facts.ordered().get(), record.state().changes());
    }
    return switch (record.state()) {
      case Commit.Staged _ -> staged(facts, now);
      case Commit.Applying applying -> applying(applying, facts, guard, now);
      case Commit.AwaitingConfirm open -> open(open, record, facts, guard, now);
      case Commit.Undoing undoing -> undoing(undoing, facts, now);
      case Commit.Stuck _ -> NOTHING; // an operator decides
      case Commit.Confirmed _, Commit.RolledBack _, Commit.Abandoned _ ->
          record.timers().isEmpty() || !now.isDue(facts.next()) ? NOTHING : new Step.Keep();
    };
  }

  private static Step staged(Facts facts, Situation now) {
    boolean idle =
        facts.idleSince().filter(since -> now.now().isOver(since.plus(SETTLE))).isPresent();
    return idle && now.closed().isEmpty() ? new Step.Begin() : NOTHING;
  }

  private static Step applying(
      Commit.Applying applying, Facts facts, Opinion guard, Situation now) {
    if (!facts.ours()) {
      return new Step.RollBack(interrupted(applying), applying.begun());
    }
    if (facts.write().isPresent()) {
      return new Step.Write(facts.write().get());
    }
    return facts.soak().map(soak -> soaking(applying, soak, facts, guard, now)).orElse(NOTHING);
  }

  private static String interrupted(Commit.Applying applying) {
    return applying
        .wave()
        .map(wave -> "interrupted in wave " + wave.wave() + " of " + wave.of())
        .orElse("interrupted while it was applied");
  }

  private static Step soaking(
      Commit.Applying applying, Soak soak, Facts facts, Opinion guard, Situation now) {
    if (guard.breach().isPresent()) {
      return new Step.RollBack(UndoCause.GUARD.reason(guard.breach().get()), applying.begun());
    }
    if (!now.now().isOver(soak.until())) {
      return NOTHING;
    }
    Optional<String> wait =
        guard
            .shared()
            .or(now::closed)
            .or(guard::undecided)
            .or(() -> applying.run().acceptIdle() ? Optional.empty() : guard.idle());
    if (wait.isEmpty()) {
      boolean last = soak.wave() + 1 >= facts.waves();
      return last ? new Step.Open() : new Step.Write(soak.wave() + 1);
    }
    if (now.now().isOver(soak.patience())) {
      return new Step.RollBack(tooLong(soak, facts, wait.get()), applying.begun());
    }
    return new Step.SoakOn(wait.get(), guard.shared().isPresent());
  }

  private static String tooLong(Soak soak, Facts facts, String wait) {
    return "wave %s of %s was held for %s s: %s"
        .formatted(soak.wave() + 1, facts.waves(), facts.window().toSeconds(), wait);
  }

  private static Step open(
      Commit.AwaitingConfirm open, CommitRecord record, Facts facts, Opinion guard, Situation now) {
    if (!facts.ours()) {
      return new Step.Resume();
    }
    if (guard.breach().isPresent()) {
      return new Step.RollBack(UndoCause.GUARD.reason(guard.breach().get()), open.begun());
    }
    Due end = record.deadline().orElseGet(() -> Due.at(open.deadline()));
    if (!now.now().isOver(end)) {
      return NOTHING;
    }
    if (!open.repair()) {
      return new Step.RollBack(open.overdue(), open.begun());
    }
    boolean patient = !now.now().isOver(end.plus(now.confirmWithin()));
    Optional<String> undecided = guard.undecided();
    return !now.isDue(facts.next())
        ? NOTHING
        : new Step.EndRepair(undecided.isPresent() && patient ? undecided.get() : "");
  }

  private static Step undoing(Commit.Undoing undoing, Facts facts, Situation now) {
    if (now.closed().isPresent()) {
      boolean said = undoing.waits().equals(now.closed().get());
      return said ? NOTHING : new Step.Wait(now.closed().get());
    }
    return now.isDue(facts.next()) ? new Step.Attempt() : NOTHING;
  }
}
