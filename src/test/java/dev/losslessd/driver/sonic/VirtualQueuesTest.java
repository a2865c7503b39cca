package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.SnmpSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where a switch with virtual output queues counts what it drops, and what other fields mean. */
class VirtualQueuesTest extends OnSonicLeaf {
  private static final QueueCell DROPS = new QueueCell(Signal.PRIORITY_DISCARDS, Direction.TX, 4);

  /** Egress queue 4 with 2 drops, and virtual queues by their names. */
  private static CountersDb asic(String... virtual) {
    StringBuilder names = new StringBuilder();
    StringBuilder counters = new StringBuilder();
    for (int n = 0; n < virtual.length; n++) {
      String[] parts = virtual[n].split(" ");
      String id = "oid:0x99" + n;
      names.append(n == 0 ? "" : ",").append("\"" + parts[0] + "\":\"" + id + "\"");
      counters.append(",\"COUNTERS:" + id + "\":{");
      for (int f = 1; f < parts.length; f++) {
        String[] field = parts[f].split("=");
        counters.append(f == 1 ? "" : ",");
        counters.append("\"SAI_QUEUE_STAT_" + field[0] + "_PACKETS\":\"" + field[1] + "\"");
      }
      counters.append("}");
    }
    return CountersDb.parse(
        "dump",
        """
        {"COUNTERS_PORT_NAME_MAP":{"Ethernet16":"oid:0x7"},
         "COUNTERS_QUEUE_NAME_MAP":{"Ethernet16:4":"oid:0x8"},
         "COUNTERS:oid:0x7":{"SAI_PORT_STAT_WRED_DROPPED_PACKETS":"0"},
         "COUNTERS:oid:0x8":{"SAI_QUEUE_STAT_DROPPED_PACKETS":"2"},
         "COUNTERS_VOQ_NAME_MAP":{%s}%s}
        """
            .formatted(names, counters));
  }

  private static ConfigDb config(String... metadata) {
    ConfigDb db = new ConfigDb();
    Arrays.stream(metadata)
        .map(cell -> cell.split("="))
        .forEach(cell -> db.set(new Row(Tables.METADATA, "localhost"), cell[0], cell[1]));
    return db;
  }

  private static Map<QueueCell, Long> cells(ConfigDb db, CountersDb own, CountersDb... others) {
    List<CountersDb> all = new ArrayList<>(List.of(others));
    all.add(own);
    Map<QueueCell, Long> cells = new HashMap<>(own.port("Ethernet16").orElseThrow());
    new VirtualQueues(all).addTo(cells, db, "Ethernet16");
    return cells;
  }

  @Test
  void dropsAreThoseOfTheEgressTheVirtualQueueAndItsCreditWatchdog() {
    CountersDb asic =
        asic(
            "box|Ethernet16:4 DROPPED=700 CREDIT_WD_DELETED=30 WRED_DROPPED=5",
            "box|Ethernet20:4 DROPPED=9000");

    assertThat(cells(config("hostname=box", "switch_type=voq"), asic))
        .containsEntry(DROPS, 732L)
        .containsEntry(CountersDb.WRED, 5L);
    assertThat(cells(config(), asic)).containsEntry(DROPS, 732L);
  }

  @Test
  void aVirtualQueueThatIsNotCountedLeavesNoNumber() {
    assertThat(cells(config("switch_type=voq"), asic())).doesNotContainKey(DROPS);
    assertThat(cells(config("switch_type=voq"), asic("box|Ethernet16:4 WRED_DROPPED=N/A")))
        .doesNotContainKeys(DROPS, CountersDb.WRED);
    assertThat(cells(config("hostname=other"), asic("box|Ethernet16:4 DROPPED=700")))
        .doesNotContainKey(DROPS);
    assertThat(cells(config(), asic())).containsEntry(DROPS, 2L);
  }

