package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.SnmpSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters and neighbours, of the fabric's agent and of text. */
class SonicCountersTest {
  private static final String DUMP = Transcript.read(SwitchSystem.SONIC, "counters-db.json");

  @TempDir Path folder;

  @Test
  void everyColumnOfAPortAndItsNeighbourComeByItsAlias() throws Exception {
    try (SonicLeaf leaf = new SonicLeaf(folder);
        SnmpSocket socket = new SnmpSocket(_ -> {});
        SwitchSession session =
            leaf.session("admin", WriteGate.OPEN, Optional.of(leaf.snmp(socket)))) {
      Sweep sweep = session.sweeper(SonicLeaf.id(2)).sweep(1, 1);
      List<Counter> columns = sweep.schema().counters();
      assertThat(columns)
          .extracting(Counter::signal)
          .contains(Signal.PORT_BYTES, Signal.PFC_PAUSE_FRAMES, Signal.PRIORITY_PACKETS);
      assertThat(columns)
          .extracting(Counter::rawName)
          .noneMatch(name -> name.startsWith("cpfcIfR"));
      for (int n = 0; n < columns.size(); n++) {
        assertThat(sweep.has(n)).as(columns.get(n).rawName()).isTrue();
      }
      List<Neighbour> heard = session.neighbours();
      assertThat(heard)
          .extracting(one -> one.localPort().name() + " " + one.localName())
          .contains("Ethernet0 etp1", "Ethernet4 Eth2(Port2)");
      assertThat(heard).extracting(Neighbour::remoteSystem).contains("gpu01", "gpu02");

      try (SwitchSession plain = leaf.session()) {
        assertThat(plain.neighbours()).containsExactlyInAnyOrderElementsOf(heard);
        List<PortId> asked = List.of(SonicLeaf.id(1), new PortId(SonicLeaf.ID, "Ethernet900"));
        Sweep queues = plain.queues().sweep(asked, 5, 6).getFirst();
        assertThat(plain.queues().sweep(asked, 5, 6)).hasSize(1);
        assertThat(missing(queues, Signal.PRIORITY_MARKED)).isEqualTo(Sweep.Missing.SWITCHED_OFF);
        assertThat(missing(queues, Signal.WATCHDOG_RESTORES)).isEqualTo(Sweep.Missing.NOT_EXPOSED);
        assertThat(missing(queues, Signal.PRIORITY_PACKETS)).isEqualTo(Sweep.Missing.NOT);
        leaf.foreign(
            "sudo sonic-db-cli CONFIG_DB hset 'FLEX_COUNTER_TABLE|WRED_ECN_QUEUE'"
                + " FLEX_COUNTER_STATUS enable");
        Sweep now = plain.queues().sweep(asked, 7, 8).getFirst();
        assertThat(missing(now, Signal.PRIORITY_MARKED)).isEqualTo(Sweep.Missing.NOT);
        leaf.tell("truncate leaf1 1");
        assertThatThrownBy(() -> plain.queues().sweep(asked, 9, 10))
            .isInstanceOf(DeviceException.class);
      }
    }
  }

  private static Sweep.Missing missing(Sweep sweep, Signal signal) {
    List<Counter> columns = sweep.schema().counters();
    for (int n = 0; n < columns.size(); n++) {
      if (columns.get(n).signal() == signal) {
        return sweep.missing(n);
      }
    }
    throw new AssertionError("no column of " + signal);
  }

  @Test
  void whatTheAsicDoesNotCountIsMissingAndGroupsAreAddedUp() {
    Map<QueueCell, Long> cells = CountersDb.parse("dump", DUMP).port("Ethernet8").orElseThrow();

    assertThat(cells)
        .containsOnly(
            Map.entry(new QueueCell(Signal.PFC_PAUSE_FRAMES, Direction.RX, 3), 11L),
            Map.entry(new QueueCell(Signal.BUFFER_DISCARDS, Direction.TX, -1), 4L),
            Map.entry(new QueueCell(Signal.BUFFER_DISCARDS, Direction.RX, -1), 8L),
            Map.entry(new QueueCell(Signal.PRIORITY_PACKETS, Direction.TX, 3), 100L),
            Map.entry(new QueueCell(Signal.PRIORITY_MARKED, Direction.TX, 3), 9L),
            Map.entry(new QueueCell(Signal.WATCHDOG_SHUTDOWNS, Direction.TX, 3), 2L));
    assertThat(CountersDb.parse("dump", DUMP).port("Ethernet0")).isEmpty();
  }

  @Test
  void aDumpThatIsCutAnywhereIsAnError() {
    String text = DUMP.strip();
    for (int cut = 0; cut < text.length(); cut++) {
      String part = text.substring(0, cut);
      assertThatThrownBy(() -> CountersDb.parse("dump", part)).isInstanceOf(DeviceException.class);
    }
  }

  @Test
  void aTableOfNeighboursThatIsCutAnywhereIsAnError() {
    String text =
        """
        Capability codes: (R) Router, (B) Bridge, (O) Other
        LocalPort    RemoteDevice    RemotePortID       Capability    RemotePortDescr
        -----------  --------------  -----------------  ------------  -----------------
        Ethernet8    gpu 07 rack 2   0c:42:a1:00:00:07  OR            ens1f0np0
        Ethernet12   spine1          Ethernet1/2        BR            to leaf
        eth0         mgmt            ge-0/0/1           B
        --------------------------------------------------
        Total entries displayed:  3
        """
            .strip();
    DeviceId leaf = new DeviceId("leaf1");

    assertThat(LldpTable.parse(leaf, text))
        .containsExactly(
            new Neighbour(new PortId(leaf, "Ethernet8"), "gpu 07 rack 2", "0c:42:a1:00:00:07")
                .forwarding(Neighbour.Forwarding.YES),
            new Neighbour(new PortId(leaf, "Ethernet12"), "spine1", "Ethernet1/2")
                .forwarding(Neighbour.Forwarding.YES));
    for (int cut = 0; cut < text.length(); cut++) {
      String part = text.substring(0, cut);
      assertThatThrownBy(() -> LldpTable.parse(leaf, part)).isInstanceOf(DeviceException.class);
    }
  }
}
