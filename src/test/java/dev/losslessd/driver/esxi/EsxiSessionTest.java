package dev.losslessd.driver.esxi;

import static dev.losslessd.driver.esxi.EsxiServer.RDMA;
import static dev.losslessd.driver.esxi.EsxiServer.box;
import static dev.losslessd.driver.esxi.EsxiServer.change;
import static dev.losslessd.driver.esxi.EsxiServer.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RdmaDscp;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of reads, writes and undos over SSH. */
class EsxiSessionTest extends OnEsxiServer {
  private static final Pfc THREE = new Pfc(PrioritySet.of(3));
  private static final Trust DSCP = new Trust(Trust.Field.DSCP);
  private static final Trust PCP = new Trust(Trust.Field.PCP);
  private static final GlobalPause ON = new GlobalPause(true, true);

  @Test
  void aHostAsTheGuidesLeaveItHasPauseAndNoPfc() throws Exception {
    try (SwitchSession session = leaf.session()) {
      assertThat(session.targets())
          .containsExactly(
              box(),
              Target.parse("esx1:vmnic0"),
              Target.parse("esx1:vmnic1"),
              Target.parse("esx1:vmnic2"),
              Target.parse("esx1:vmnic3"));
      Observed port = session.read(Target.port(RDMA));
      assertThat(port.reading(SettingKind.GLOBAL_PAUSE).text())
          .isEqualTo("on (as the guides leave it; it is not PFC)");
      assertThat(port.inForce(SettingKind.PFC)).contains(Pfc.OFF);
      assertThat(port.inForce(SettingKind.MTU)).contains(new Mtu(9000));
      assertThat(session.read(box()).inForce(SettingKind.PFC)).contains(Pfc.OFF);
    }
  }

  @Test
  void whatOnlyABootBringsIsStagedUntilIt() throws Exception {
    try (SwitchSession session = leaf.session()) {
      session.apply(change(session, box(), THREE));

      assertThat(reading(session, box(), THREE).text()).isEqualTo("none (3 after reboot)");
      assertThat(reading(session, Target.port(RDMA), THREE).text())
          .isEqualTo("none (3 after reboot)");

      leaf.tell("reboot esx1");

      assertThat(reading(session, box(), THREE)).isInstanceOf(Reading.Value.class);
      assertThat(reading(session, box(), THREE).inForce()).contains(THREE);
      assertThat(reading(session, Target.port(RDMA), THREE).inForce()).contains(THREE);
      assertThat(reading(session, Target.port(RDMA), ON).inForce()).contains(GlobalPause.OFF);
    }
  }

  @Test
  void whatNothingTellsIsKnownOnlyAfterABootThatWasSeen() throws Exception {
    leaf.core("trust_state=2");
    try (SwitchSession session = leaf.session()) {
      Reading first = reading(session, box(), DSCP);
      assertThat(first.inForce()).isEmpty();
      assertThat(first.text()).isEqualTo("not told (dscp after reboot)");

      leaf.tell("reboot esx1");
      assertThat(reading(session, box(), DSCP).inForce()).contains(DSCP);

      session.apply(change(session, box(), PCP));
      assertThat(reading(session, box(), DSCP).text()).isEqualTo("dscp (pcp after reboot)");
      session.apply(change(session, box(), DSCP));
      assertThat(reading(session, box(), DSCP).text()).isEqualTo("dscp");
    }
    try (SwitchSession another = leaf.session()) {
      assertThat(reading(another, box(), DSCP).inForce()).isEmpty();
    }
  }

  @Test
  void aBootWithOtherParametersThanThoseLastSeenProvesNothing() throws Exception {
    try (SwitchSession session = leaf.session()) {
      session.read(box());
      leaf.core("trust_state=2");
      leaf.tell("reboot esx1");
      assertThat(reading(session, box(), DSCP).inForce()).isEmpty();
      assertThat(reading(session, box(), DSCP).standing()).contains(DSCP);
    }
  }

  @Test
  void eachSettingReadsBackTwiceIsOnceAndItsInverseRestoresEveryByte() throws Exception {
    try (SwitchSession session = leaf.session()) {
      for (Map.Entry<String, Setting> step : steps()) {
        leaf.core(step.getKey());
        List<String> found = leaf.state();
        leaf.tell("log esx1 clear");
        Change change = change(session, box(), step.getValue());

        session.apply(change);

        assertThat(reading(session, box(), step.getValue()).standing())
            .as(change.text())
            .contains(step.getValue());
        assertThat(leaf.state()).as(change.text()).isNotEqualTo(found);
        assertThat(leaf.writes()).hasSize(1);
        session.apply(change);
        assertThat(leaf.writes()).as(change.text()).hasSize(1);
        session.apply(change.inverse());
        assertThat(leaf.state()).as(change.text()).isEqualTo(found);
        assertThat(change.inverse().isMet(reading(session, box(), step.getValue()))).isTrue();
      }
    }
  }

