package dev.losslessd.driver.eos;

import static dev.losslessd.driver.SnmpColumns.ofPriority;

import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SnmpColumns.Cell;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;

/**
 * Counters of a port that EOS serves by SNMP: IF-MIB, EtherLike-MIB, IEEE8021-PFC-MIB, and by
 * priority ARISTA-PFC-MIB, ARISTA-QUEUE-MIB and ARISTA-QOS-MIB.
 */
final class EosCounters {
  private static final String ARISTA = "1.3.6.1.4.1.30065.3.";
  private static final String PFC = ARISTA + "11.1.1.1.";
  private static final String WATCHDOG = ARISTA + "11.1.2.1.";
  private static final String QUEUE = ARISTA + "6.1.2.1.";
  private static final String ECN = ARISTA + "13.1.9.1.";

  /** PacketType of ARISTA-QUEUE-MIB: 0 is unicast, 2 is mixed. */
  private static final int UNICAST = 0;

  private static final int MIXED = 2;

  /** Requests are what this port sent, indications what it received. */
  static final SnmpColumns OF_A_PORT = columns();

  private EosCounters() {}

  private static SnmpColumns columns() {
    SnmpColumns all =
        new SnmpColumns()
            .ifMib()
            .etherLike()
            .ieeePfc()
            .pfcByPriority(
                "aristaPfcPriorityRequests", PFC + "3", "aristaPfcPriorityIndications", PFC + "4");
    for (int n = 0; n < Priority.COUNT; n++) {
      queue(all, n, Signal.PRIORITY_PACKETS, "aristaEgressQueuePkts", "4");
      queue(all, n, Signal.PRIORITY_BYTES, "aristaEgressQueueBytes", "5");
      queue(all, n, Signal.PRIORITY_DISCARDS, "aristaEgressQueuePktsDropped", "6");
      stuck(all, n, Signal.WATCHDOG_SHUTDOWNS, "aristaPfcWatchdogTxQueueStuckCount", "4");
      stuck(all, n, Signal.WATCHDOG_RESTORES, "aristaPfcWatchdogTxQueueRecoveredCount", "5");
      all.guarded(
          ofPriority(Signal.PRIORITY_MARKED, Direction.TX, "aristaEcnQueuePktsMarked", n, 64),
          Cell.of(ECN + "3", n),
          Cell.of(ECN + "4", n));
    }
    return all;
  }

  /** Chips count queues for unicast alone, or for all packets together. */
  private static void queue(SnmpColumns all, int n, Signal signal, String name, String column) {
    all.add(
        ofPriority(signal, Direction.TX, name, n, 64),
        Cell.of(QUEUE + column, n, UNICAST),
        Cell.of(QUEUE + column, n, MIXED));
  }

  private static void stuck(SnmpColumns all, int n, Signal signal, String name, String column) {
    all.add(
        ofPriority(signal, Direction.TX, name, n, 32),
        Cell.of(WATCHDOG + column, UNICAST, n),
        Cell.of(WATCHDOG + column, MIXED, n));
  }
}
