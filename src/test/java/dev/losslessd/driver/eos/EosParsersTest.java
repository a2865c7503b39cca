package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Texts of EOS, read by one parser each. */
class EosParsersTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");

  private static RunningConfig config(String... lines) {
    return RunningConfig.parse(RunningConfig.COMMAND, String.join("\n", lines) + "\nend\n");
  }

  private static EosSnapshot snapshot(RunningConfig config) {
    return new EosSnapshot("", config, new Mtus(() -> ""), new ProfileNames(new AgentName("r12")));
  }

  private static Setting value(RunningConfig config, String port, SettingKind kind) {
    return snapshot(config).value(port, kind);
  }

  private static Ecn ecn(String line) {
    return EcnLines.parse(List.of(new ConfigLine("uc-tx-queue 3", line)));
  }

  @Test
  void aBannerIsNoConfiguration() {
    RunningConfig config =
        config(
            "! device: leaf1 (DCS-7060DX5-64S, EOS-4.33.1F)",
            "banner motd",
            "interface Ethernet9",
            "   qos trust dscp",
            "end",
            "EOF",
            "!",
            "interface Ethernet1",
            "   qos trust cos");

    assertThat(config.ports()).containsExactly("Ethernet1");
  }

  @Test
  void onlyFrontPanelPortsAreTold() {
    assertThat(
            config(
                    "interface Ethernet1/1",
                    "interface Ethernet10/28/1",
                    "interface Ethernet3.100",
                    "interface Port-Channel3",
                    "interface Management1",
                    "interface Vlan4")
                .ports())
        .containsExactly("Ethernet1/1", "Ethernet10/28/1");
  }

  @Test
  void whatEosPrintsOfDefaultsIsNoLine() {
    RunningConfig all =
        config(
            "interface Ethernet1/1",
            "   default qos trust",
            "   no priority-flow-control",
            "   priority-flow-control pause watchdog",
            "   no priority-flow-control priority 3",
            "   no flowcontrol send",
            "   tx-queue 3",
            "      priority strict",
            "      no bandwidth percent",
            "      no bandwidth guaranteed",
            "      no random-detect ecn minimum-threshold",
            "      no random-detect ecn count");

    PortConfig port = PortConfig.of(all, "Ethernet1/1");

    for (SettingKind kind : List.of(SettingKind.PFC, SettingKind.TRUST, SettingKind.ETS)) {
      assertThat(port.lines(kind)).as(kind.word()).isEmpty();
    }
    assertThat(EcnLines.parse(port.lines(SettingKind.ECN))).isEqualTo(Ecn.OFF);
    assertThat(value(all, "Ethernet1/1", SettingKind.ECN_COUNT)).isEqualTo(EcnCount.NONE);
    assertThat(value(all, "Ethernet1/1", SettingKind.PFC_WATCHDOG))
        .isEqualTo(new PfcWatchdog(true));
  }

  @Test
  void thresholdsAreBytesOrToldNotToBe() {
    String form = "random-detect ecn minimum-threshold %s maximum-threshold %s%s";
    assertThat(ecn(form.formatted("320 kbytes", "1500 kbytes", " max-mark-probability 20")).text())
        .isEqualTo("3=320KB..1500KB@20%");
    assertThat(ecn(form.formatted("5 bytes", "9 bytes", " max-mark-probability 1 weight 4")).text())
        .isEqualTo("3=5B..9B@1%");
    assertThat(ecn(form.formatted("2 mbytes", "7 mbytes", " max-mark-probability 4")).text())
        .isEqualTo("3=2MB..7MB@4%");
    for (String unit : List.of("segments", "milliseconds", "microseconds")) {
      assertThat(ecn(form.formatted("3 " + unit, "9 " + unit, " max-mark-probability 90")).text())
          .isEqualTo("3=untold");
    }
    assertThat(ecn(form.formatted("3 bytes", "9 bytes", "")).text()).isEqualTo("3=untold");
    assertThatThrownBy(() -> ecn(form.formatted("9 bytes", "3 bytes", " max-mark-probability 5")))
        .hasMessageContaining("a minimum below the maximum");
    assertThatThrownBy(() -> ecn("random-detect ecn minimum-threshold 3 furlongs"))
        .hasMessageContaining("thresholds with units");
  }

  @Test
  void marksByDelayAndCountsOfAWholePortAreNotNone() {
    RunningConfig config =
        config(
            "interface Ethernet9/1",
            "   random-detect ecn delay threshold 7 milliseconds",
            "   random-detect ecn count",
            "interface Ethernet10/1",
            "   tx-queue 3",
            "      random-detect ecn delay threshold 60 microseconds",
            "      random-detect ecn count");
    PortConfig whole = PortConfig.of(config, "Ethernet9/1");
    PortConfig queue = PortConfig.of(config, "Ethernet10/1");

    assertThatThrownBy(() -> whole.lines(SettingKind.ECN))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("Ethernet9/1: 'random-detect ecn delay threshold 7 milliseconds'");
    assertThatThrownBy(() -> whole.lines(SettingKind.ECN_COUNT))
        .hasMessageContaining("'random-detect ecn count'");
    assertThat(whole.lines(SettingKind.PFC)).isEmpty();
    assertThatThrownBy(() -> queue.lines(SettingKind.ECN))
        .hasMessageContaining("tx-queue 3: random-detect ecn delay threshold 60");
    assertThat(value(config, "Ethernet10/1", SettingKind.ECN_COUNT).text()).contains("3");
  }

  @Test
  void queuesThatAreNotTheirClassesAreToldAndNotSet() {
    RunningConfig config = config("qos map traffic-class 6 to tx-queue 2");

    assertThatThrownBy(config::requireQueuesAreClasses)
        .hasMessageContaining("puts classes on other queues");
  }

  @Test
  void timesOfTheWatchdogAreFractionsOfSeconds() {
    RunningConfig config =
        config(
            "priority-flow-control pause watchdog default timeout 0.05",
            "priority-flow-control pause watchdog default recovery-time 1.22",
            "priority-flow-control pause watchdog action no-drop");

    WatchdogLines watchdog = WatchdogLines.of(config.tree());
    assertThat(watchdog.value().on()).isTrue();
    assertThat(watchdog.wanted(watchdog.value(), "").lines())
        .containsExactlyInAnyOrder(
            "default timeout 0.05",
            "default recovery-time 1.22",
            "default polling-interval 0.1",
            "action no-drop");
  }

  @Test
  void theDscpMapIsReadWholeOrNotAtAll() {
    assertThat(
            DscpLines.map(
                    config(
                            "qos map dscp 8 9 63 to traffic-class 1",
                            "qos map dscp 18 to traffic-class 4 drop-precedence 2")
                        .tree())
                .text())
        .isEqualTo(
            "0-9->1 10-15->0 16->2 17->2 18->4 19-23->2 24-31->3 32-39->4 40-47->5 48-55->6"
                + " 56-62->7 63->1");
    for (String line :
        List.of(
            "qos map dscp 64 to traffic-class 1",
            "qos map dscp 3 to traffic-class 9",
            "qos map dscp to traffic-class 1",
            "qos map dscp af21 to traffic-class 1")) {
      assertThatThrownBy(() -> DscpLines.map(config(line).tree()))
          .as(line)
          .isInstanceOf(DeviceException.class);
    }
  }

  @Test
  void aTimerIsFoundInReleasesBeforeAndAfter432() {
    String old =
        """
        {"sessions": {"losslessd-a-c1": {"state": "pendingCommitTimer", "commitBy": 173983.8,
          "instances": {}}, "x": {"state": "pending", "instances":
          {"913": {"user": "bob", "terminal": "vty4"}}}}, "maxSavedSessions": 1}\
        """;
    String now =
        """
        {"sessions": {"losslessd-a-c1": {"state": "committed", "instances": {}}},
         "commitTimerSessionName": "losslessd-a-c1", "commitTimerExpireTime": 4711.5}\
        """;

    assertThat(ConfigSessions.parse(old).timer()).contains("losslessd-a-c1");
    assertThat(ConfigSessions.parse(old).sessions())
        .containsExactlyInAnyOrder(
            new ConfigSessions.Session("losslessd-a-c1", false, false),
            new ConfigSessions.Session("x", true, true));
    assertThat(ConfigSessions.parse(now).timer()).contains("losslessd-a-c1");
    assertThat(ConfigSessions.parse("{\"sessions\": {}}").timer()).isEqualTo(Optional.empty());
    assertThatThrownBy(() -> ConfigSessions.parse("{}"))
        .hasMessageContaining("the list of sessions");
    assertThatThrownBy(() -> ConfigSessions.parse(old.substring(0, 60)))
        .hasMessageContaining("one whole JSON document");
  }

  @Test
  void marksThatAreNotCountedAreNoZeros() {
    QueueCells marks = new QueueCells();
    QueueReader.marks(
        """
        {"intfQueueCounters": {"Ethernet10/28/1": {"queueCounters":
          {"0": "0", "3": "41", "4": "-", "9": "7"}}}}\
        """,
        marks);
    PortId port = new PortId(new DeviceId("leaf1"), "Ethernet10/28/1");
    Sweep sweep = marks.sweeps(List.of(port), 1, 2).getFirst();

    assertThat(marks.all().get(port.name()))
        .containsOnly(Map.entry(marked(0), 0L), Map.entry(marked(3), 41L));
    assertThat(sweep.missing(QueueCell.columns().indexOf(marked(4))))
        .isEqualTo(Sweep.Missing.SWITCHED_OFF);
    assertThat(sweep.missing(QueueCell.columns().indexOf(marked(5))))
        .isEqualTo(Sweep.Missing.NOT_EXPOSED);
    assertThatThrownBy(() ->
            QueueReader.marks(
                "{\"intfQueueCounters\": {\"Ethernet1\": {\"queueCounters\": {\"3\": \"many\"}}}}",
                new QueueCells()))
        .hasMessageContaining("a whole number");
  }

  private static QueueCell marked(int queue) {
    return new QueueCell(Signal.PRIORITY_MARKED, Direction.TX, queue);
  }

  @Test
  void dropsAreOfClassesOfTheirOwnThatAreTold() {
    QueueCells drops = new QueueCells();
    QueueReader.drops(
        """
        {"egressQueueCounters": {"interfaces": {"Ethernet1": {"ucastQueues": {"trafficClasses": {
          "TC3": {"dropPrecedences": {"DP0": {"droppedPackets": 5},
                                      "DP1": {"droppedPackets": 2}}},
          "TC4": {}, "TC5": {"dropPrecedences": {}},
          "TC0-2": {"dropPrecedences": {"DP0-2": {"droppedPackets": 9}}}}},
          "mcastQueues": {"trafficClasses": {"TC3": {"dropPrecedences":
            {"DP0": {"droppedPackets": 100}}}}}}}}}\
        """,
        drops);

    assertThat(drops.all().get("Ethernet1"))
        .containsExactly(Map.entry(new QueueCell(Signal.PRIORITY_DISCARDS, Direction.TX, 3), 7L));
  }

  @Test
  void neighboursAreNamedByTheNewerFieldWhereThereIsOne() {
    String text =
        """
        {"lldpNeighbors": {
          "Ethernet1": {"lldpNeighborInfo": [{"systemName": "gpu01", "chassisId": "0c42.a100.0001",
            "neighborInterfaceInfo": {"interfaceId": "\\"ens1f0\\"", "interfaceId_v2": "ens1f0"}}]},
          "Ethernet2": {"lldpNeighborInfo": [{"chassisId": "0c42.a100.0002",
            "neighborInterfaceInfo": {"interfaceId": "0c42.a100.0003"}}]},
          "Ethernet3": {"lldpNeighborInfo": []},
          "Management1": {"lldpNeighborInfo": [{"systemName": "oob", "chassisId": "x",
            "neighborInterfaceInfo": {"interfaceId": "1"}}]}}}\
        """;

    assertThat(LldpJson.parse(LEAF, text))
        .containsExactlyInAnyOrder(
            new Neighbour(new PortId(LEAF, "Ethernet1"), "gpu01", "ens1f0"),
            new Neighbour(new PortId(LEAF, "Ethernet2"), "0c:42:a1:00:00:02", "0c:42:a1:00:00:03"));
  }

  @Test
  void timesOfTheTimerAreRoundedUp() {
    assertThat(EosTransaction.clock(Duration.ofMillis(600_001))).isEqualTo("00:10:01");
    assertThat(EosTransaction.clock(Duration.ofHours(30))).isEqualTo("30:00:00");
    assertThatThrownBy(() -> EosTransaction.clock(Duration.ofDays(5)))
        .hasMessageContaining("less than 100 hours");
  }

  @Test
  void everyEntryOfTheLedgerHasALineAndASource() {
    assertThat(EosLedger.LEDGER.entries())
        .allSatisfy(entry -> {
          assertThat(entry.line()).as(entry.id()).isNotNull();
          assertThat(entry.source()).as(entry.id()).isNotBlank();
        })
        .extracting(Ledger.Entry::id)
        .doesNotHaveDuplicates();
    assertThat(EosLedger.LEDGER.find("configure session losslessd-a-c1 commit")).isPresent();
    for (String line :
        List.of(
            "reload",
            "configure",
            "configure session x commit",
            "commit timer 99",
            "interface Ethernet1-48",
            "no qos profile ROCE",
            "bash rm -rf /",
            "show running-config | redirect flash:x",
            "write erase")) {
      assertThat(EosLedger.LEDGER.find(line)).as(line).isEmpty();
    }
  }

  @Test
  void hostileWordsOfADeviceAreNeverSent() {
    RunningConfig config =
        config(
            "qos profile X",
            "   qos trust dscp",
            "   service-policy type qos input a;reload",
            "interface Ethernet1",
            "   service-profile X");
    EosSnapshot now = snapshot(config);
    Change change =
        new Change(
            Target.port(new PortId(LEAF, "Ethernet1")),
            Pfc.OFF,
            new Pfc(PrioritySet.of(3)),
            List.of(),
            Set.of());
    Draft draft = new Draft(now, "tx-queue", List.of(change));

    assertThatThrownBy(draft::script).hasMessageContaining("not in the ledger");
    for (String words :
        List.of("reload", "tx-queue 3; reload: no priority", "tx-queue 3: reload", "none; none")) {
      assertThatThrownBy(() -> ConfigLine.parseWords(SettingKind.ETS, words))
          .as(words)
          .isInstanceOf(DeviceException.class);
    }
  }

  @Test
  void aTimeOfTheBootThatIsNoneIsNotKnown() {
    assertThat(EosDriver.booted("{\"bootupTimestamp\": 1796.5E6}").orElseThrow().text())
        .contains("2026-12-05T");
    for (String seconds : List.of("\"1.1.1\"", "9E99", "99999999999E9", "\"x\"", "-1", "null")) {
      assertThat(EosDriver.booted("{\"bootupTimestamp\": " + seconds + "}")).as(seconds).isEmpty();
    }
  }
}
