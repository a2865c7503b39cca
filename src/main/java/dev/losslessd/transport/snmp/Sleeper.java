package dev.losslessd.transport.snmp;

import java.time.Duration;

/** Waits; app passes the real one, tests one that only turns their clock. */
@FunctionalInterface
public interface Sleeper {
  void pause(Duration time);
}
