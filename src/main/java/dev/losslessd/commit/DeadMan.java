package dev.losslessd.commit;

import dev.losslessd.store.StoreException;
import java.time.Instant;

/**
 * Whoever takes an open commit back when no daemon is left. What is written to a device has to be
 * known there before: nothing begins without it.
 */
public interface DeadMan {
  /** An engine that nobody stands behind. */
  DeadMan NONE = new DeadMan() {};

  /**
   * Before a commit is journaled, so that there is none which nobody would take back.
   *
   * @throws StoreException it is not armed, and nothing of it is left
   */
  default void arm(String id, Instant begun) {}

  /**
   * The window runs until then. Where that cannot be noted, the earlier moment stands: whoever
   * looks then finds the deadline in the journal.
   *
   * @throws StoreException nothing stands, and the commit has to be undone now
   */
  default void extend(String id, Instant deadline) {}

  /** A commit that was decided, or did not begin. */
  default void disarm(String id) {}
}
