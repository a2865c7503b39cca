package dev.losslessd.driver.junos;

import static dev.losslessd.driver.SnmpColumns.ofPriority;

import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SnmpColumns.Cell;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * Counters of a port that Junos serves by SNMP: IF-MIB, EtherLike-MIB, IEEE8021-PFC-MIB, and
 * JUNIPER-COS-MIB by priority and by queue. There is no object for marks: those come by the command
 * line.
 */
final class JunosCounters {
  private static final String COS = "1.3.6.1.4.1.2636.3.15.";
  private static final String QUEUE = COS + "4.1.";
  private static final String PFC = COS + "11.1.";
  private static final String WATCHDOG = COS + "12.1.";

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
            .byPriority(
                Signal.PFC_PAUSE_FRAMES, Direction.TX, "jnxCosPfcPriorityRequestsTx", PFC + "3")
            .byPriority(
                Signal.PFC_PAUSE_FRAMES, Direction.RX, "jnxCosPfcPriorityRequestsRx", PFC + "4");
    for (int n = 0; n < Priority.COUNT; n++) {
      int priority = n;
      queueOf.apply(n).ifPresent(queue -> queue(all, priority, queue));
    }
    return all;
  }

  private static void queue(SnmpColumns all, int n, int queue) {
    put(all, Signal.PRIORITY_PACKETS, "jnxCosQstatTxedPkts", n, 64, QUEUE + "7", queue);
    put(all, Signal.PRIORITY_BYTES, "jnxCosQstatTxedBytes", n, 64, QUEUE + "9", queue);
    put(all, Signal.PRIORITY_DISCARDS, "jnxCosQstatTotalDropPkts", n, 64, QUEUE + "53", queue);
    put(
        all,
        Signal.WATCHDOG_SHUTDOWNS,
        "jnxCosWatchdogTxQueueStuckCount",
        n,
        32,
        WATCHDOG + "3",
        queue);
    put(
        all,
        Signal.WATCHDOG_RESTORES,
        "jnxCosWatchdogTxQueueRecoveredCount",
        n,
        32,
        WATCHDOG + "4",
        queue);
    put(all, Signal.WATCHDOG_DISCARDS, "jnxCosWatchdogTotalPktDrop", n, 32, WATCHDOG + "5", queue);
  }

  private static void put(
      SnmpColumns all, Signal signal, String name, int n, int bits, String column, int queue) {
    all.add(ofPriority(signal, Direction.TX, name, n, bits), Cell.of(column, queue));
  }
}
