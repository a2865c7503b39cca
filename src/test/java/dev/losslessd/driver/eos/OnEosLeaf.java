package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.fabric.SwitchSystem;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.EcnCount;
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
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A switch of the fabric and a session with it over real SSH. */
@Timeout(60)
abstract class OnEosLeaf {
  static final Target BOX = new Target.Device(FabricLeaf.ID);
  static final PortId PORT_ID = new PortId(FabricLeaf.ID, "Ethernet1");
  static final Target PORT = Target.port(PORT_ID);
  static final Hold HOLD = new Hold("c7", Duration.ofMinutes(10));

  /** Somebody has set this box up by hand: a profile for several ports, and units of their own. */
  static final String SITE =
      String.join(
          " ; ",
          "qos map dscp 26 27 to traffic-class 3",
          "priority-flow-control pause watchdog default timeout 0.05",
          "qos profile ROCE",
          "qos trust dscp",
          "qos cos 2",
          "priority-flow-control on",
          "priority-flow-control priority 3 no-drop",
          "priority-flow-control pause watchdog port timer timeout 0.05 polling-interval auto"
              + " recovery-time 1.11 forced",
          "tx-queue 3",
          "no priority",
          "bandwidth percent 30",
          "random-detect ecn minimum-threshold 320 kbytes maximum-threshold 1500 kbytes"
              + " max-mark-probability 20",
          "tx-queue 5",
          "bandwidth guaranteed percent 10",
          "interface Ethernet1",
          "no switchport",
          "mtu 9100",
          "service-profile ROCE",
          "tx-queue 3",
          "random-detect ecn count",
          "interface Ethernet2",
          "service-profile ROCE");

  /** The same without a profile. */
  static final String DIRECT =
      String.join(
          " ; ",
          "interface Ethernet1",
          "qos trust cos",
          "flowcontrol send on",
          "priority-flow-control on",
          "priority-flow-control priority 3 no-drop",
          "priority-flow-control priority 5 drop",
          "no priority-flow-control pause watchdog",
          "tx-queue 6",
          "no priority",
          "bandwidth percent 12",
          "random-detect ecn minimum-threshold 100000 bytes maximum-threshold 200000 bytes"
              + " max-mark-probability 7 weight 3");

  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path temp;

  @SuppressWarnings("NullAway.Init") // JUnit calls open
  FabricLeaf leaf;

  @SuppressWarnings("NullAway.Init")
  SwitchSession session;

  @BeforeEach
  void open() throws IOException {
    leaf = new FabricLeaf(temp.resolve("f"), SwitchSystem.EOS, new EosDriver());
    session = leaf.session("admin");
  }

  @AfterEach
  void close() throws IOException {
    session.close();
    leaf.close();
  }

  final Reading reading(Target target, SettingKind kind) {
    return session.read(target).reading(kind);
  }

  final Setting value(Target target, Setting like) {
    Reading reading = reading(target, like.kind());
    assertThat(reading).isInstanceOf(Reading.Value.class);
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
        Map.entry(PORT, new GlobalPause(true, false)),
        Map.entry(PORT, GlobalPause.OFF),
        Map.entry(PORT, new Pfc(PrioritySet.of(4))),
        Map.entry(PORT, new Mtu(9000)),
        Map.entry(PORT, shares()),
        Map.entry(PORT, ecn()),
        Map.entry(PORT, new EcnCount(PrioritySet.of(3, 4))),
        Map.entry(PORT, EcnCount.NONE),
        Map.entry(PORT, new EcnCount(PrioritySet.of(3))),
        Map.entry(BOX, new PfcWatchdog(true)),
        Map.entry(PORT, new PfcWatchdog(true)),
        Map.entry(PORT, new PfcWatchdog(false)),
        Map.entry(PORT, dscp()));
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
