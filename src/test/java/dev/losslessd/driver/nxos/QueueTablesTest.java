package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.SwitchSystem;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables that have each number of a queue, as text and as JSON, whole and cut. */
class QueueTablesTest {
  @TempDir private Path folder;

  private static final String QUEUES =
      Transcript.read(SwitchSystem.NXOS, "show-queuing-interface-two-ports.txt");

  private static final String WATCHDOG =
      Transcript.read(SwitchSystem.NXOS, "show-queuing-pfc-queue-detail.txt");

  private static long value(
      Map<String, Map<QueueCell, Long>> all, String port, Signal signal, Direction way, int n) {
    Map<QueueCell, Long> cells = Objects.requireNonNull(all.get(port), port);
    return Objects.requireNonNull(cells.get(new QueueCell(signal, way, n)), signal.name());
  }

  @Test
  void queuesAreReadWithAllTheirKindsOfPackets() {
    var all = QueueTable.parseQueues(QUEUES).all();
    String port = "Ethernet1/49/2";

    assertThat(value(all, port, Signal.PRIORITY_PACKETS, Direction.TX, 3)).isEqualTo(90_412_400);
    assertThat(value(all, port, Signal.PRIORITY_BYTES, Direction.TX, 3)).isEqualTo(93_440_007_123L);
    assertThat(value(all, port, Signal.PRIORITY_DISCARDS, Direction.TX, 3)).isEqualTo(17);
    assertThat(value(all, port, Signal.PRIORITY_MARKED, Direction.TX, 3)).isEqualTo(4711);
    assertThat(value(all, port, Signal.PFC_PAUSE_FRAMES, Direction.TX, 3)).isEqualTo(80);
    assertThat(value(all, port, Signal.PFC_PAUSE_FRAMES, Direction.RX, 3)).isEqualTo(22);
    assertThat(value(all, port, Signal.PFC_PAUSE_FRAMES, Direction.RX, 4)).isZero();
    assertThat(value(all, port, Signal.BUFFER_DISCARDS, Direction.TX, -1)).isEqualTo(6);
    assertThat(value(all, port, Signal.BUFFER_DISCARDS, Direction.RX, -1)).isEqualTo(91);
    assertThat(value(all, port, Signal.CONTROL_QUEUE_PACKETS, Direction.TX, -1)).isEqualTo(337);
    assertThat(value(all, port, Signal.CONTROL_QUEUE_DISCARDS, Direction.TX, -1)).isEqualTo(2);
    assertThat(all.get(port)).as("the switch's own queues are no priorities").hasSize(12);
  }

  /** Four queues, their control traffic and their mirrored packets, as NX-API numbers them. */
  private static String nxApi(int... groups) {
    String rows =
        Arrays.stream(groups)
            .mapToObj(group ->
                """
                {"eq-qosgrp": "%d", "TABLE_qosgrp_egress_stats_entry": {
                 "ROW_qosgrp_egress_stats_entry": [
                  {"eq-stat-type": "Tx", "eq-stat-units": "Pkts", "eq-uc-stat-value": "%d"},
                  {"eq-stat-type": "Dropped", "eq-stat-units": "Pkts", "eq-uc-stat-value": "1"}]}}
                """
                    .formatted(group, 100 + group))
            .collect(Collectors.joining(","));
    return """
    {"TABLE_queuing_interface": {"ROW_queuing_interface":
      {"if_name_str": "ii1/2/1", "TABLE_qosgrp_egress_stats":
        {"ROW_qosgrp_egress_stats": [%s]}}}}
    """
        .formatted(rows);
  }

  @Test
  void ofFourQueuesTheSwitchsOwnAreNoPriorities() {
    var all = QueueJson.parseQueues(nxApi(0, 1, 2, 3, 5, 6)).all();

    assertThat(value(all, "ii1/2/1", Signal.PRIORITY_PACKETS, Direction.TX, 3)).isEqualTo(103);
    assertThat(value(all, "ii1/2/1", Signal.CONTROL_QUEUE_PACKETS, Direction.TX, -1))
        .isEqualTo(105);
    assertThat(value(all, "ii1/2/1", Signal.CONTROL_QUEUE_DISCARDS, Direction.TX, -1)).isOne();
    assertThat(all.get("ii1/2/1")).hasSize(10);
  }

