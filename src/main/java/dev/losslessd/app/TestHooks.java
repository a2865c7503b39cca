package dev.losslessd.app;

import dev.losslessd.store.Sync;
import dev.losslessd.transport.WriteGate;
import java.util.function.UnaryOperator;

/**
 * Where the daemon meets the world that outlives it: every write to a device passes the gate, every
 * record is made durable by the sync. A test stands here to end the process at any of them.
 *
 * @param gate around the one that asks the posture
 * @param closer closed with the daemon; a test makes it hang
 */
record TestHooks(UnaryOperator<WriteGate> gate, Sync sync, AutoCloseable closer) {
  /** Production: nothing in between. */
  static final TestHooks NONE = new TestHooks(UnaryOperator.identity(), Sync.DISK);

  TestHooks(UnaryOperator<WriteGate> gate, Sync sync) {
    this(gate, sync, () -> {});
  }
}
