package dev.losslessd.driver.junos;

import static dev.losslessd.driver.SnmpColumns.ofPriority;

import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SnmpColumns.Cell;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * Counters of a port that Junos serves by SNMP: IF-MIB, EtherLike-MIB, IEEE8021-PFC-MIB, and
 * JUNIPER-COS-MIB by priority and by queue. There is no object for marks: those come by the command
 * line.
 */
final class JunosCounters {
  private static final String COS = "1.3.6.1.4.1.2636.3.15.";

  private record Column(Signal signal, String name, int bits, String oid) {}

  /** Numbers of a queue, by ifIndex and queue. */
  private static final List<Column> OF_QUEUES =
      List.of(
          new Column(Signal.PRIORITY_PACKETS, "jnxCosQstatTxedPkts", 64, "4.1.7"),
          new Column(Signal.PRIORITY_BYTES, "jnxCosQstatTxedBytes", 64, "4.1.9"),
          new Column(Signal.PRIORITY_DISCARDS, "jnxCosQstatTotalDropPkts", 64, "4.1.53"),
          new Column(Signal.WATCHDOG_SHUTDOWNS, "jnxCosWatchdogTxQueueStuckCount", 32, "12.1.3"),
          new Column(Signal.WATCHDOG_RESTORES, "jnxCosWatchdogTxQueueRecoveredCount", 32, "12.1.4"),
          new Column(Signal.WATCHDOG_DISCARDS, "jnxCosWatchdogTotalPktDrop", 32, "12.1.5"));

  private JunosCounters() {}

  /**
   * @param queueOf the queue that a priority has alone; empty where it has none, or it is not known
   */
  static SnmpColumns columns(IntFunction<OptionalInt> queueOf) {
    SnmpColumns all =
        new SnmpColumns()
            .ifMib()
            .etherLike()
            .ieeePfc()
            .pfcByPriority(
                "jnxCosPfcPriorityRequestsTx",
                COS + "11.1.3",
                "jnxCosPfcPriorityRequestsRx",
                COS + "11.1.4");
    for (int n = 0; n < Priority.COUNT; n++) {
      int priority = n;
      queueOf.apply(n).ifPresent(queue -> OF_QUEUES.forEach(one -> add(all, one, priority, queue)));
    }
    return all;
  }

  private static void add(SnmpColumns all, Column one, int priority, int queue) {
    all.add(
        ofPriority(one.signal(), Direction.TX, one.name(), priority, one.bits()),
        Cell.of(COS + one.oid(), queue));
  }
}
