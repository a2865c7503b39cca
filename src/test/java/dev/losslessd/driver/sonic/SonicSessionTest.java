package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PfcWatchdog.Action;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of reads, writes and undos over SSH. */
class SonicSessionTest extends OnSonicLeaf {
  @Test
  void theStockSwitchReadsAsItsTemplate() throws Exception {
    try (SwitchSession session = leaf.session()) {
      assertThat(session.targets())
          .startsWith(SonicLeaf.box(), SonicLeaf.port(1), SonicLeaf.port(2))
          .doesNotHaveDuplicates();
      Observed port = session.read(SonicLeaf.port(1));
      assertThat(port.inForce(SettingKind.PFC)).contains(new Pfc(PrioritySet.of(3, 4)));
      assertThat(port.inForce(SettingKind.LOSSLESS)).contains(new Lossless(PrioritySet.of(3, 4)));
      assertThat(port.inForce(SettingKind.TRUST)).contains(Wishes.dscp());
      assertThat(port.inForce(SettingKind.MTU)).contains(new Mtu(9100));
      assertThat(port.inForce(SettingKind.GLOBAL_PAUSE)).contains(GlobalPause.OFF);
      assertThat(port.inForce(SettingKind.PFC_WATCHDOG)).contains(PfcWatchdog.OFF);
      Ecn.Marking stock = new Ecn.Marking(1_048_576, 2_097_152, 5);
      assertThat(port.inForce(SettingKind.ECN))
          .contains(Ecn.of(Map.of(Priority.of(3), stock, Priority.of(4), stock)));
      Ets ets = (Ets) port.inForce(SettingKind.ETS).orElseThrow();
      assertThat(ets.bandwidthPercent()).containsExactly(14, 14, 14, 15, 15, 14, 14, 0);
      assertThat(ets.selection().get(7)).isEqualTo(Ets.Selection.VENDOR);
      DscpMap map = (DscpMap) port.inForce(SettingKind.DSCP_MAP).orElseThrow();
      assertThat(map.entries()).hasSize(64).containsEntry(Dscp.of(26), Priority.of(1));
      assertThat(session.read(SonicLeaf.box()).inForce(SettingKind.DSCP_MAP)).contains(map);
    }
  }

  /** Takes all QoS of a port away, as {@code config qos clear} does for all. */
  private void bare(int number) throws Exception {
    String port = SonicLeaf.name(number);
    List<String> rows = new ArrayList<>(List.of("PORT_QOS_MAP|" + port));
    for (int n = 0; n < 7; n++) {
      rows.add("QUEUE|" + port + "|" + n);
    }
    rows.add("BUFFER_PG|" + port + "|3-4");
    for (String row : rows) {
      leaf.foreign("sudo sonic-db-cli CONFIG_DB del '" + row + "'");
    }
  }