  @Test
  void ofEightQueuesEachIsAPriority() {
    var all = QueueJson.parseQueues(nxApi(0, 1, 2, 3, 4, 5, 6, 7)).all();

    assertThat(value(all, "ii1/2/1", Signal.PRIORITY_PACKETS, Direction.TX, 5)).isEqualTo(105);
    assertThat(all.get("ii1/2/1")).hasSize(16);
  }

  @Test
  void theWatchdogIsReadWithItsSums() {
    var all = WatchdogTable.parseWatchdog(WATCHDOG).all();

    assertThat(value(all, "Ethernet1/7", Signal.WATCHDOG_SHUTDOWNS, Direction.TX, 3)).isEqualTo(12);
    assertThat(value(all, "Ethernet1/7", Signal.WATCHDOG_RESTORES, Direction.TX, 3)).isEqualTo(11);
    assertThat(value(all, "Ethernet1/7", Signal.WATCHDOG_DISCARDS, Direction.TX, 3))
        .isEqualTo(6000);
    assertThat(value(all, "Ethernet1/7", Signal.WATCHDOG_DISCARDS, Direction.RX, 3))
        .isEqualTo(1925);
  }

  @Test
  void aCutAtAnyPlaceIsAnErrorOrTheWholeButNeverAnotherValue() {
    cut(QUEUES, text -> QueueTable.parseQueues(text).all(), 1);
    cut(WATCHDOG, text -> WatchdogTable.parseWatchdog(text).all(), WATCHDOG.length() / 2);
  }

  /**
   * @param least how many cuts must be errors
   */
  private static void cut(
      String text, Function<String, Map<String, Map<QueueCell, Long>>> parser, int least) {
    var whole = parser.apply(text);
    int errors = 0;
    for (int end = 0; end < text.length(); end++) {
      try {
        parser
            .apply(text.substring(0, end))
            .forEach((port, cells) ->
                assertThat(Objects.requireNonNull(whole.get(port), port))
                    .containsAllEntriesOf(cells));
      } catch (DeviceException e) {
        assertThat(e.kind()).isEqualTo(DeviceException.Kind.GARBLED);
        errors++;
      }
    }
    assertThat(errors).isGreaterThan(least);
  }

  @Test
  void whatNoSwitchPrintsIsGarbled() {
    assertThatThrownBy(() -> QueueTable.parseQueues("")).hasMessageContaining("Egress Queuing");
  }

  @Test
  void aRowThatIsNotUnderstoodLeavesOutItsOwnPort() {
    String odd = QUEUES + QUEUES.replace("49/2", "50").replaceFirst("4711", "47x1");

    assertThat(QueueTable.parseQueues(odd).all()).isEqualTo(QueueTable.parseQueues(QUEUES).all());
    assertThat(QueueTable.parseQueues(odd).leftOut().get("Ethernet1/50")).contains("'47x1'");
    assertThat(WatchdogTable.parseWatchdog(WATCHDOG.replace("6000", "6k")).leftOut())
        .hasEntrySatisfying("Ethernet1/7", why -> assertThat(why).contains("'6k'"));
    assertThat(QueueJson.parseQueues(nxApi(0, 1, 2).replace("\"102\"", "\"1e2\"")).leftOut())
        .hasEntrySatisfying("ii1/2/1", why -> assertThat(why).contains("1e2"));
  }

  @Test
  void aTableOfPausesWithoutPriorityGroupsIsRead() {
    String text =
        """
        Egress Queuing for Ethernet1/7 [System]
        +-------------------------------------------------------------+
        |                              QOS GROUP 5                    |
        +-------------------------------------------------------------+
        |                   Tx Pkts |             610|               0|
        +-------------------------------------------------------------+
        PFC Statistics
        ------------------------------------------------------------------------------
        TxPPP:                   14,   RxPPP:                    9
        ------------------------------------------------------------------------------
        PFC_COS QOS_Group   TxPause             TxCount   RxPause             RxCount
              5         5  Inactive                  14  Inactive                   9
        ------------------------------------------------------------------------------
        """;

    var all = QueueTable.parseQueues(text).all();

    assertThat(value(all, "Ethernet1/7", Signal.PFC_PAUSE_FRAMES, Direction.TX, 5)).isEqualTo(14);
    assertThat(value(all, "Ethernet1/7", Signal.PFC_PAUSE_FRAMES, Direction.RX, 5)).isEqualTo(9);
    assertThat(value(all, "Ethernet1/7", Signal.PRIORITY_PACKETS, Direction.TX, 5)).isEqualTo(610);
  }

