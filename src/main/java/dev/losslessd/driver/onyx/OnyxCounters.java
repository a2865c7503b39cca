package dev.losslessd.driver.onyx;

import static dev.losslessd.driver.SnmpColumns.ofPriority;

import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SnmpColumns.Cell;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;

/**
 * Counters of a port that Onyx serves by SNMP: IF-MIB, EtherLike-MIB and MELLANOX-QOS-MIB. No walk
 * that we have shows the last: it is from its text alone, and what an agent lacks is missing.
 */
final class OnyxCounters {
  private static final String QOS = "1.3.6.1.4.1.33049.15.1.";
  private static final String PRIO = QOS + "1.1.";
  private static final String PFC = QOS + "2.1.";
  private static final String TC = QOS + "4.1.";

  /** The MIB's durations of PFC are milliseconds. */
  private static final int MICROS = 1000;

  static final SnmpColumns OF_A_PORT = columns();

  private OnyxCounters() {}

  private static SnmpColumns columns() {
    SnmpColumns all = new SnmpColumns().ifMib().etherLike();
    for (int n = 0; n < Priority.COUNT; n++) {
      pause(all, n, Direction.RX, "mellanoxQoSPFCRxPausePkts", "3", "8");
      pause(all, n, Direction.TX, "mellanoxQoSPFCTxPausePkts", "5", "15");
      time(all, n, Direction.RX, "mellanoxQoSPFCRxPauseDuration", "4");
      time(all, n, Direction.TX, "mellanoxQoSPFCTxPauseDuration", "6");
      one(all, n, Signal.PRIORITY_PACKETS, Direction.RX, "mellanoxQoSPrioRxPkts", PRIO + "3");
      one(all, n, Signal.PRIORITY_BYTES, Direction.RX, "mellanoxQoSPrioRxBytes", PRIO + "7");
      one(all, n, Signal.PRIORITY_PACKETS, Direction.TX, "mellanoxQoSPrioTxPkts", PRIO + "10");
      one(all, n, Signal.PRIORITY_BYTES, Direction.TX, "mellanoxQoSPrioTxBytes", PRIO + "14");
      one(
          all,
          n,
          Signal.PRIORITY_DISCARDS,
          Direction.TX,
          "mellanoxQoSTCUnicastNoBufferDiscard",
          TC + "8");
    }
    return all;
  }

  /** Adds pause frames of the table of PFC, else of that of priorities. */
  private static void pause(
      SnmpColumns all, int n, Direction direction, String name, String pfc, String prio) {
    all.add(
        ofPriority(Signal.PFC_PAUSE_FRAMES, direction, name, n, 64),
        Cell.of(PFC + pfc, n),
        Cell.of(PRIO + prio, n));
  }

  private static void time(
      SnmpColumns all, int n, Direction direction, String name, String column) {
    all.add(
        new Counter(Signal.PFC_PAUSE_TIME, direction, Priority.of(n), name + "." + n, 64, MICROS),
        Cell.of(PFC + column, n));
  }

  private static void one(
      SnmpColumns all, int n, Signal signal, Direction direction, String name, String column) {
    all.add(ofPriority(signal, direction, name, n, 64), Cell.of(column, n));
  }
}
