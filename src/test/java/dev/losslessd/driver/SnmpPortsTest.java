package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Direction;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.snmp.Responder;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import dev.losslessd.transport.snmp.SnmpTarget;
import dev.losslessd.transport.snmp.SnmpVersion;
import dev.losslessd.transport.snmp.TableAgent;
import dev.losslessd.transport.snmp.TestAgent;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All ports of a switch in one go, from an agent that may be slow, small or lossy. */
class SnmpPortsTest {
  private static final SnmpColumns COLUMNS =
      new SnmpColumns()
          .ifMib()
          .byPriority(Signal.PFC_PAUSE_FRAMES, Direction.RX, "pfc", TableAgent.PFC)
          .byPriority(Signal.PRIORITY_DISCARDS, Direction.RX, "none", "1.3.6.1.4.1.99999.1.3");

  private final TableAgent agent = new TableAgent(64, 1000);
  private final SnmpSocket socket = new SnmpSocket(_ -> {});
  private Responder responder;
  private long second;

  @BeforeEach
  void start() throws SocketException {
    responder = Responder.start(agent);
  }

  @AfterEach
  void stop() {
    responder.close();
    socket.close();
  }

  @Test
  void allPortsComeInFewRequestsAndNamesOnlyOnce() {
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));
    assertRight(sweep(switch1, 64), 64);
    int names = agent.names();

    sweep(switch1, 64);
    int before = agent.requests();
    assertRight(sweep(switch1, 64), 64);

    // 64 ports of 8 counters and 8 priorities are 1024 numbers
    assertThat(agent.requests() - before).isLessThan(16);
    assertThat(agent.names()).isEqualTo(names);
    assertThat(switch1.rates()).hasSize(64).containsEntry(port(7), 400_000L);
    assertThat(switch1.toll().restarts()).isZero();
  }

  @Test
  void linksComeWithTheCountersAndAnAgentThatDoesNotKnowSaysNothing() {
    int up = 1;
    int down = 2;
    int unknown = 4;
    int lowerLayerDown = 7;
    agent.link(1000, up, down, unknown, lowerLayerDown);
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));
    sweep(switch1, 5);

    assertThat(switch1.links())
        .containsOnly(
            Map.entry(port(1), new LinkReading(true, 1_000_000_000)),
            Map.entry(port(2), new LinkReading(false, 1_000_000_000)),
            Map.entry(port(4), new LinkReading(false, 1_000_000_000)));
    agent.link(1000, down, up);
    sweep(switch1, 5);
    assertThat(switch1.links())
        .containsEntry(port(1), new LinkReading(false, 2_000_000_000))
        .containsEntry(port(2), new LinkReading(true, 2_000_000_000));
  }

  @Test
  void aPortThatIsDownHasNoRateAndSaysWhoTookItDown() {
    int up = 1;
    int down = 2;
    agent.link(1000, up, down, down);
    agent.admin(1000, up, up, down);
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));
    sweep(switch1, 4);
    assertThat(switch1.rates()).containsOnlyKeys(port(1), port(4));
    assertThat(switch1.links())
        .containsEntry(port(2), new LinkReading(false, false, 1_000_000_000))
        .containsEntry(port(3), new LinkReading(false, true, 1_000_000_000));

    agent.link(1000, down, down, up);
    agent.admin(1000, up, up, up);
    sweep(switch1, 4);
    assertThat(switch1.rates())
        .as("asked anew, as other ports are down")
        .containsOnlyKeys(port(3), port(4));
    assertThat(switch1.links().values()).extracting(LinkReading::shut).containsOnly(false);
  }

  @Test
  void portsThatGotOtherNumbersAreFoundByTheTimeOfTheChange() {
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));
    sweep(switch1, 8);

    agent.number(64, 5000);
    agent.tableChanged(60_000);

    assertRight(sweep(switch1, 8), 8);
    assertThat(switch1.toll().restarts()).isZero();
  }

  @Test
  void anAgentThatDoesNotTellOfChangesIsAskedForNamesEachTime() {
    agent.withoutTableChange();
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));
    sweep(switch1, 8);

    agent.number(64, 5001);

    assertRight(sweep(switch1, 8), 8);
  }

  @Test
  void anAgentThatBeganAnewIsCountedAndItsNamesAreWalked() {
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));
    sweep(switch1, 8);
    int names = agent.names();

    agent.upTime(500);
    sweep(switch1, 8);

    assertThat(switch1.toll().restarts()).isEqualTo(1);
    assertThat(agent.names()).isGreaterThan(names);
  }

  @Test
  void namesThatBreakOffAfterARebootLeaveNoOldNumbers() {
    DeviceSweeper switch1 = ports(Duration.ofMillis(100));
    sweep(switch1, 8);
    agent.number(64, 1001); // number 1001 was p2 and is p1
    agent.upTime(500);
    agent.losesNames(true);

    assertThatThrownBy(() -> sweep(switch1, 8)).isInstanceOf(DeviceException.class);
    agent.losesNames(false);

    assertRight(sweep(switch1, 8), 8);
    assertThat(switch1.toll().restarts()).as("told once, not twice").isEqualTo(1);
  }

  @Test
  void aClockThatWrapsIsNoRestart() {
    agent.upTime((1L << 32) - 100);
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));
    sweep(switch1, 2);

    agent.upTime(900);
    sweep(switch1, 2);

    assertThat(switch1.toll().restarts()).isZero();
  }

  @Test
  void aThirdOfThePacketsLostIsAskedForAgain() {
    DeviceSweeper switch1 = ports(Duration.ofMillis(150));
    sweep(switch1, 64);
    agent.loses(30);

    assertRight(sweep(switch1, 64), 64);

    assertThat(switch1.toll().retries()).isPositive();
  }

  @Test
  void answersThatAreCutAreFollowedUpAndNotAskedForSoLargeAgain() {
    agent.most(30, true);
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));
    assertRight(sweep(switch1, 64), 64);
    int before = agent.requests();

    assertRight(sweep(switch1, 64), 64);

    assertThat(agent.requests() - before).isBetween(34, 60);
  }

  @Test
  void ofTwoRowsWithOneNameTheOneWithAConnectorCounts() {
    // p2 and p3 are rows 1001 and 1002
    agent.twin("p2", 400);
    agent.twin("p3", 4400);
    for (int port : new int[] {1001, 1002}) {
      agent.connector(port, 1);
    }
    agent.connector(400, 2);
    agent.connector(4400, 2);
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));

    assertRight(sweep(switch1, 8), 8);
    assertRight(sweep(switch1, 8), 8);
    assertThat(switch1.rates()).containsEntry(port(2), 400_000L).containsEntry(port(3), 400_000L);
    assertThat(switch1.leftOut()).isEmpty();
  }

  @Test
  void whereNoConnectorIsToldTheEthernetRowCounts() {
    int ethernet = 6;
    int vlan = 135;
    agent.twin("p5", 300);
    agent.twin("p6", 9000);
    agent.type(300, vlan);
    agent.type(9000, vlan);
    agent.type(1004, ethernet);
    agent.type(1005, ethernet);
    agent.withoutTableChange();
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));

    assertRight(sweep(switch1, 8), 8);
    assertRight(sweep(switch1, 8), 8);
  }

  @Test
  void aNameThatNothingDecidesLeavesThatPortOutWithTheReason() {
    agent.twin("p4", 7000);
    agent.connector(1003, 1);
    agent.connector(7000, 1);
    agent.type(1003, 6);
    agent.type(7000, 6);
    SnmpSweeper alone = sweeper(port(4), Duration.ofSeconds(2));
    DeviceSweeper switch1 = alone.together(Duration.ofSeconds(60)).orElseThrow();

    assertThat(sweep(switch1, 5))
        .extracting(Sweep::port)
        .containsExactlyInAnyOrder(port(1), port(2), port(3), port(5));
    assertThat(switch1.leftOut()).containsOnlyKeys(port(4));
    assertThatThrownBy(() -> alone.sweep(1_000, 2_000))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.GARBLED))
        .hasMessage(
            "leaf1:p4 counters: 2 rows of the agent have this ifName (ifIndex 1003, 7000), and"
                + " ifConnectorPresent and ifType do not show which is the port");

    agent.remove(7000);
    agent.tableChanged(70_000);
    assertRight(sweep(switch1, 5), 5);
    assertThat(switch1.leftOut()).isEmpty();
  }

  @Test
  void anAgentThatRefusesLargeAnswersIsAskedForLess() {
    agent.most(20, false);
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));

    assertRight(sweep(switch1, 64), 64);
  }

  @Test
  void fewPortsOfManyAreAskedForByName() {
    DeviceSweeper switch1 = ports(Duration.ofSeconds(2));
    List<PortId> few = List.of(port(1), port(20), port(40), port(64));
    switch1.sweep(few, 0, ++second);
    switch1.sweep(few, 0, ++second);
    int before = agent.requests();

    List<Sweep> sweeps = switch1.sweep(few, 0, ++second);

    assertThat(sweeps).extracting(Sweep::port).containsExactlyInAnyOrderElementsOf(few);
    assertThat(agent.requests() - before).isLessThan(6);
  }

  @Test
  void aDeadAgentIsGivenUpAndAPortThatIsNotThereIsLeftOut() {
    DeviceSweeper switch1 = ports(Duration.ofMillis(100));
    assertThat(switch1.sweep(List.of(port(3), port(99)), 0, 1))
        .extracting(Sweep::port)
        .containsExactly(port(3));

    agent.loses(100);

    assertThatThrownBy(() -> sweep(switch1, 8))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("no answer within");
    int before = agent.requests();
    assertThatThrownBy(switch1::probe).isInstanceOf(DeviceException.class);
    assertThat(agent.requests() - before).as("one packet").isEqualTo(1);
  }

  private DeviceSweeper ports(Duration timeout) {
    return sweeper(port(1), timeout).together(Duration.ofSeconds(60)).orElseThrow();
  }

  private SnmpSweeper sweeper(PortId port, Duration timeout) {
    SnmpTarget target =
        TestAgent.of(
                "leaf1",
                InetAddress.getLoopbackAddress(),
                new SnmpVersion.V2c("public"::toCharArray))
            .withPort(responder.port())
            .withPatience(timeout, 2)
            .withPdusPerSecond(10_000)
            .target();
    SnmpClient client = new TestAgent(target).client(socket);
    return new SnmpSweeper(port, client, COLUMNS, UnaryOperator.identity());
  }

  private List<Sweep> sweep(DeviceSweeper from, int ports) {
    second++;
    return from.sweep(
        IntStream.rangeClosed(1, ports).mapToObj(SnmpPortsTest::port).toList(),
        second * 1000,
        second * 1_000_000_000L);
  }

  private static PortId port(int n) {
    return PortId.parse("leaf1:p" + n);
  }

  private static void assertRight(List<Sweep> sweeps, int ports) {
    assertThat(sweeps).hasSize(ports);
    for (Sweep sweep : sweeps) {
      int port = Integer.parseInt(sweep.port().name().substring(1));
      int[] columns = {6, 10, 7, 11, 13, 19, 14, 20};
      for (int n = 0; n < 16; n++) {
        long expected = TableAgent.value(port, n < 8 ? columns[n] : 100 + n - 8);
        assertThat(sweep.value(n)).as(sweep.port() + " column " + n).isEqualTo(expected);
      }
      for (int n = 16; n < 24; n++) {
        assertThat(sweep.missing(n)).isEqualTo(Sweep.Missing.NOT_EXPOSED);
      }
    }
  }
}
