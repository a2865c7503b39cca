package dev.losslessd.driver.nxos;

import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Signal;

/** Counters of a port that a Nexus serves by SNMP: IF-MIB, and CISCO-PFC-EXT-MIB by priority. */
final class NxosCounters {
  private static final String PFC = "1.3.6.1.4.1.9.9.813.1.2.1.";

  /** Requests are what this port sent, indications what it received. */
  static final SnmpColumns OF_A_PORT =
      new SnmpColumns()
          .ifMib()
          .ifMibToMany()
          .byPriority(Signal.PFC_PAUSE_FRAMES, Direction.TX, "cpfcIfPriorityRequests", PFC + "2")
          .byPriority(
              Signal.PFC_PAUSE_FRAMES, Direction.RX, "cpfcIfPriorityIndications", PFC + "3");

  private NxosCounters() {}
}
