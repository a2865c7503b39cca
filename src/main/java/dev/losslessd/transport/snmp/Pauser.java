package dev.losslessd.transport.snmp;

import java.time.Duration;

/** Waits; app passes the real one, tests one that only turns their clock. */
@FunctionalInterface
public interface Pauser {
  void pause(Duration time);
}
