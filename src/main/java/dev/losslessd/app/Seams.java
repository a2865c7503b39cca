package dev.losslessd.app;

import dev.losslessd.store.Sync;
import dev.losslessd.transport.WriteGate;
import java.util.function.UnaryOperator;

/**
 * Where the daemon meets the world that outlives it: every write to a device passes the gate, every
 * record is made durable by the sync. A test stands here to end the process at any of them.
 *
 * @param gate around the one that asks the posture
 */
record Seams(UnaryOperator<WriteGate> gate, Sync sync) {
  /** Nobody stands there. */
  static final Seams NONE = new Seams(UnaryOperator.identity(), Sync.DISK);
}