  @Test
  void allAsicsOfACardAreAddedUpAndThoseOfOtherCardsAreNotZero() {
    ConfigDb db = config("hostname=lc1", "asic_name=Asic0", "switch_type=voq");
    CountersDb own = asic("lc1|asic0|Ethernet16:4 DROPPED=10", "lc1|asic1|Ethernet16:4 DROPPED=1");
    CountersDb second = asic("lc1|asic0|Ethernet16:4 DROPPED=500");

    assertThat(cells(db, own, second)).containsEntry(DROPS, 512L);

    CountersDb far =
        CountersDb.parse(
            "dump",
            """
            {"COUNTERS_PORT_NAME_MAP":{"Ethernet16":"oid:0x7"},
             "COUNTERS:oid:0x7":{"SAI_PORT_STAT_PFC_3_RX_PKTS":"1"},
             "COUNTERS_VOQ_NAME_MAP":{"lc1|asic0|Ethernet16:4":"oid:0x1",
               "lc9|asic0|Ethernet16:4":"oid:0x2"},
             "COUNTERS:oid:0x1":{"SAI_QUEUE_STAT_DROPPED_PACKETS":"0"},
             "COUNTERS:oid:0x2":{"SAI_QUEUE_STAT_DROPPED_PACKETS":"77"}}
            """);
    assertThat(cells(db, far)).doesNotContainKey(DROPS);
    CountersDb unpolled =
        CountersDb.parse(
            "dump",
            """
            {"COUNTERS_PORT_NAME_MAP":{"Ethernet16":"oid:0x7"},
             "COUNTERS_VOQ_NAME_MAP":{"lc1|asic0|Ethernet16:4":"oid:0x1"}}
            """);
    assertThat(cells(db, second, unpolled)).doesNotContainKey(DROPS);
    assertThat(cells(db, far, second)).containsEntry(DROPS, 500L);
  }

  @Test
  void pausesTheirTimeAndWredDropsOfQueuesAreTaken() {
    Map<QueueCell, Long> cells =
        CountersDb.parse(
                "dump",
                """
                {"COUNTERS_PORT_NAME_MAP":{"Ethernet4":"oid:0x1"},
                 "COUNTERS_QUEUE_NAME_MAP":{"Ethernet4:0":"oid:0x2","Ethernet4:3":"oid:0x3"},
                 "COUNTERS:oid:0x1":{"SAI_PORT_STAT_PAUSE_RX_PKTS":"61",
                   "SAI_PORT_STAT_PAUSE_TX_PKTS":"62",
                   "SAI_PORT_STAT_PFC_3_RX_PAUSE_DURATION_US":"12500",
                   "SAI_PORT_STAT_PFC_5_RX_PAUSE_DURATION":"99",
                   "EST_PORT_STAT_PFC_4_RX_PAUSE_DURATION_US":"98"},
                 "COUNTERS:oid:0x2":{"SAI_QUEUE_STAT_WRED_DROPPED_PACKETS":"20"},
                 "COUNTERS:oid:0x3":{"SAI_QUEUE_STAT_WRED_DROPPED_PACKETS":"3"}}
                """)
            .port("Ethernet4")
            .orElseThrow();

    assertThat(cells)
        .containsOnly(
            Map.entry(new QueueCell(Signal.GLOBAL_PAUSE_FRAMES, Direction.RX, -1), 61L),
            Map.entry(new QueueCell(Signal.GLOBAL_PAUSE_FRAMES, Direction.TX, -1), 62L),
            Map.entry(new QueueCell(Signal.PFC_PAUSE_TIME, Direction.RX, 3), 12_500L),
            Map.entry(CountersDb.WRED, 23L));
  }

  @Test
  void neitherWayOfASwitchWithVirtualQueuesTellsOfTheEgressAlone() throws Exception {
    leaf.foreign("sudo sonic-db-cli CONFIG_DB hset 'DEVICE_METADATA|localhost' switch_type voq");
    try (SnmpSocket socket = new SnmpSocket(_ -> {});
        SwitchSession session =
            leaf.session("admin", WriteGate.OPEN, Optional.of(leaf.snmp(socket)))) {
      Sweep bySnmp = session.sweeper(SonicLeaf.id(1)).sweep(1, 2);
      assertThat(bySnmp.schema().counters())
          .extracting(Counter::signal)
          .contains(Signal.PRIORITY_PACKETS)
          .doesNotContain(Signal.PRIORITY_DISCARDS);

      Sweep queues = session.queues().sweep(List.of(SonicLeaf.id(1)), 3, 4).getFirst();
      int drops = QueueCell.columns().indexOf(new QueueCell(DROPS.signal(), Direction.TX, 3));
      assertThat(queues.missing(drops)).isEqualTo(Sweep.Missing.NOT);
    }
  }
}