  @Test
  void aQueueWithoutANumberForUnicastHasNone() {
    String none = QUEUES.replaceFirst("90412345\\|", "     N/A|");
    var cells = QueueTable.parseQueues(none).all().get("Ethernet1/49/2");

    assertThat(cells)
        .doesNotContainKey(new QueueCell(Signal.PRIORITY_PACKETS, Direction.TX, 3))
        .containsEntry(new QueueCell(Signal.PRIORITY_BYTES, Direction.TX, 3), 93_440_007_123L);
    String json =
        nxApi(0, 1, 2)
            .replace(
                "\"eq-uc-stat-value\": \"102\"",
                "\"eq-uc-stat-value\": \"N/A\", \"eq-mc-stat-value\": \"9\"");
    assertThat(QueueJson.parseQueues(json).all().get("ii1/2/1"))
        .doesNotContainKey(new QueueCell(Signal.PRIORITY_PACKETS, Direction.TX, 2))
        .containsEntry(new QueueCell(Signal.PRIORITY_PACKETS, Direction.TX, 1), 101L);
  }

  @Test
  void aPortThatIsLeftOutHasNoSweepAndAReason() throws Exception {
    try (Leaf1 leaf = new Leaf1(folder.resolve("odd"));
        SwitchSession session = leaf.session("admin")) {
      String odd = QUEUES + QUEUES.replace("49/2", "50").replaceFirst("4711", "47x1");
      leaf.control()
          .rewrite((line, text) ->
              line.equals(QueueTable.COMMAND)
                  ? odd
                  : line.endsWith("| json") ? "% Invalid command at '^' marker." : text);
      PortId good = new PortId(Leaf1.ID, "Ethernet1/49/2");
      PortId bad = new PortId(Leaf1.ID, "Ethernet1/50");

      assertThat(session.queues().sweep(List.of(good, bad), 1_000, 2_000))
          .extracting(Sweep::port)
          .containsExactly(good);
      assertThat(session.queues().leftOut())
          .containsOnlyKeys(bad)
          .hasEntrySatisfying(bad, why -> assertThat(why).contains("'47x1'"));
    }
  }

  @Test
  void textAndJsonOfOneSwitchTellTheSame() throws Exception {
    try (Leaf1 leaf = new Leaf1(folder.resolve("f"));
        SwitchSession session = leaf.session("admin")) {
      List<PortId> ports =
          List.of(new PortId(Leaf1.ID, "Ethernet1/1"), new PortId(Leaf1.ID, "Ethernet1/9"));
      leaf.tell(
          "foreign leaf1 policy-map type network-qos N ; class type network-qos c-8q-nq3"
              + " ; pause pfc-cos 3 ; system qos ; service-policy type network-qos N"
              + " ; interface ethernet 1/1 ; priority-flow-control mode on"
              + " ; priority-flow-control watch-dog-interval on");

      List<Sweep> asJson = session.queues().sweep(ports, 1_000, 2_000);
      leaf.tell("refuse leaf1 show queuing 1");
      List<Sweep> asText = session.queues().sweep(ports, 1_000, 2_000);

      assertThat(asJson).hasSize(1);
      assertThat(asText).hasSize(1);
      for (int n = 0; n < QueueCell.columns().size(); n++) {
        QueueCell cell = QueueCell.columns().get(n);
        assertThat(asText.getFirst().missing(n))
            .as(cell.toString())
            .isIn(asJson.getFirst().missing(n), Sweep.Missing.NOT);
        // how long a pause was is in no table of NX-OS
        if (cell.priority() == 3 && cell.signal() != Signal.PFC_PAUSE_TIME) {
          assertThat(asJson.getFirst().value(n)).as(cell.toString()).isEqualTo(0);
        }
      }
    }
  }
}
