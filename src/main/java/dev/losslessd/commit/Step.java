package dev.losslessd.commit;

import dev.losslessd.model.Change;
import java.util.List;

/** What is due of a commit. */
sealed interface Step {
  /** Nothing now; the next look may find something. */
  record Nothing() implements Step {}

  /** Its ports have been idle for long enough: plans it again and begins it. */
  record Begin() implements Step {}

  /**
   * Writes the plan, or one wave of it, and reads it back.
   *
   * @param wave from 0; 0 also for a plan without waves
   */
  record Write(int wave) implements Step {}

  /**
   * The wave stays as it is, and is judged again.
   *
   * @param why the next wave waits
   * @param again whether it soaks from a new baseline
   */
  record SoakOn(String why, boolean again) implements Step {}

  /** The last soak is over: opens the confirm window. */
  record Open() implements Step {}

  /** Takes up what an earlier process has left open. */
  record Resume() implements Step {}

  /** The watch over a repair is over: keeps it, unless another agent has taken its settings. */
  record EndRepair(String undecided) implements Step {}

  /**
   * Records that it is to be rolled back; attempts follow.
   *
   * @param begun what is rolled back, in the order of application
   */
  record RollBack(String why, List<Change> begun) implements Step {
    public RollBack {
      begun = List.copyOf(begun);
    }
  }

  /** Makes one attempt to roll it back. */
  record Attempt() implements Step {}

  /** The rollback cannot go on now. */
  record Wait(String why) implements Step {}

  /** Asks devices that hold a confirmed commit under their own timers to keep it. */
  record Keep() implements Step {}
}
