package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.FakeDevice;
import dev.losslessd.transport.ssh.SshSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NxosSessionTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final Target BOX = new Target.Device(LEAF);
  private static final Target PORT = Target.port(new PortId(LEAF, "Ethernet1/7"));

  private static final String[] BARE = {"system qos", "interface Ethernet1/7", "no shutdown"};

  /** Somebody has set this box up by hand, with names and units of their own. */
  private static final String[] SITE = {
    "class-map type qos match-any STORAGE",
    "match dscp 24-26,cs5",
    "policy-map type network-qos SITE_NQ",
    "class type network-qos c-8q-nq3",
    "mtu 9216",
    "pause pfc-cos 3",
    "class type network-qos c-8q-nq-default",
    "mtu 9216",
    "policy-map type qos SITE_IN",
    "class STORAGE",
    "set qos-group 3",
    "policy-map type queuing SITE_OUT",
    "class type queuing c-out-8q-q7",
    "bandwidth percent 2",
    "class type queuing c-out-8q-q6",
    "priority level 1",
    "class type queuing c-out-8q-q5",
    "bandwidth remaining percent 0",
    "class type queuing c-out-8q-q4",
    "bandwidth remaining percent 0",
    "class type queuing c-out-8q-q3",
    "bandwidth remaining percent 55",
    "random-detect minimum-threshold 200000 bytes maximum-threshold 900000 bytes"
        + " drop-probability 12 weight 0 ecn",
    "class type queuing c-out-8q-q2",
    "bandwidth remaining percent 0",
    "class type queuing c-out-8q-q1",
    "bandwidth remaining percent 0",
    "class type queuing c-out-8q-q-default",
    "bandwidth remaining percent 43",
    "system qos",
    "service-policy type network-qos SITE_NQ",
    "service-policy type queuing output SITE_OUT",
    "interface Ethernet1/7",
    "priority-flow-control mode on send-tlv",
    "mtu 9216",
    "interface Ethernet1/8",
    "service-policy type qos input SITE_IN"
  };

  /** One switch and a session with it. */
  private static final class Rig implements AutoCloseable {
    final FakeNexus nexus;
    final FakeDevice device;
    final SwitchSession session;
    boolean gateOpen = true;

    Rig(String... lines) throws Exception {
      nexus = new FakeNexus(lines);
      device = FakeDevice.start(nexus::talk);
      WriteGate gate =
          what -> {
            if (!gateOpen) {
              throw new TransportException(TransportException.Kind.CLOSED_GATE, what + ": closed");
            }
          };
      var target = device.target();
      session =
          new NxosDriver()
              .open(
                  new SwitchAccess(
                      LEAF,
                      () -> SshSession.open(target, gate, System::nanoTime),
                      Optional.empty(),
                      System::nanoTime,
                      "r12"));
    }

    Setting value(Target target, Setting like) {
      Reading reading = session.read(target).reading(like.kind());
      assertThat(reading).isInstanceOf(Reading.Value.class);
      return reading.inForce().orElseThrow();
    }

    Change change(Target target, Setting wanted) {
      String words = session.read(target).reading(wanted.kind()).words();
      return new Change(target, value(target, wanted), wanted, words, "", List.of(), Set.of());
    }

    @Override
    public void close() throws IOException {
      session.close();
      device.close();
    }
  }

  @Test
  void aBareSwitchReadsAsItsDefaults() throws Exception {
    try (Rig rig = new Rig(BARE)) {
      assertThat(rig.session.targets()).containsExactly(BOX, PORT);
      assertThat(rig.value(BOX, Lossless.NONE)).isEqualTo(Lossless.NONE);
      assertThat(rig.value(BOX, Ecn.OFF)).isEqualTo(Ecn.OFF);
      assertThat(rig.value(BOX, DscpMap.EMPTY)).isEqualTo(DscpMap.EMPTY);
      assertThat(rig.value(PORT, Pfc.OFF)).isEqualTo(Pfc.OFF);
      assertThat(rig.value(PORT, new Mtu(1500))).isEqualTo(new Mtu(1500));
      assertThat(rig.value(PORT, dscp())).isEqualTo(new Trust(Trust.Field.PCP));
    }
  }

  @Test
  void whatOthersConfiguredIsRead() throws Exception {
    try (Rig rig = new Rig(SITE)) {
      assertThat(rig.value(BOX, Lossless.NONE)).isEqualTo(new Lossless(PrioritySet.of(3)));
      assertThat(rig.value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
      assertThat(rig.value(BOX, Ecn.OFF).text()).isEqualTo("3=200000..900000@12%");
      assertThat(rig.value(BOX, DscpMap.EMPTY).text()).isEqualTo("24->3 25->3 26->3 40->3");
      assertThat(((Ets) rig.value(BOX, shares())).bandwidthPercent())
          .containsExactly(43, 0, 0, 55, 0, 0, 0, 2);
    }
  }

  @Test
  void everyChangeReadsBackTwiceIsOnceAndTheInverseRestores() throws Exception {
    for (String[] start : List.of(BARE, SITE)) {
      try (Rig rig = new Rig(start)) {
        String before = rig.nexus.config();
        List<Change> done = new ArrayList<>();
        for (var step : steps()) {
          Change change = rig.change(step.getKey(), step.getValue());
          rig.session.apply(change);
          assertThat(rig.value(step.getKey(), step.getValue())).matches(step.getValue()::isMetBy);
          String once = rig.nexus.config();
          rig.session.apply(change);
          assertThat(rig.nexus.config()).isEqualTo(once);
          done.add(change.inverse());
        }
        assertThat(rig.nexus.config()).isNotEqualTo(before);

        Collections.reverse(done);
        for (Change back : done) {
          rig.session.apply(back);
          assertThat(rig.value(back.target(), back.after())).isEqualTo(back.after());
        }

        assertThat(rig.nexus.config()).isEqualTo(before);
      }
    }
  }

  @Test
  void policiesOfOthersAreNeverEditedOrDeleted() throws Exception {
    try (Rig rig = new Rig(SITE)) {
      for (var step : steps()) {
        rig.session.apply(rig.change(step.getKey(), step.getValue()));
      }

      assertThat(rig.nexus.sent)
          .noneMatch(line -> line.matches("(no )?(policy-map|class-map) .*(SITE|STORAGE).*"))
          .contains("checkpoint losslessd-r12-r0")
          .doesNotContain("copy running-config startup-config");
    }
  }

  @Test
  void aRefusedLineIsToldAndUndone() throws Exception {
    try (Rig rig = new Rig(BARE)) {
      String before = rig.nexus.config();
      rig.nexus.refusals.put(
          "service-policy type network-qos losslessd-r12-network-qos-1",
          "ERROR: Configuration is locked by another session");
      Change change = rig.change(BOX, new Lossless(PrioritySet.of(3)));

      assertThatThrownBy(() -> rig.session.apply(change))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("locked by another session");
      assertThat(rig.nexus.config()).isEqualTo(before);
      assertThat(rig.nexus.sent.getLast()).isEqualTo("end");
    }
  }

  @Test
  void pfcOutsideTheLosslessSetIsRefused() throws Exception {
    try (Rig rig = new Rig(SITE)) {
      Change change = rig.change(PORT, new Pfc(PrioritySet.of(3, 4)));

      assertThatThrownBy(() -> rig.session.apply(change))
          .hasMessageContaining("one lossless set for all ports");
      assertThat(rig.nexus.sent).doesNotContain("configure terminal");
    }
  }

  @Test
  void aClosedGateSendsNothing() throws Exception {
    try (Rig rig = new Rig(BARE)) {
      Change change = rig.change(PORT, new Mtu(9216));
      rig.gateOpen = false;

      assertThatThrownBy(() -> rig.session.apply(change))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.CLOSED_GATE));
      assertThat(rig.nexus.sent).allMatch(line -> line.matches("(show|terminal) .*"));
    }
  }

  @Test
  void aCutAnswerIsNeverAWrongValue() throws Exception {
    try (Rig rig = new Rig(SITE)) {
      int lines = (int) rig.nexus.config().lines().count();
      for (int cut = 0; cut < lines - 1; cut += 7) {
        rig.nexus.cutAfter = cut;
        assertThatThrownBy(() -> rig.session.read(PORT))
            .isInstanceOfSatisfying(
                DeviceException.class,
                e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.GARBLED));
      }
    }
  }

  @Test
  void hostileNamesAreNeverSent() throws Exception {
    try (Rig rig = new Rig(BARE)) {
      Target hostile = Target.port(new PortId(LEAF, "Ethernet1/7:reload"));

      assertThatThrownBy(() -> rig.session.read(hostile)).hasMessageContaining("no such interface");
      assertThat(rig.nexus.sent).noneMatch(line -> line.contains("reload"));
    }
  }

  @Test
  void anAccountWithoutACommandIsTold() throws Exception {
    try (Rig rig = new Rig(BARE)) {
      rig.nexus.refusals.put("show interface flowcontrol", "% Permission denied for the role");

      assertThat(rig.session.missingPermissions())
          .containsExactly("show interface flowcontrol: % Permission denied for the role");
      assertThatThrownBy(() -> rig.session.read(PORT)).hasMessageContaining("Permission denied");
    }
  }

  @Test
  void savingIsAStepOfItsOwn() throws Exception {
    try (Rig rig = new Rig(BARE)) {
      rig.session.save();

      assertThat(rig.nexus.sent).contains("copy running-config startup-config");
    }
  }

  private static List<Map.Entry<Target, Setting>> steps() {
    return List.of(
        Map.entry(BOX, new Lossless(PrioritySet.of(4))),
        Map.entry(PORT, new Pfc(PrioritySet.of(4))),
        Map.entry(PORT, new GlobalPause(false, true)),
        Map.entry(PORT, new Mtu(9000)),
        Map.entry(BOX, shares()),
        Map.entry(BOX, Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_500, 10)))),
        Map.entry(BOX, new PfcWatchdog(true)),
        Map.entry(PORT, new PfcWatchdog(true)),
        Map.entry(PORT, dscp()),
        Map.entry(BOX, map(Map.of(26, 4, 27, 4, 48, 6))),
        Map.entry(BOX, map(Map.of(26, 3, 48, 6))));
  }

  private static Trust dscp() {
    return new Trust(Trust.Field.DSCP);
  }

  private static DscpMap map(Map<Integer, Integer> entries) {
    Map<Dscp, Priority> map = new TreeMap<>();
    entries.forEach((dscp, priority) -> map.put(Dscp.of(dscp), Priority.of(priority)));
    return DscpMap.of(map);
  }

  private static Ets shares() {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.ETS));
    selection.set(6, Ets.Selection.STRICT);
    return new Ets(selection, List.of(40, 0, 0, 60, 0, 0, 0, 0), List.of(0, 1, 2, 3, 4, 5, 6, 7));
  }
}