  private static List<Map.Entry<String, Setting>> steps() {
    return List.of(
        Map.entry("", THREE),
        Map.entry("max_vfs=4,4  DRSS=8 ", THREE),
        Map.entry(" pfctx=8 DRSS=8   pfcrx=0x8", new Pfc(PrioritySet.of(3, 4))),
        Map.entry("pfctx=0x08 pfcrx=0x08 trust_state=2", Pfc.OFF),
        Map.entry("trust_state=2 max_vfs=8", PCP),
        Map.entry("", RdmaDscp.of(26)));
  }

  @Test
  void allOfThemInAnyOrderOfUndoLeaveNothing() throws Exception {
    for (boolean reversed : List.of(true, false)) {
      asDelivered();
      leaf.core("max_vfs=4");
      leaf.foreign(
          "esxcli system module parameters set -m nmlx5_rdma -p \"pcp_force=3 dscp_force=34\"");
      try (SwitchSession session = leaf.session()) {
        List<String> found = leaf.state();
        List<Change> done = new ArrayList<>();
        for (Setting setting : List.of(THREE, DSCP, RdmaDscp.of(26))) {
          Change change = change(session, box(), setting);
          session.apply(change);
          done.add(change);
        }
        Change pause = change(session, Target.port(RDMA), GlobalPause.OFF);
        session.apply(pause);
        done.add(pause);
        assertThat(leaf.state())
            .contains(
                "nmlx5_core options = 'max_vfs=4 pfctx=0x08 pfcrx=0x08 trust_state=2'",
                "nmlx5_rdma options = 'pcp_force=3 dscp_force=26'",
                "vmnic2 pause rx=false tx=false",
                "vmnic3 pause rx=true tx=true");
        List<Change> back = reversed ? done.reversed() : done;
        back.forEach(change -> session.apply(change.inverse()));
        assertThat(leaf.state()).isEqualTo(found);
      }
    }
  }

  @Test
  void pauseIsSetAtOnceAndInOneDirectionToo() throws Exception {
    try (SwitchSession session = leaf.session()) {
      for (GlobalPause wanted :
          List.of(GlobalPause.OFF, new GlobalPause(true, false), new GlobalPause(false, true))) {
        List<String> found = leaf.state();
        Change change = change(session, Target.port(RDMA), wanted);
        session.apply(change);
        assertThat(reading(session, Target.port(RDMA), wanted))
            .isInstanceOf(Reading.Value.class)
            .extracting(Reading::inForce)
            .isEqualTo(Optional.of(wanted));
        int writes = leaf.writes().size();
        session.apply(change);
        assertThat(leaf.writes()).hasSize(writes);
        session.apply(change.inverse());
        assertThat(leaf.state()).isEqualTo(found);
      }
    }
  }

  @Test
  void pfcThatTheSwitchNegotiatedIsInForceWithoutAParameter() throws Exception {
    leaf.core("pfctx=0x08 pfcrx=0x08");
    leaf.tell("reboot esx1");
    leaf.core("");
    try (SwitchSession session = leaf.session()) {
      assertThat(reading(session, box(), THREE).text())
          .isEqualTo("3 (by DCBX: no parameter of nmlx5_core asks for it)");
      session.apply(change(session, box(), Pfc.OFF));
      assertThat(leaf.state()).contains("nmlx5_core options = 'pfctx=0x00 pfcrx=0x00'");
      assertThat(reading(session, box(), THREE).text()).isEqualTo("3 (none after reboot)");
    }
  }

  @Test
  void masksThatDifferAreUnreadAndSpoilNoOther() throws Exception {
    try (SwitchSession session = leaf.session()) {
      for (String options :
          List.of("pfctx=0x08 pfcrx=0x00", "pfctx=0x08", "pfctx=0x108 pfcrx=0x108", "pfctx=x")) {
        leaf.core(options);
        Observed whole = session.read(box());
        assertThat(whole.reading(SettingKind.PFC)).as(options).isInstanceOf(Reading.Unread.class);
        assertThat(whole.reading(SettingKind.TRUST).standing()).contains(PCP);
      }
    }
  }

  @Test
  void otherNicsAreSeenAndSaidToBeSetElsewhere() throws Exception {
    Target other = Target.port(EsxiServer.OTHER);
    try (SwitchSession session = leaf.session()) {
      Observed seen = session.read(other);
      assertThat(seen.inForce(SettingKind.MTU)).contains(new Mtu(1500));
      for (SettingKind kind :
          List.of(SettingKind.PFC, SettingKind.TRUST, SettingKind.GLOBAL_PAUSE)) {
        assertThat(seen.reading(kind))
            .isInstanceOfSatisfying(
                Reading.Unsupported.class,
                no ->
                    assertThat(no.why())
                        .contains("ixgben", "esxcli system module parameters list -m ixgben"));
        assertThat(session.capabilities(other).of(kind).access()).isEqualTo(Capability.Access.NONE);
      }
      assertThat(session.capabilities(box()).of(SettingKind.PFC).risks())
          .containsExactly(Risk.NEEDS_REBOOT);
      assertThat(session.capabilities(Target.port(RDMA)).of(SettingKind.PFC).why())
          .contains("set pfc of esx1");
      assertThatThrownBy(
              () -> session.apply(new Change(other, ON, GlobalPause.OFF, List.of(), Set.of())))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("ixgben");
    }
  }
}
