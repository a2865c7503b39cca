package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Plan;
import java.util.Collection;

/**
 * One condition under which this agent may write. Each is asked about a plan when it is made, again
 * right before its record, and about each session that is about to write.
 */
interface Permit {
  /**
   * Refuses a commit whatever it writes, right before its record.
   *
   * @throws CommitException it must not begin now
   */
  default void requireOpen() {}

  /**
   * Returns the plan with its refusals by this permit. Its steps stay visible.
   *
   * @throws CommitException the caller must not even see the plan
   */
  default Plan judge(Plan plan, Request request) {
    return plan;
  }

  /**
   * Asked before each write, a rollback's too.
   *
   * @throws DeviceException CLOSED_GATE where time will open it, REFUSED where it will not
   */
  default void pass(Session session, Collection<Change> changes) {}

  /** Asked before a write that concerns a device as a whole. */
  default void pass(Session session, DeviceId device) {}
}
