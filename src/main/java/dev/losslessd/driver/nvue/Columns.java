package dev.losslessd.driver.nvue;

import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SnmpColumns.Cell;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;

/**
 * Counters of a port that Cumulus Linux serves by SNMP: IF-MIB, EtherLike-MIB, and
 * CUMULUS-COUNTERS-MIB, whose tables go by ifIndex alone and have two columns for each priority. It
 * has no marks: those are on the command line.
 */
final class Columns {
  private static final String COUNTERS = "1.3.6.1.4.1.40310.2.";
  private static final String PAUSE = "1.3.6.1.2.1.10.7.10.1.";

  /** clIntInPfc0Pkt; priority n follows two columns later for each. */
  private static final int FIRST_PFC = 4;

  static final SnmpColumns OF_A_PORT = all();

  private Columns() {}

  private static SnmpColumns all() {
    SnmpColumns columns = new SnmpColumns().ifMib();
    columns.add(
        Counter.of(Signal.GLOBAL_PAUSE_FRAMES, Direction.RX, "dot3HCInPauseFrames", 64),
        Cell.of(PAUSE + 5),
        Cell.of(COUNTERS + "2.3.1.2")); // clIntInPausePkt
    columns.add(
        Counter.of(Signal.GLOBAL_PAUSE_FRAMES, Direction.TX, "dot3HCOutPauseFrames", 64),
        Cell.of(PAUSE + 6),
        Cell.of(COUNTERS + "2.3.1.3")); // clIntOutPausePkt
    columns.add(
        Counter.of(Signal.BUFFER_DISCARDS, Direction.RX, "clBufferOverflowDiscards", 64),
        Cell.of(COUNTERS + "1.2.1.3"));
    columns.add(
        Counter.of(Signal.BUFFER_DISCARDS, Direction.TX, "clEgressQOverflowDiscards", 64),
        Cell.of(COUNTERS + "1.2.1.6"));
    for (int n = 0; n < Priority.COUNT; n++) {
      pfc(columns, Direction.RX, "clIntInPfcPkt", n, FIRST_PFC + 2 * n);
      pfc(columns, Direction.TX, "clIntOutPfcPkt", n, FIRST_PFC + 2 * n + 1);
    }
    return columns;
  }

  private static void pfc(
      SnmpColumns columns, Direction direction, String name, int priority, int column) {
    columns.add(
        SnmpColumns.ofPriority(Signal.PFC_PAUSE_FRAMES, direction, name, priority, 64),
        Cell.of(COUNTERS + "2.3.1." + column));
  }
}