  @Test
  void aBarePortIsSetUpFromNothingAndIsBareAgain() throws Exception {
    bare(1);
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();
      Observed port = session.read(SonicLeaf.port(1));
      assertThat(port.inForce(SettingKind.PFC)).contains(Pfc.OFF);
      assertThat(port.inForce(SettingKind.ECN)).contains(Ecn.OFF);
      assertThat(port.inForce(SettingKind.TRUST)).contains(new Trust(Trust.Field.PCP));
      assertThat(port.inForce(SettingKind.DSCP_MAP)).contains(DscpMap.EMPTY);
      List<Change> done = new ArrayList<>();
      for (Setting wanted :
          List.of(
              SonicLeaf.shares(),
              SonicLeaf.THREE,
              Wishes.ecn(400_000, 1_600_000, 20),
              Wishes.dscp())) {
        done.add(SonicLeaf.change(session, SonicLeaf.port(1), wanted));
        session.apply(done.getLast());
      }
      assertThat(leaf.cells("PORT_QOS_MAP|Ethernet0 "))
          .containsExactly(
              "PORT_QOS_MAP|Ethernet0 dscp_to_tc_map=AZURE",
              "PORT_QOS_MAP|Ethernet0 pfc_enable=3",
              "PORT_QOS_MAP|Ethernet0 pfcwd_sw_enable=3",
              "PORT_QOS_MAP|Ethernet0 tc_to_pg_map=losslessd-r12-pg-00030000",
              "PORT_QOS_MAP|Ethernet0 tc_to_queue_map=AZURE");
      assertThat(session.read(SonicLeaf.port(1)).inForce(SettingKind.LOSSLESS))
          .contains(new Lossless(PrioritySet.of(3)));
      Collections.reverse(done);
      done.forEach(change -> session.apply(change.inverse()));
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void aProfileWithoutItsSwitchesIsSilent() throws Exception {
    leaf.foreign(
        "sudo sonic-db-cli CONFIG_DB hdel 'WRED_PROFILE|AZURE_LOSSLESS' wred_green_enable");
    try (SwitchSession session = leaf.session()) {
      Reading silent = session.read(SonicLeaf.port(1)).reading(SettingKind.ECN);
      assertThat(silent.inForce()).contains(Ecn.OFF);
      assertThat(silent.text()).contains("marks nothing", "wred_green_enable");
    }
    leaf.foreign(
        "sudo sonic-db-cli CONFIG_DB hset 'WRED_PROFILE|AZURE_LOSSLESS' wred_green_enable true ecn"
            + " ecn_red");
    try (SwitchSession session = leaf.session()) {
      assertThat(session.read(SonicLeaf.port(1)).reading(SettingKind.ECN).text())
          .contains("ecn is ecn_red");
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), Wishes.ecn(1000, 2000, 5)));
      assertThat(leaf.cells("QUEUE|Ethernet0|3 wred"))
          .containsExactly("QUEUE|Ethernet0|3 wred_profile=losslessd-r12-1000-2000-5");
      assertThat(leaf.cells("QUEUE|Ethernet4|3 wred"))
          .containsExactly("QUEUE|Ethernet4|3 wred_profile=AZURE_LOSSLESS");
    }
  }

  @Test
  void thresholdsThatAProfileHasAlreadyNeedNoOther() throws Exception {
    try (SwitchSession session = leaf.session()) {
      Ecn stock = Wishes.ecn(1_048_576, 2_097_152, 5);
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), Wishes.ecn(5000, 6000, 50)));
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), stock));
      assertThat(leaf.cells("QUEUE|Ethernet0|3 wred"))
          .containsExactly("QUEUE|Ethernet0|3 wred_profile=AZURE_LOSSLESS");
      assertThat(leaf.cells("WRED_PROFILE|losslessd")).isEmpty();
    }
  }

  @Test
  void aLosslessPriorityWithoutBufferIsSaid() throws Exception {
    leaf.foreign("sudo sonic-db-cli CONFIG_DB del 'BUFFER_PG|Ethernet0|3-4'");
    try (SwitchSession session = leaf.session()) {
      Observed port = session.read(SonicLeaf.port(1));
      assertThat(port.reading(SettingKind.PFC).text())
          .contains("3,4", "no lossless priority group for 3,4");
      assertThat(port.inForce(SettingKind.LOSSLESS)).contains(Lossless.NONE);
    }
  }

  @Test
  void theWatchdogNeedsPfcAndItsQueuesAndPollsNoFasterThanTheSwitch() throws Exception {
    leaf.foreign("sudo sonic-db-cli CONFIG_DB hset 'PFC_WD|GLOBAL' POLL_INTERVAL 400");
    try (SwitchSession session = leaf.session()) {
      PfcWatchdog on = new PfcWatchdog(true);
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), on));
      assertThat(leaf.cells("PFC_WD|Ethernet0 "))
          .contains("PFC_WD|Ethernet0 detection_time=400", "PFC_WD|Ethernet0 restoration_time=800");
      leaf.foreign("sudo sonic-db-cli CONFIG_DB hset 'PORT_QOS_MAP|Ethernet0' pfcwd_sw_enable 4");
      Reading part = session.read(SonicLeaf.port(1)).reading(SettingKind.PFC_WATCHDOG);
      assertThat(part.inForce()).contains(new PfcWatchdog(true, 400, 800, Action.DROP));
      assertThat(part.text()).contains("watches 4 of 3,4: pfcwd_sw_enable leaves out 3");
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), on));
      assertThat(leaf.cells("PORT_QOS_MAP|Ethernet0 pfcwd"))
          .containsExactly("PORT_QOS_MAP|Ethernet0 pfcwd_sw_enable=4");
      leaf.foreign("sudo sonic-db-cli CONFIG_DB hset 'PORT_QOS_MAP|Ethernet0' pfcwd_sw_enable 5");
      Reading blind = session.read(SonicLeaf.port(1)).reading(SettingKind.PFC_WATCHDOG);
      assertThat(blind.inForce()).contains(PfcWatchdog.OFF);
      assertThat(blind.text()).contains("pfcwd_sw_enable leaves out 3,4");
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), on));
      assertThat(leaf.cells("PORT_QOS_MAP|Ethernet0 pfcwd"))
          .containsExactly("PORT_QOS_MAP|Ethernet0 pfcwd_sw_enable=3,4");
      session.apply(SonicLeaf.change(session, SonicLeaf.port(2), Pfc.OFF));
      Change none = SonicLeaf.change(session, SonicLeaf.port(2), on);
      assertThatThrownBy(() -> session.apply(none)).hasMessageContaining("set its pfc first");
    }
  }

  /** As SONiC's own sample of an NVIDIA SN4280 has it for ports without a neighbour. */
  @Test
  void aStockLossyBufferMakesRoomForLosslessPrioritiesAndComesBack() throws Exception {
    String cli = "sudo sonic-db-cli CONFIG_DB ";
    leaf.foreign(
        cli
            + "hset 'DEVICE_METADATA|localhost' buffer_model dynamic ; "
            + cli
            + "hdel 'PORT_QOS_MAP|Ethernet0' pfc_enable pfcwd_sw_enable ; "
            + cli
            + "hset 'BUFFER_PG|Ethernet0|3-4' profile ingress_lossy_profile");
    List<String> found = leaf.state();
    try (SwitchSession session = leaf.session()) {
      for (Pfc wanted : List.of(SonicLeaf.THREE, new Pfc(PrioritySet.of(3, 4)))) {
        Change change = SonicLeaf.change(session, SonicLeaf.port(1), wanted);
        session.apply(change);
        assertThat(session.read(SonicLeaf.port(1)).inForce(SettingKind.LOSSLESS))
            .contains(new Lossless(wanted.lossless()));
        assertThat(leaf.cells("BUFFER_PG|Ethernet0|"))
            .contains(
                wanted.equals(SonicLeaf.THREE)
                    ? "BUFFER_PG|Ethernet0|4 profile=ingress_lossy_profile"
                    : "BUFFER_PG|Ethernet0|3-4 profile=NULL");
        session.apply(change.inverse());
        session.cleanUp();
        assertThat(leaf.state()).isEqualTo(found);
      }
    }
  }

  @Test
  void timesAndActionThatWereThereComeBack() throws Exception {
    leaf.foreign("sudo pfcwd start --action alert --restoration-time 700 Ethernet0 600");
    List<String> found = leaf.state();
    try (SwitchSession session = leaf.session()) {
      PfcWatchdog there = new PfcWatchdog(true, 600, 700, Action.ALERT);
      assertThat(SonicLeaf.value(session, SonicLeaf.port(1), there)).isEqualTo(there);
      Change times =
          SonicLeaf.change(session, SonicLeaf.port(1), new PfcWatchdog(true, 300, null, null));
      session.apply(times);
      assertThat(leaf.cells("PFC_WD|Ethernet0 "))
          .contains("PFC_WD|Ethernet0 detection_time=300", "PFC_WD|Ethernet0 action=alert");
      assertThat(leaf.sent()).noneMatch(line -> line.contains("pfcwd stop"));
      Change action =
          SonicLeaf.change(
              session, SonicLeaf.port(1), new PfcWatchdog(true, null, 900, Action.DROP));
      session.apply(action);
      assertThat(leaf.sent()).anyMatch(line -> line.contains("pfcwd stop Ethernet0"));
      assertThat(SonicLeaf.value(session, SonicLeaf.port(1), there))
          .isEqualTo(new PfcWatchdog(true, 300, 900, Action.DROP));
      session.apply(action.inverse());
      session.apply(times.inverse());
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void whatCannotBeWrittenIsSaid() throws Exception {
    try (SwitchSession session = leaf.session()) {
      var can = session.capabilities(SonicLeaf.port(1));
      assertThat(can.of(SettingKind.PFC).access()).isEqualTo(Capability.Access.WRITE);
      assertThat(can.of(SettingKind.DSCP_MAP).why()).contains("set dscp of leaf1");
      assertThat(can.of(SettingKind.GLOBAL_PAUSE).access()).isEqualTo(Capability.Access.READ);
      assertThat(can.of(SettingKind.DCQCN).access()).isEqualTo(Capability.Access.NONE);
      Change tiny = SonicLeaf.change(session, SonicLeaf.port(1), new Mtu(9500));
      assertThatThrownBy(() -> session.apply(tiny)).hasMessageContaining("68..9216");
    }
  }

  static List<Map.Entry<Target, Setting>> steps() {
    return List.of(
        Map.entry(SonicLeaf.port(1), SonicLeaf.THREE),
        Map.entry(SonicLeaf.port(2), new Pfc(PrioritySet.of(5))),
        Map.entry(SonicLeaf.port(3), Pfc.OFF),
        Map.entry(SonicLeaf.port(1), SonicLeaf.shares()),
        Map.entry(SonicLeaf.port(1), Wishes.ecn(400_000, 1_600_000, 20)),
        Map.entry(SonicLeaf.port(2), Wishes.ecn(400_000, 1_600_000, 20)),
        Map.entry(SonicLeaf.port(2), Ecn.of(Map.of(Priority.of(4), new Ecn.Marking(9, 99, 1)))),
        Map.entry(SonicLeaf.box(), Wishes.map(Map.of(26, 3, 48, 6, 27, 3))),
        Map.entry(SonicLeaf.port(1), new Trust(Trust.Field.PCP)),
        Map.entry(SonicLeaf.port(1), new Mtu(9216)),
        Map.entry(SonicLeaf.port(1), new PfcWatchdog(true)),
        Map.entry(SonicLeaf.port(1), new PfcWatchdog(true, 300, 2000, Action.FORWARD)),
        Map.entry(SonicLeaf.port(2), new PfcWatchdog(true, 1000, null, null)));
  }
}
