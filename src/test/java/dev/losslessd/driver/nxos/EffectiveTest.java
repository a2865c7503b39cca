package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.OnBox;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Change;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What applies to a port, whichever section says it; and how far one line reaches. */
class EffectiveTest extends OnBox<Leaf1> {
  private static final Target BOX = new Target.Device(Leaf1.ID);
  private static final String SITE = Transcript.read(SwitchSystem.NXOS, "effective.txt");

  private static final String MODULES =
      Transcript.read(SwitchSystem.NXOS, "priority-flow-control-modules.txt");

  @Override
  protected Leaf1 make(Path folder) throws IOException {
    return new Leaf1(folder);
  }

  private static NxosSnapshot of(String config) {
    return PortPoliciesTest.nxosSnapshot(config);
  }

  private static Target port(int number) {
    return Target.port(new PortId(Leaf1.ID, "Ethernet1/" + number));
  }

  /** A session with a switch that prints this configuration, and other text for one command. */
  private SwitchSession printing(String config, String command, String text) throws IOException {
    leaf.control()
        .rewrite((line, said) ->
            line.equals(RunningConfig.COMMAND) ? config : line.equals(command) ? text : said);
    return leaf.session("admin");
  }

  private static Reading read(SwitchSession session, Target target, SettingKind kind) {
    return session.read(target).reading(kind);
  }

  private static void set(SwitchSession session, Target target, Setting wanted) {
    Setting before = read(session, target, wanted.kind()).standing().orElseThrow();
    session.apply(new Change(target, before, wanted, List.of(), Set.of()));
  }

  @Test
  void aMemberActsByItsPortChannelWhateverItHasItself() {
    NxosSnapshot now = of(SITE);

    assertThat(now.dscpMap("Ethernet1/5").text()).isEqualTo("34->4");
    assertThat(now.trust("Ethernet1/5").text()).isEqualTo("dscp");
    assertThat(now.mtu("Ethernet1/5").bytes()).isEqualTo(9000);
    assertThat(now.queuingOf("Ethernet1/5")).contains("OUT");
    assertThat(now.watchdog("Ethernet1/5").on()).isTrue();
    assertThat(now.dscpMap("Ethernet1/6").text()).as("own policy is dead").isEqualTo("34->4");
    assertThat(now.mtu("Ethernet1/7").bytes()).isEqualTo(1500);
  }

  @Test
  void aPortChannelThatTheConfigurationLacksIsUnknownAndNotNone() throws Exception {
    String config = SITE.replace("interface port-channel41\n", "interface Vlan41\n");
    try (SwitchSession session = printing(config, "", "")) {
      for (SettingKind kind :
          List.of(SettingKind.TRUST, SettingKind.DSCP_MAP, SettingKind.ETS, SettingKind.ECN)) {
        assertThat(read(session, port(5), kind).text())
            .as(kind.word())
            .endsWith(
                "Ethernet1/5 is a member of port-channel41, which the configuration does not have:"
                    + " set there");
      }
    }
  }

