package dev.losslessd.driver.junos;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of a driver: settings, over real SSH with a switch that keeps state. */
class JunosSessionTest extends OnJunosLeaf {
  private static final PfcWatchdog DEFAULT_WATCHDOG =
      new PfcWatchdog(true, 200, 200, PfcWatchdog.Action.DROP);

  @Test
  void aBareSwitchReadsAsItsDefaults() {
    assertThat(session.targets()).startsWith(BOX, PORT);
    assertThat(value(BOX, DscpMap.EMPTY)).isEqualTo(DscpMap.EMPTY);
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(Pfc.OFF);
    assertThat(value(PORT, PfcWatchdog.OFF)).isEqualTo(PfcWatchdog.OFF);
    assertThat(value(PORT, Ecn.OFF)).isEqualTo(Ecn.OFF);
    assertThat(value(PORT, GlobalPause.OFF)).isEqualTo(GlobalPause.OFF);
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(1500));
    assertThat(value(PORT, Wishes.dscp())).isEqualTo(new Trust(Trust.Field.PCP));
    assertThat(reading(PORT, SettingKind.TRUST).text())
        .isEqualTo("pcp (no classifier is bound: the release's own, ipprec-compatibility (ip))");
    assertThat(((Ets) value(PORT, Wishes.shares())).bandwidthPercent())
        .containsExactly(15, 0, 0, 35, 35, 0, 0, 15);
    assertThat(reading(PORT, SettingKind.ETS).words()).startsWith("default; best-effort ");
  }

  @Test
  void theInverseRestoresInAnyOrder() throws IOException {
    restoreInAnyOrder(SITE, steps());
  }

  @Test
  void whatOthersBuiltIsNeverEditedAndTheOtherPortKeepsIt() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    leaf.tell("log leaf1 clear");

    session.apply(change(PORT, Wishes.ecn()));

    assertThat(leaf.sent())
        .contains("set class-of-service interfaces et-0/0/0 scheduler-map losslessd-r12-et-0_0_0")
        .noneMatch(line -> line.matches("(set|delete) class-of-service schedulers s-.*"));
    assertThat(value(OTHER, Ecn.OFF).text()).isEqualTo("3=6710886B..13421772B@20%");
    assertThat(reading(PORT, SettingKind.ECN).text())
        .isEqualTo("3=150KB..1500500B@10% (3: 1..9 % of a buffer of 16777216 bytes)");
  }

  @Test
  void aWatchdogOnAProfileOfOthersWithoutQueuesGetsThemAndTheProfileComesBack() throws IOException {
    leaf.tell(
        "foreign leaf1 "
            + OnJunosLeaf.site(
                "forwarding-classes class ROCE queue-num 3",
                "forwarding-classes class ROCE no-loss",
                "forwarding-classes class ROCE pfc-priority 3",
                "congestion-notification-profile bare input ieee-802.1 code-point 011 pfc",
                "interfaces et-0/0/0 congestion-notification-profile bare"));
    List<String> before = leaf.state();

    Change on = change(PORT, new PfcWatchdog(true));
    session.apply(on);
    assertThat(value(PORT, PfcWatchdog.OFF)).isEqualTo(DEFAULT_WATCHDOG);
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThat(String.join(" ", leaf.state())).contains("flow-control-queue 3");

    session.apply(on.inverse());
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void percentsOfTwoDigitsAreInTheirOrderToo() {
    Ecn wide = Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(400_000, 1_600_000, 20)));

    session.apply(change(PORT, wide));

    assertThat(value(PORT, wide)).isEqualTo(wide);
  }

  @Test
  void theFirstLosslessPortMakesAClassAndTheLastTakesItAway() throws IOException {
    List<String> before = leaf.state();

    Change one = change(PORT, new Pfc(PrioritySet.of(3)));
    session.apply(one);
    Change other = change(OTHER, new Pfc(PrioritySet.of(3)));
    session.apply(other);
    assertThat(leaf.state())
        .contains(
            "set class-of-service forwarding-classes class losslessd-r12-p3 no-loss",
            "set class-of-service forwarding-classes class losslessd-r12-p3 pfc-priority 3",
            "set class-of-service congestion-notification-profile losslessd-r12-et-0_0_1 input"
                + " ieee-802.1 code-point 011 pfc");
    session.apply(one.inverse());
    assertThat(value(OTHER, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    session.apply(other.inverse());

    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void aPortThatBeginsToTrustDscpPausesByDscp() throws IOException {
    session.apply(change(PORT, new Pfc(PrioritySet.of(3))));
    session.apply(change(BOX, Wishes.map(Map.of(26, 3))));
    session.apply(change(PORT, Wishes.dscp()));

    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThat(leaf.state())
        .contains(
            "set class-of-service congestion-notification-profile losslessd-r12-et-0_0_0 input dscp"
                + " code-point 011010 pfc")
        .noneMatch(line -> line.contains("input ieee-802.1"));
  }

  @Test
  void aClassOfOthersThatDropsIsNotMadeLossless() throws IOException {
    leaf.tell("foreign leaf1 " + site("forwarding-classes class BULK queue-num 3"));

    assertThatThrownBy(() -> session.apply(change(PORT, new Pfc(PrioritySet.of(3)))))
        .hasMessageContaining("forwarding class BULK of that queue is not 'no-loss");
  }

  @Test
  void aWildcardIsFollowedAndOnePortCannotLeaveIt() throws IOException {
    leaf.tell(
        "foreign leaf1 "
            + site(
                "congestion-notification-profile all input ieee-802.1 code-point 011 pfc",
                "interfaces et-* congestion-notification-profile all"));

    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    Change four = change(PORT, new Pfc(PrioritySet.of(4)));
    session.apply(four);
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(4)));
    assertThat(value(OTHER, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThatThrownBy(() -> session.apply(change(PORT, Pfc.OFF)))
        .hasMessageContaining("all comes from a wildcard");
    session.apply(four.inverse());
    assertThat(leaf.state()).noneMatch(line -> line.contains("losslessd"));
  }

  @Test
  void aClassOnAnotherQueueThanItsPriorityIsReadAndNotSet() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    leaf.tell(
        "foreign leaf1 "
            + site(
                "forwarding-classes class BULK queue-num 5",
                "forwarding-classes class ROCE queue-num 4",
                "forwarding-classes class CNP queue-num 3"));

    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    Ets told = (Ets) value(PORT, Wishes.shares());
    assertThat(told.classOfPriority().get(3)).isEqualTo(4);
    assertThat(told.bandwidthPercent().get(4)).isEqualTo(45);
    assertThat(reading(BOX, SettingKind.DSCP_MAP).text())
        .contains("CNP is on queue 3, but the priority of that number is paused by ROCE (queue 4)");
    assertThatThrownBy(() -> session.apply(change(PORT, Wishes.shares())))
        .hasMessageContaining("which is not changed from here");
  }

  @Test
  void percentsOfABufferOfUnknownSizeAreNeitherToldInBytesNorSet() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    try (SwitchSession blind = leaf.session("admin")) {
      assertThat(blind.read(PORT).reading(SettingKind.ECN))
          .isInstanceOfSatisfying(
              Reading.Unsupported.class,
              no ->
                  assertThat(no.why())
                      .contains("40..80 % of its queue's buffer with 20 %", "does not tell"));
      assertThat(blind.capabilities(PORT).settings().get(SettingKind.ECN))
          .extracting(can -> can.access())
          .isEqualTo(Capability.Access.READ);
      assertThatThrownBy(() -> blind.apply(change(PORT, Wishes.ecn())))
          .hasMessageContaining("does not tell how many bytes");
    }
  }

  @Test
  void aRefusedLineRollsTheCandidateBack() throws IOException {
    List<String> before = leaf.state();
    leaf.tell("refuse leaf1 \"set interfaces et-0/0/0 mtu\" 1");

    assertThatThrownBy(() -> session.apply(change(PORT, new Mtu(9000))))
        .hasMessageContaining("resources of the hardware");

    assertThat(leaf.state()).isEqualTo(before);
    assertThat(leaf.sent()).endsWith("rollback 0", "exit");
    session.apply(change(PORT, new Mtu(9000)));
  }

  @Test
  void aConfigurationThatDoesNotCheckIsNotCommitted() throws IOException {
    leaf.tell("foreign leaf1 set interfaces et-0/0/0 ether-options flow-control");
    List<String> before = leaf.state();

    assertThatThrownBy(() -> session.apply(change(PORT, new Pfc(PrioritySet.of(3)))))
        .hasMessageContaining("configuration check-out failed");

    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void anotherWriterIsNamedAndNothingIsSent() throws IOException {
    Change change = change(PORT, new Mtu(9000));
    leaf.tell("foreign leaf1 configure ; set interfaces et-0/0/1 mtu 9100 ; exit ; yes");
    assertThatThrownBy(() -> session.apply(change))
        .hasMessageContaining("changes in the candidate configuration");
    leaf.tell("foreign leaf1 configure ; rollback 0 ; exit");
    leaf.tell("lock leaf1 on");
    assertThatThrownBy(() -> session.apply(change))
        .hasMessageContaining("configuration database locked by");
    leaf.tell("lock leaf1 off");

    session.apply(change);

    assertThat(leaf.state())
        .contains("set interfaces et-0/0/0 mtu 9014")
        .doesNotContain("set interfaces et-0/0/1 mtu 9100");
  }

  @Test
  void aMemberOfABundleIsLeftToItsBundle() throws IOException {
    leaf.tell("foreign leaf1 set interfaces et-0/0/0 ether-options 802.3ad ae7");

    assertThat(reading(PORT, SettingKind.PFC).text()).contains("member of ae7");
    assertThat(session.members()).containsValue("ae7").hasSize(1);
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(1500));
  }

  @Test
  void anMtuIsBytesOfIpWhicheverTheHeaderOfThePort() throws IOException {
    leaf.tell("foreign leaf1 set interfaces et-0/0/0 mtu 4178");
    leaf.tell(
        "foreign leaf1 set interfaces et-0/0/1 mtu 4178 ; set interfaces et-0/0/1 vlan-tagging ;"
            + " set interfaces et-0/0/1 unit 0 vlan-id 77");
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(4164));
    assertThat(value(OTHER, new Mtu(1500))).isEqualTo(new Mtu(4160));

    Change wider = change(OTHER, new Mtu(8192));
    session.apply(wider);
    assertThat(leaf.state()).contains("set interfaces et-0/0/1 mtu 8210");
    assertThat(value(OTHER, new Mtu(1500))).isEqualTo(new Mtu(8192));
    session.apply(wider.inverse());
    assertThat(leaf.state()).contains("set interfaces et-0/0/1 mtu 4178");
    assertThat(limit(PORT, new Mtu(9203))).contains("mtu 9203 is outside 242..9202");
    assertThat(limit(OTHER, new Mtu(9199))).contains("mtu 9199 is outside 238..9198");
    assertThat(limit(PORT, new Mtu(9202))).isEmpty();
  }

  private Optional<String> limit(Target target, Mtu wanted) {
    return requireNonNull(session.capabilities(target).settings().get(SettingKind.MTU))
        .limit()
        .refusal(wanted);
  }

  @Test
  void anAccountThatMayNotConfigureIsTold() throws IOException {
    try (SwitchSession observer = leaf.session("observer")) {
      assertThat(observer.missingPermissions())
          .singleElement()
          .asString()
          .startsWith("configure: unknown command");
    }
    assertThat(session.missingPermissions()).isEmpty();
    leaf.tell("forbid leaf1 show interfaces queue");
    try (SwitchSession limited = leaf.session("admin")) {
      assertThat(limited.missingPermissions())
          .singleElement()
          .asString()
          .contains("show interfaces queue", "permission denied");
    }
  }

  @Test
  void whatAPortClassifiesByIsLeftOutWhereTheSwitchDoesNotTell() throws IOException {
    leaf.tell("forbid leaf1 show class-of-service interface");

    assertThat(reading(PORT, SettingKind.TRUST).text())
        .startsWith("pcp (no classifier is bound: the release's own, which could not be read: ");
    assertThat(value(PORT, Wishes.dscp())).isEqualTo(new Trust(Trust.Field.PCP));
  }

  @Test
  void wholeMapsOfDscpsGoAndComeBack() throws IOException {
    List<String> before = leaf.state();
    Change change = change(BOX, Wishes.map(Map.of(26, 3, 46, 5)));

    session.apply(change);
    assertThat(value(BOX, DscpMap.EMPTY).text()).isEqualTo("26->3 46->5");
    session.apply(change.inverse());

    assertThat(leaf.state()).isEqualTo(before);
  }
}
