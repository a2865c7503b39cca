package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Change;
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
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract of a driver: settings, over real SSH with a switch that keeps state. */
class EosSessionTest extends OnEosLeaf {
  private static final Ecn.Marking MARK = new Ecn.Marking(150_000, 400_000, 9);

  @Test
  void aBareSwitchReadsAsItsDefaults() {
    assertThat(session.targets()).startsWith(BOX, PORT);
    assertThat(value(BOX, DscpMap.EMPTY)).isEqualTo(stockWith(Map.of()));
    assertThat(value(PORT, DscpMap.EMPTY)).isEqualTo(stockWith(Map.of()));
    assertThat(value(BOX, PfcWatchdog.OFF)).isEqualTo(PfcWatchdog.OFF);
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(Pfc.OFF);
    assertThat(value(PORT, Ecn.OFF)).isEqualTo(Ecn.OFF);
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(9214));
    assertThat(value(PORT, Wishes.dscp())).isEqualTo(new Trust(Trust.Field.PCP));
    assertThat(((Ets) value(PORT, Wishes.shares())).selection()).containsOnly(Ets.Selection.STRICT);
  }

  @Test
  void aMemberOfAPortChannelIsReadAndLeftToThat() throws IOException {
    leaf.tell("foreign leaf1 interface Ethernet1 ; channel-group 7 mode active");

    assertThat(session.members()).containsValue("Port-Channel7").hasSize(1);
    assertThat(session.capabilities(PORT).of(SettingKind.PFC).why())
        .startsWith("it is a member of Port-Channel7, where its QoS is set");
    assertThat(session.capabilities(BOX).of(SettingKind.DSCP_MAP).why()).isEmpty();
    assertThat(reading(PORT, SettingKind.PFC).text())
        .isEqualTo(
            "unsupported: Ethernet1 is a member of Port-Channel7, which the configuration does not"
                + " have: set there");
    assertThat(value(PORT, GlobalPause.OFF)).isEqualTo(GlobalPause.OFF);

    leaf.tell("foreign leaf1 " + SITE + " ; interface Port-Channel7 ; service-profile ROCE");
    leaf.tell("foreign leaf1 interface Ethernet1 ; no service-profile ROCE");
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThat(value(PORT, Ecn.OFF).text()).isEqualTo("3=320KB..1500KB@20%");
    assertThat(value(PORT, Wishes.dscp())).isEqualTo(Wishes.dscp());
  }

  @Test
  void thresholdsInSegmentsAreMarksWithoutNumbersAndAnUndoBringsThemBack() throws IOException {
    leaf.tell(
        "foreign leaf1 interface Ethernet1 ; tx-queue 5 ; random-detect ecn minimum-threshold 700"
            + " segments maximum-threshold 1900 segments max-mark-probability 60");
    List<String> before = leaf.state();

    assertThat(reading(PORT, SettingKind.ECN).text())
        .startsWith("5=untold (but with 'tx-queue 5: random-detect ecn minimum-threshold 700 seg");
    Change more =
        change(PORT, Ecn.of(Map.of(Priority.of(3), MARK, Priority.of(5), Ecn.Marking.UNTOLD)));
    session.apply(more);
    assertThat(value(PORT, Ecn.OFF).text()).isEqualTo("3=150KB..400KB@9% 5=untold");
    session.apply(more.inverse());
    assertThat(leaf.state()).isEqualTo(before);

    Change other = change(PORT, Ecn.of(Map.of(Priority.of(5), MARK)));
    session.apply(other);
    session.apply(other.inverse());
    assertThat(leaf.state()).isEqualTo(before);
    assertThatThrownBy(
            () -> session.apply(change(PORT, Ecn.of(Map.of(Priority.of(2), Ecn.Marking.UNTOLD)))))
        .hasMessageContaining("ecn 2: expected thresholds in bytes");
  }

  @Test
  void interfaceAndProfileThatDisagreeAreTold() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    leaf.tell("foreign leaf1 interface Ethernet1 ; qos trust cos");

    assertThat(reading(PORT, SettingKind.TRUST).text())
        .contains("the interface says 'qos trust cos' and its profile 'qos trust dscp'");
  }

  @Test
  void theInverseRestoresInAnyOrder() throws IOException {
    restoreInAnyOrder(SITE, steps());
  }

  @Test
  void profilesOfOthersAreNeverEdited() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    leaf.tell("log leaf1 clear");

    session.apply(change(PORT, new Pfc(PrioritySet.of(3, 4))));

    assertThat(leaf.sent())
        .contains("qos profile losslessd-r12-Ethernet1-ROCE")
        .contains("service-profile losslessd-r12-Ethernet1-ROCE")
        .doesNotContain("qos profile ROCE", "no qos profile ROCE", "write memory");
    assertThat(value(Target.port(new PortId(FabricLeaf.ID, "Ethernet2")), Pfc.OFF))
        .isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThat(leaf.state())
        .containsSequence("qos profile ROCE", "   qos trust dscp", "   qos cos 2");
  }

  @Test
  void aDscpEntryWithoutALineIsTheChipsAndGoesBackToThat() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    List<String> before = leaf.state();
    Change same = change(BOX, Wishes.map(Map.of(26, 3, 48, 6)).over(value(BOX, DscpMap.EMPTY)));
    Change change = change(BOX, Wishes.map(Map.of(26, 4, 50, 3)).over(value(BOX, DscpMap.EMPTY)));
    assertThat(same.before()).isEqualTo(same.after());

    session.apply(change);
    assertThat(leaf.sent())
        .filteredOn(line -> line.startsWith("qos map"))
        .containsExactly(
            "qos map dscp 26 to traffic-class 4", "qos map dscp 50 to traffic-class 3");
    assertThat(value(BOX, DscpMap.EMPTY)).isEqualTo(stockWith(Map.of(18, 3, 26, 4, 50, 3)));
    leaf.tell("log leaf1 clear");
    session.apply(change.inverse());

    assertThat(leaf.sent())
        .filteredOn(line -> line.startsWith("qos map"))
        .containsExactly(
            "qos map dscp 26 to traffic-class 3", "qos map dscp 50 to traffic-class 6");
    assertThat(value(BOX, DscpMap.EMPTY)).isEqualTo(stockWith(Map.of(18, 3)));
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void aRefusedLineDropsTheWholeSession() throws IOException {
    List<String> before = leaf.state();
    leaf.tell("refuse leaf1 \"bandwidth percent 60\" 1");

    assertThatThrownBy(() -> session.apply(change(PORT, Wishes.shares())))
        .hasMessageContaining("hardware resources");

    assertThat(leaf.state()).isEqualTo(before);
    assertThat(leaf.sent().getLast()).isEqualTo("abort");
  }

  @Test
  void aChipThatRefusesTheWordForQueuesIsToldTheOtherOneOnce() throws IOException {
    List<String> before = leaf.state();
    try (SwitchSession fresh = fresh()) {
      leaf.tell("refuse leaf1 \"bandwidth percent 60\" 1");
      assertThatThrownBy(() -> fresh.apply(change(PORT, Wishes.shares())))
          .hasMessageContaining("'bandwidth percent 60'");
      assertThat(leaf.sent()).noneMatch(line -> line.startsWith("uc-"));

      leaf.tell("refuse leaf1 \"tx-queue 0\" 1");
      assertThatThrownBy(() -> fresh.apply(change(PORT, Wishes.shares())))
          .hasMessageContaining("'uc-tx-queue 0'"); // the fake has no such chip
      assertThat(leaf.state()).isEqualTo(before);

      fresh.apply(change(PORT, Wishes.shares())); // so the first word was right
    }
  }

  @Test
  void aChangeOfSomebodyElseMeanwhileStopsTheCommit() throws IOException {
    Change change = change(PORT, new Mtu(9000));
    // somebody's line lands between our reading and our commit
    leaf.tell("foreign leaf1 configure session losslessd-r12-now-n9 ; exit");
    leaf.tell("foreign leaf1 interface Ethernet2 ; mtu 1500");
    session.apply(change);

    assertThat(leaf.state()).containsSubsequence("interface Ethernet2", "   mtu 1500");
    assertThat(
            Diff.parse("-   mtu 8000\n+   mtu 9000")
                .foreign(List.of(line("mtu 9000")), "   mtu 1500"))
        .contains("-   mtu 8000");
    assertThat(
            Diff.parse("+   mtu 9000\n-   mtu 1500")
                .foreign(List.of(line("mtu 9000")), " mtu 1500"))
        .isEmpty();
  }

  @Test
  void anAccountThatMayNotConfigureIsTold() throws IOException {
    try (SwitchSession observer = leaf.session("observer")) {
      assertThat(observer.missingPermissions())
          .contains("enable: account observer stays at '>', expected privilege level 15")
          .anyMatch(why -> why.startsWith("configure session: "));
    }
    assertThat(session.missingPermissions()).isEmpty();
    leaf.tell("forbid leaf1 show interfaces counters queue");
    try (SwitchSession limited = leaf.session("admin")) {
      assertThat(limited.missingPermissions())
          .singleElement()
          .asString()
          .contains("show interfaces counters queue", "Authorization denied");
    }
  }

  private static Line line(String text) {
    return EosLedger.LEDGER.line(text);
  }
}
