package dev.losslessd.driver.junos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.fabric.SwitchSystem;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.SnmpSocket;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A switch of the fabric and a session with it over real SSH; one for all tests of a class. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnJunosLeaf {
  static final Target BOX = new Target.Device(FabricLeaf.ID);
  static final PortId PORT_ID = new PortId(FabricLeaf.ID, "et-0/0/0");
  static final Target PORT = Target.port(PORT_ID);
  static final Target OTHER = Target.port(new PortId(FabricLeaf.ID, "et-0/0/1"));
  static final Hold HOLD = new Hold("c7", Duration.ofMinutes(10));

  /** Somebody has set this box up by hand, each queue with the priority of its number. */
  static final String SITE =
      site(
          "forwarding-classes class ROCE queue-num 3",
          "forwarding-classes class ROCE no-loss",
          "forwarding-classes class ROCE pfc-priority 3",
          "forwarding-classes class CNP queue-num 6",
          "forwarding-classes class BULK queue-num 4",
          "forwarding-classes class BULK no-loss",
          "forwarding-classes class BULK pfc-priority 4",
          "classifiers dscp site forwarding-class BULK loss-priority low code-points 100010",
          "classifiers dscp site forwarding-class ROCE loss-priority low code-points 011010",
          "classifiers dscp site forwarding-class CNP loss-priority low code-points 110000",
          "drop-profiles dp interpolate fill-level 40",
          "drop-profiles dp interpolate fill-level 80",
          "drop-profiles dp interpolate drop-probability 0",
          "drop-profiles dp interpolate drop-probability 20",
          "congestion-notification-profile cnp pfc-watchdog detection 3",
          "congestion-notification-profile cnp input cable-length 40",
          "congestion-notification-profile cnp input dscp code-point 011010 pfc",
          "congestion-notification-profile cnp output ieee-802.1 code-point 011"
              + " flow-control-queue 3",
          "schedulers s-roce transmit-rate percent 45",
          "schedulers s-roce buffer-size percent 20",
          "schedulers s-roce drop-profile-map loss-priority any protocol any drop-profile dp",
          "schedulers s-roce explicit-congestion-notification",
          "schedulers s-cnp priority strict-high",
          "scheduler-maps sm forwarding-class ROCE scheduler s-roce",
          "scheduler-maps sm forwarding-class CNP scheduler s-cnp",
          "interfaces et-0/0/0 congestion-notification-profile cnp",
          "interfaces et-0/0/0 scheduler-map sm",
          "interfaces et-0/0/0 unit 0 classifiers dscp site",
          "interfaces et-0/0/1 congestion-notification-profile cnp",
          "interfaces et-0/0/1 scheduler-map sm");

  @SuppressWarnings("NullAway.Init") // JUnit calls open
  FabricLeaf leaf;

  @SuppressWarnings("NullAway.Init")
  SnmpSocket socket;

  @SuppressWarnings("NullAway.Init")
  SwitchSession session;

  @BeforeAll
  void open(@TempDir Path temp) throws IOException {
    leaf = new FabricLeaf(temp.resolve("f"), SwitchSystem.JUNOS, new JunosDriver());
    socket = new SnmpSocket();
    session = fresh();
  }

  @BeforeEach
  void reset() throws IOException {
    leaf.tell("clear leaf1");
    leaf.tell("reset leaf1");
    leaf.tell("log leaf1 clear");
  }

  @AfterAll
  void close() throws IOException {
    session.close();
    socket.close();
    leaf.close();
  }

  /** Another process. */
  final SwitchSession fresh() throws IOException {
    return leaf.session("admin", WriteGate.OPEN, Optional.of(leaf.snmp(socket)));
  }

  static String site(String... statements) {
    return String.join(
        " ; ", List.of(statements).stream().map(one -> "set class-of-service " + one).toList());
  }

  final Reading reading(Target target, SettingKind kind) {
    return session.read(target).reading(kind);
  }

  final Setting value(Target target, Setting like) {
    Reading reading = reading(target, like.kind());
    assertThat(reading).as(reading.text()).isInstanceOf(Reading.Value.class);
    return reading.inForce().orElseThrow();
  }

  final Change change(Target target, Setting wanted) {
    String words = reading(target, wanted.kind()).words();
    return new Change(target, value(target, wanted), wanted, words, "", List.of(), Set.of());
  }

  final List<Change> changes() {
    return List.of(
        change(PORT, new Pfc(PrioritySet.of(3))), change(PORT, ecn()), change(PORT, shares()));
  }

  static List<Map.Entry<Target, Setting>> steps() {
    return List.of(
        Map.entry(PORT, new Pfc(PrioritySet.of(3, 4))),
        Map.entry(PORT, new Mtu(9216)),
        Map.entry(PORT, ecn()),
        Map.entry(PORT, shares()),
        Map.entry(BOX, map(Map.of(26, 3, 34, 4, 48, 6))),
        Map.entry(PORT, dscp()),
        Map.entry(PORT, new PfcWatchdog(true)),
        Map.entry(PORT, new PfcWatchdog(false)),
        Map.entry(PORT, new Pfc(PrioritySet.of(3))),
        Map.entry(PORT, Ecn.OFF),
        Map.entry(PORT, GlobalPause.OFF));
  }

  static Ecn ecn() {
    return Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_500, 10)));
  }

  static Trust dscp() {
    return new Trust(Trust.Field.DSCP);
  }

  static DscpMap map(Map<Integer, Integer> entries) {
    Map<Dscp, Priority> map = new TreeMap<>();
    entries.forEach((dscp, priority) -> map.put(Dscp.of(dscp), Priority.of(priority)));
    return DscpMap.of(map);
  }

  static Ets shares() {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.ETS));
    selection.set(6, Ets.Selection.STRICT);
    return new Ets(selection, List.of(40, 0, 0, 60, 0, 0, 0, 0), List.of(0, 1, 2, 3, 4, 5, 6, 7));
  }
}
