package dev.losslessd.driver.sonic;

import static dev.losslessd.driver.SnmpColumns.ofPriority;

import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SnmpColumns.Cell;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;

/**
 * Counters of a port that sonic-snmpagent serves: IF-MIB, CISCO-PFC-EXT-MIB by priority, and queues
 * by CISCO-SWITCH-QOS-MIB. The totals of cpfcIfTable are not taken: the agent puts the count of
 * priority 3 there.
 */
final class SonicCounters {
  /** csqIfQosGroupStatsValue; behind the ifIndex: direction, group, type. */
  private static final String QUEUE = "1.3.6.1.4.1.9.9.580.1.5.5.1.4";

  private static final int OUT = 2;
  private static final int UNICAST_PACKETS = 1;
  private static final int UNICAST_BYTES = 2;
  private static final int UNICAST_DROPS = 5;

  /** Requests are what this port sent, indications what it received. */
  static final SnmpColumns OF_A_PORT = columns(true);

  /** Columns where egress queues do not count what is dropped: see {@link VirtualQueues}. */
  static final SnmpColumns WITHOUT_DROPS = columns(false);

  private SonicCounters() {}

  private static SnmpColumns columns(boolean drops) {
    SnmpColumns all = new SnmpColumns().ifMib().ciscoPfc();
    for (int n = 0; n < Priority.COUNT; n++) {
      queue(all, n, Signal.PRIORITY_PACKETS, "ucSentPkts", UNICAST_PACKETS);
      queue(all, n, Signal.PRIORITY_BYTES, "ucSentBytes", UNICAST_BYTES);
      if (drops) {
        queue(all, n, Signal.PRIORITY_DISCARDS, "ucDropPkts", UNICAST_DROPS);
      }
    }
    return all;
  }

  /** Groups count from 1 (sonic-snmpagent). */
  private static void queue(SnmpColumns all, int n, Signal signal, String name, int type) {
    all.add(
        ofPriority(signal, Direction.TX, "csqIfQosGroupStats " + name, n, 64),
        Cell.of(QUEUE, OUT, n + 1, type));
  }
}
