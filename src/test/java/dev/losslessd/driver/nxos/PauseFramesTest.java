package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of counters in tables of settings, and of internal ports, which have no cable. */
class PauseFramesTest {
  private static final String QUEUES =
      """
      Egress Queuing for Ethernet1/49 [System]
      +-------------------------------------------------------------+
      |                              QOS GROUP 3                    |
      +-------------------------------------------------------------+
      |                   Tx Pkts |             400|               1|
      +-------------------------------------------------------------+
      Ingress Queuing for Ethernet1/49
      PFC Statistics
      ----------------------------------------------------------------------------
       COS QOS Group        PG   TxPause   TxCount         RxPause         RxCount
         3         3         3  Active           81        Inactive              70
      ----------------------------------------------------------------------------
      Egress Queuing for ii1/1/2 [System]
      +-------------------------------------------------------------+
      |                              QOS GROUP 3                    |
      +-------------------------------------------------------------+
      |                   Tx Pkts |             900|               0|
      |              Dropped Pkts |              17|               0|
      +-------------------------------------------------------------+
      PFC Statistics
      ----------------------------------------------------------------------------
       COS QOS Group        PG   TxPause   TxCount         RxPause         RxCount
         3         -         -  Inactive          0        Inactive               0
      ----------------------------------------------------------------------------
      """;

  private static final String PFC =
      """
      ============================================================
      Port               Mode Oper(VL bmap)  RxPPP      TxPPP
      ============================================================
      Ethernet1/49       On   On   (8)       70         81
      Ethernet1/50       Auto Off            512        13
      """;

  private static final String PAUSE =
      """
      Port         Send FlowControl  Receive FlowControl  RxPause TxPause
                   admin    oper     admin    oper
      ------       -------  -----    -------  -----       ------- -------
      Eth1/49      off      off      on       on          22831   9
      """;

  @Test
  void framesOfPfcAndOfGlobalPauseAreCounted() throws Exception {
    try (Connected leaf = new Connected("interface Ethernet1/49", "interface Ethernet1/50");
        SwitchSession session = leaf.session()) {
      leaf.nexus.refusals.put("show queuing interface", QUEUES);
      leaf.nexus.refusals.put("show interface priority-flow-control", PFC);
      leaf.nexus.refusals.put("show interface flowcontrol", PAUSE);

      List<Sweep> sweeps =
          session.sweepQueues(List.of(port("Ethernet1/49"), port("Ethernet1/50")), 1, 1);

      assertThat(sweeps)
          .extracting(Sweep::port)
          .containsExactly(port("Ethernet1/49"), port("Ethernet1/50"), port("ii1/1/2"));
      Sweep first = sweeps.getFirst();
      assertThat(told(first, Signal.GLOBAL_PAUSE_FRAMES, Direction.RX, -1)).hasValue(22_831);
      assertThat(told(first, Signal.GLOBAL_PAUSE_FRAMES, Direction.TX, -1)).hasValue(9);
      assertThat(told(first, Signal.PFC_PAUSE_FRAMES, Direction.RX, 3)).hasValue(70);
      assertThat(told(first, Signal.PFC_PAUSE_FRAMES, Direction.RX, -1))
          .as("not told twice")
          .isEmpty();
      Sweep second = sweeps.get(1);
      assertThat(told(second, Signal.PFC_PAUSE_FRAMES, Direction.RX, -1)).hasValue(512);
      assertThat(told(second, Signal.PFC_PAUSE_FRAMES, Direction.TX, -1)).hasValue(13);
      assertThat(told(second, Signal.GLOBAL_PAUSE_FRAMES, Direction.RX, -1)).isEmpty();
      assertThat(told(sweeps.getLast(), Signal.PRIORITY_DISCARDS, Direction.TX, 3)).hasValue(17);
    }
  }

  private static PortId port(String name) {
    return new PortId(Connected.LEAF, name);
  }

  private static OptionalLong told(Sweep sweep, Signal signal, Direction direction, int priority) {
    int at = QueueCell.columns().indexOf(new QueueCell(signal, direction, priority));
    return sweep.has(at) ? OptionalLong.of(sweep.value(at)) : OptionalLong.empty();
  }
}