  @Test
  void aPolicyOfAVlanIsThatOfItsAccessPortsAndOfATrunkUnknown() {
    NxosSnapshot now = of(SITE);

    assertThat(now.dscpMap("Ethernet1/8").text()).isEqualTo("10->2");
    assertThat(now.trust("Ethernet1/8").text()).isEqualTo("dscp");
    assertThat(now.dscpMap("Ethernet1/7").text()).as("another VLAN").isEqualTo("none");
    assertThat(now.dscpMap("Ethernet1/10").text()).as("routed").isEqualTo("none");
    assertThatThrownBy(() -> now.dscpMap("Ethernet1/9"))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "Ethernet1/9 has several VLANs, and 'vlan configuration 300,310-319' has policy BY_VLAN"
                + " for the packets of its own: set there");
    assertThatThrownBy(now::dscpMap).hasMessageContaining("[BUNDLE, BY_VLAN]");
    String third =
        SITE.replace("no switchport\n", "no switchport\n  service-policy type qos input DEAD\n");
    assertThatThrownBy(() -> of(third).dscpMap())
        .as("a port with a policy of its own")
        .hasMessageContaining("[BUNDLE, BY_VLAN, DEAD]");
  }

  @Test
  void aClassForAllElseIsQueueZeroAndAnUnknownClassLeavesSharesUnknown() {
    NxosSnapshot now = of(SITE);

    assertThat(now.shares("OUT").bandwidthPercent()).containsExactly(45, 0, 0, 0, 55, 0, 0, 0);
    assertThat(now.shares("OUT").selection().get(7).word()).isEqualTo("strict");
    assertThatThrownBy(() -> now.shares("STRANGE"))
        .hasMessageContaining("queuing class ELSEWHERE has a share, and no class-map");
    assertThat(now.marking("STRANGE").marking()).isEmpty();
    assertThatThrownBy(() -> now.shares("TWICE"))
        .hasMessageContaining("class-default is not the only one of its queue");
  }

  @Test
  void approximateFairDiscardWithEcnMarksAtThresholdsThatNothingTells() {
    assertThat(of(SITE).marking("OUT").text()).isEqualTo("4=untold");
    assertThat(of(SITE.replace("635 kbytes ecn", "635 kbytes")).marking("OUT").text())
        .isEqualTo("off");
  }

  @Test
  void statisticsThatAreOffHideNoPolicyAndAreNotTakenAway() throws Exception {
    try (SwitchSession session = printing(SITE, "", "")) {
      assertThat(read(session, BOX, SettingKind.LOSSLESS).text()).startsWith("4,6");
      assertThat(read(session, BOX, SettingKind.ETS).text()).contains("tc0=45% ", "tc4=55%");
      Lossless wanted = new Lossless(PrioritySet.of(4));
      assertThatThrownBy(() -> set(session, BOX, wanted))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining(
              "is attached with 'no-stats', which a rollback could not bring back");
      assertThat(leaf.sent()).doesNotContain("configure terminal");
    }
  }

  @Test
  void aPauseWithBuffersNamesItsPriorities() throws Exception {
    try (SwitchSession session = printing(SITE, PfcTable.COMMAND, MODULES)) {
      assertThat(read(session, BOX, SettingKind.LOSSLESS).text())
          .isEqualTo(
              "4,6 (with 'pause buffer-size 88000 pause-threshold 41000 resume-threshold 37000"
                  + " pfc-cos 4; pause pfc-cos 6 receive')");
      assertThat(read(session, BOX, SettingKind.LOSSLESS).isWhole()).isFalse();
      assertThat(read(session, port(7), SettingKind.PFC)).isInstanceOf(Reading.Value.class);
    }
  }

  @Test
  void aWatchdogWithOptionsIsOnAndAPlanLeavesThemAlone() throws Exception {
    try (SwitchSession session = printing(SITE, "", "")) {
      assertThat(read(session, port(7), SettingKind.PFC_WATCHDOG).text())
          .isEqualTo(
              "on (with 'priority-flow-control watch-dog-interval on interface-multiplier 12')");
      assertThat(read(session, port(8), SettingKind.PFC_WATCHDOG).text())
          .isEqualTo("on (with 'priority-flow-control watch-dog-interval on disable-action')");
      assertThat(session.capabilities(port(7)).of(SettingKind.PFC_WATCHDOG).why())
          .contains("interface-multiplier 12', which no rollback could bring back");
      assertThat(session.capabilities(port(10)).of(SettingKind.PFC_WATCHDOG).why()).isEmpty();
      Reading all = read(session, BOX, SettingKind.PFC_WATCHDOG);
      assertThat(((PfcWatchdog) all.inForce().orElseThrow()).on()).isTrue();
      assertThat(all.text())
          .contains(
              "watch-dog interval 300", "shutdown-multiplier 4", "fixed-restore multiplier 6");
    }
  }

  @Test
  void oldReleasesHaveTheMtuOfTheirClasses() {
    String old = SITE.replace("version 10.4(3) Bios:version 05.53", "version 6.0(2)U6(10)");

    assertThat(of(SITE).mtu("Ethernet1/8").bytes()).isEqualTo(1500);
    assertThat(of(old).mtu("Ethernet1/8").bytes()).isEqualTo(8192);
    assertThat(of(old).mtu("Ethernet1/10").bytes()).as("routed").isEqualTo(1500);
    assertThat(of(old).mtu("Ethernet1/5").bytes()).as("its own").isEqualTo(9000);
    assertThatThrownBy(() -> of(old.replaceFirst("mtu 8192", "mtu 2158")).mtu("Ethernet1/8"))
        .hasMessage("network-qos policy NQ has an MTU for each class: [2158, 8192]");
  }

  @Test
  void aTableOfSeveralModulesIsReadAndAnOddRowIsItsOwnPortsError() throws Exception {
    try (SwitchSession session = printing(SITE, PfcTable.COMMAND, MODULES)) {
      assertThat(read(session, port(7), SettingKind.PFC).text()).isEqualTo("4,6");
      assertThat(read(session, port(8), SettingKind.PFC).text()).isEqualTo("none");
      assertThat(read(session, port(9), SettingKind.PFC).text())
          .startsWith("unread: ")
          .contains("'Ethernet1/9        On   N/A", "expected port, mode, oper");
      assertThat(read(session, port(10), SettingKind.PFC).text())
          .as("cut off")
          .contains("printed 'Ethernet1/10': expected a row for this port");
      assertThat(read(session, port(9), SettingKind.MTU).text()).isEqualTo("1500");
      assertThat(read(session, port(5), SettingKind.PFC).text())
          .as("its port channel says on, its row off")
          .contains("member of port-channel41, which has 'priority-flow-control mode on'");
    }
  }

  @Test
  void aTableThatIsNoneLeavesOtherSettingsAlone() throws Exception {
    for (String broken : List.of(PfcTable.COMMAND, PauseTable.COMMAND)) {
      try (SwitchSession session = printing(SITE, broken, "Service not responding\n")) {
        SettingKind lost =
            broken.equals(PfcTable.COMMAND) ? SettingKind.PFC : SettingKind.GLOBAL_PAUSE;
        assertThat(read(session, port(7), lost).text()).startsWith("unread: '" + broken);
        assertThat(read(session, port(7), SettingKind.MTU).text()).isEqualTo("1500");
        assertThat(read(session, BOX, SettingKind.ECN).text()).isEqualTo("4=untold");
        assertThat(session.queues().sweep(List.of(new PortId(Leaf1.ID, "Ethernet1/1")), 1, 1))
            .isNotEmpty();
      }
    }
  }
}
