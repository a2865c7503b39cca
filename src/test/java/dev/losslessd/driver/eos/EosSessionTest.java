package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
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
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.SnmpSocket;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The contract of a driver, over real SSH with a switch that keeps what it is told. */
@Timeout(60)
class EosSessionTest {
  private static final Target BOX = new Target.Device(FabricLeaf.ID);
  private static final PortId PORT_ID = new PortId(FabricLeaf.ID, "Ethernet1");
  private static final Target PORT = Target.port(PORT_ID);
  private static final Hold HOLD = new Hold("c7", Duration.ofMinutes(10));

  /** Somebody has set this box up by hand: a profile for several ports, and units of their own. */
  private static final String SITE =
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
  private static final String DIRECT =
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

  @TempDir Path temp;
  private FabricLeaf leaf;
  private SwitchSession session;

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

  private Reading reading(Target target, SettingKind kind) {
    return session.read(target).reading(kind);
  }

  private Setting value(Target target, Setting like) {
    Reading reading = reading(target, like.kind());
    assertThat(reading).isInstanceOf(Reading.Value.class);
    return reading.inForce().orElseThrow();
  }

  private Change change(Target target, Setting wanted) {
    String words = reading(target, wanted.kind()).words();
    return new Change(target, value(target, wanted), wanted, words, "", List.of(), Set.of());
  }

  @Test
  void aBareSwitchReadsAsItsDefaults() {
    assertThat(session.targets()).startsWith(BOX, PORT);
    assertThat(value(BOX, DscpMap.EMPTY)).isEqualTo(DscpMap.EMPTY);
    assertThat(value(BOX, PfcWatchdog.OFF)).isEqualTo(PfcWatchdog.OFF);
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(Pfc.OFF);
    assertThat(value(PORT, Ecn.OFF)).isEqualTo(Ecn.OFF);
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(9214));
    assertThat(value(PORT, dscp())).isEqualTo(new Trust(Trust.Field.PCP));
    assertThat(((Ets) value(PORT, shares())).selection()).containsOnly(Ets.Selection.STRICT);
  }

  @Test
  void whatOthersConfiguredIsReadFromThePortAndItsProfile() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);

    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThat(value(PORT, Ecn.OFF).text()).isEqualTo("3=320000..1500000@20%");
    assertThat(((Ets) value(PORT, shares())).bandwidthPercent())
        .containsExactly(0, 0, 0, 30, 0, 0, 0, 0);
    assertThat(value(PORT, dscp())).isEqualTo(dscp());
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(9100));
    assertThat(value(BOX, DscpMap.EMPTY).text()).isEqualTo("26->3 27->3");
    assertThat(value(BOX, PfcWatchdog.OFF)).isEqualTo(new PfcWatchdog(true));
    assertThat(reading(PORT, SettingKind.ECN).words())
        .isEqualTo(
            "tx-queue 3: random-detect ecn minimum-threshold 320 kbytes maximum-threshold 1500"
                + " kbytes max-mark-probability 20");
  }

  @Test
  void thresholdsInTimeAreToldAsSuchAndNeverConverted() throws IOException {
    leaf.tell(
        "foreign leaf1 interface Ethernet1 ; tx-queue 3 ; random-detect ecn minimum-threshold 3"
            + " milliseconds maximum-threshold 9 milliseconds max-mark-probability 90");

    assertThat(reading(PORT, SettingKind.ECN))
        .isInstanceOfSatisfying(
            Reading.Unsupported.class,
            no ->
                assertThat(no.why())
                    .contains("3 milliseconds", "cannot be compared with bytes"));
  }

  @Test
  void interfaceAndProfileThatDisagreeAreTold() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    leaf.tell("foreign leaf1 interface Ethernet1 ; qos trust cos");

    assertThat(reading(PORT, SettingKind.TRUST).text())
        .contains("the interface says 'qos trust cos' and its profile 'qos trust dscp'");
  }

  @Test
  void everyChangeReadsBackTwiceIsOnceAndTheInverseRestores() throws IOException {
    for (String start : List.of("interface Ethernet1", SITE, DIRECT)) {
      leaf.tell("reset leaf1");
      leaf.tell("foreign leaf1 " + start);
      List<String> before = leaf.state();
      List<Change> done = new ArrayList<>();
      for (var step : steps()) {
        Change change = change(step.getKey(), step.getValue());
        session.apply(change);
        assertThat(value(step.getKey(), step.getValue())).isEqualTo(step.getValue());
        List<String> once = leaf.state();
        session.apply(change);
        assertThat(leaf.state()).isEqualTo(once);
        done.add(change.inverse());
      }
      assertThat(leaf.state()).isNotEqualTo(before);
      Collections.reverse(done);
      for (Change back : done) {
        session.apply(back);
        assertThat(value(back.target(), back.after())).isEqualTo(back.after());
      }
      assertThat(leaf.state()).isEqualTo(before);
    }
  }

  @Test
  void theInverseRestoresInAnyOrder() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    List<String> before = leaf.state();
    List<Change> done = new ArrayList<>();
    Set<SettingKind> once = EnumSet.noneOf(SettingKind.class);
    for (var step : steps()) {
      Change change = change(step.getKey(), step.getValue());
      if (step.getKey().equals(PORT) && once.add(change.kind())) {
        session.apply(change);
        done.add(change.inverse());
      }
    }

    done.forEach(session::apply);

    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void profilesOfOthersAreNeverEdited() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    leaf.tell("log leaf1 clear");

    session.apply(change(PORT, new Pfc(PrioritySet.of(3, 4))));

    assertThat(leaf.sent())
        .contains("qos profile losslessd-Ethernet1-ROCE")
        .contains("service-profile losslessd-Ethernet1-ROCE")
        .doesNotContain("qos profile ROCE", "no qos profile ROCE", "write memory");
    assertThat(value(Target.port(new PortId(FabricLeaf.ID, "Ethernet2")), Pfc.OFF))
        .isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThat(leaf.state()).containsSequence("qos profile ROCE", "   qos trust dscp", "   qos cos 2");
  }

  @Test
  void aDscpEntryIsChangedButNotTakenAwayUnverified() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    Change change = change(BOX, map(Map.of(26, 4, 27, 3)));

    session.apply(change);
    assertThat(value(BOX, DscpMap.EMPTY).text()).isEqualTo("26->4 27->3");
    session.apply(change.inverse());

    assertThatThrownBy(() -> session.apply(change(BOX, map(Map.of(26, 3)))))
        .hasMessageContaining("eos.no-dscp, unverified");
    assertThat(value(BOX, DscpMap.EMPTY).text()).isEqualTo("26->3 27->3");
  }

  @Test
  void aRefusedLineDropsTheWholeSession() throws IOException {
    List<String> before = leaf.state();
    leaf.tell("refuse leaf1 \"bandwidth percent 60\" 1");

    assertThatThrownBy(() -> session.apply(change(PORT, shares())))
        .hasMessageContaining("hardware resources");

    assertThat(leaf.state()).isEqualTo(before);
    assertThat(leaf.sent().getLast()).isEqualTo("abort");
  }

  @Test
  void aLieIsSeenByReadingBack() throws IOException {
    leaf.tell("lie leaf1 pfc");

    session.apply(change(PORT, new Pfc(PrioritySet.of(3))));

    assertThat(value(PORT, Pfc.OFF)).isEqualTo(Pfc.OFF);
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
            Diff.foreign("-   mtu 8000\n+   mtu 9000", List.of(line("mtu 9000")), "   mtu 1500"))
        .contains("-   mtu 8000");
    assertThat(Diff.foreign("+   mtu 9000\n-   mtu 1500", List.of(line("mtu 9000")), " mtu 1500"))
        .isEmpty();
  }

  private static dev.losslessd.driver.Line line(String text) {
    return EosLedger.line(EosLedger.PORT, text);
  }

  @Test
  void theTimerTakesBackWhatNobodyKeeps() throws IOException {
    List<String> before = leaf.state();

    session.hold(changes(), HOLD);
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    session.close();
    leaf.tell("ahead leaf1 599");
    assertThat(leaf.state()).isNotEqualTo(before);
    leaf.tell("ahead leaf1 1");

    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void anotherProcessKeepsWhatOneBeforeItHeld() throws IOException {
    session.hold(changes(), HOLD);
    List<String> held = leaf.state();
    session.close();

    try (SwitchSession next = leaf.session("admin")) {
      next.keep(HOLD);
      leaf.tell("ahead leaf1 3600");
      assertThat(leaf.state()).isEqualTo(held);
      next.keep(HOLD);
    }
  }

  @Test
  void anotherProcessReleasesWhatOneBeforeItHeld() throws IOException {
    List<String> before = leaf.state();
    session.hold(changes(), HOLD);
    session.close();

    try (SwitchSession next = leaf.session("admin")) {
      next.release(new Hold("c8", HOLD.within()));
      assertThat(leaf.state()).isNotEqualTo(before);
      next.release(HOLD);
      assertThat(leaf.state()).isEqualTo(before);
      next.release(HOLD);
    }
  }

  @Test
  void aSecondHoldOfOneCommitKeepsTheFirstAndHoldsTheRest() throws IOException {
    session.hold(List.of(change(PORT, new Pfc(PrioritySet.of(3)))), HOLD);
    List<String> first = leaf.state();

    session.hold(List.of(change(PORT, new Mtu(9000))), HOLD);
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(9000));
    leaf.tell("ahead leaf1 600");

    assertThat(leaf.state()).isEqualTo(first);
    assertThat(leaf.sent())
        .contains("configure session losslessd-r12-c7", "commit timer 00:10:00")
        .contains("configure session losslessd-r12-c7 commit");
  }

  @Test
  void theTimerOfAnotherCommitIsNotTouched() throws IOException {
    session.hold(changes(), HOLD);

    assertThatThrownBy(() ->
            session.hold(
                List.of(change(PORT, new Mtu(9000))), new Hold("c9", Duration.ofMinutes(1))))
        .hasMessageContaining("the commit timer of session losslessd-r12-c7 runs");
  }

  @Test
  void aTimerIsNotSetAnewUnverified() {
    assertThatThrownBy(() -> session.prolong(HOLD)).hasMessageContaining("nothing of commit c7");
    session.hold(changes(), HOLD);
    assertThatThrownBy(() -> session.prolong(HOLD))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED))
        .hasMessageContaining("no source tells how a commit timer of EOS is set anew");
  }

  @Test
  void aSwitchThatDoesNotKeepIsTold() throws IOException {
    session.hold(changes(), HOLD);
    leaf.tell("lie leaf1 commit 1");

    assertThatThrownBy(() -> session.keep(HOLD)).hasMessageContaining("is not kept");
  }

  @Test
  void anotherLosslessdIsNamedAndOurLeftoversAreDropped() throws IOException {
    leaf.tell("foreign leaf1 configure session losslessd-r12-c3 ; interface Ethernet2 ; mtu 1500");
    session.apply(change(PORT, new Mtu(9000)));
    assertThat(leaf.sent()).contains("configure session losslessd-r12-c3 abort");

    leaf.tell("foreign leaf1 configure session losslessd-pod2-c3 ; interface Ethernet2 ; mtu 1500");
    assertThatThrownBy(() -> session.apply(change(PORT, new Mtu(9100))))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.REFUSED))
        .hasMessageContaining("losslessd-pod2-c3 is open: another losslessd");
  }

  @Test
  void aClosedGateSendsNothing() throws IOException {
    WriteGate closed =
        what -> {
          throw new TransportException(TransportException.Kind.CLOSED_GATE, what + ": closed");
        };
    try (SwitchSession shut = leaf.session("admin", closed)) {
      Change change = change(PORT, new Mtu(9000));
      leaf.tell("log leaf1 clear");
      assertThatThrownBy(() -> shut.apply(change))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.CLOSED_GATE));
    }
    assertThat(leaf.sent()).allMatch(line -> line.matches("(show|terminal|enable).*"));
  }

  @Test
  void aCutAnswerIsNeverAWrongValue() throws IOException {
    session.read(PORT);
    leaf.tell("truncate leaf1 1");

    assertThatThrownBy(() -> session.read(PORT)).isInstanceOf(DeviceException.class);

    String text = String.join("\n", leaf.state());
    for (int cut = 0; cut < text.length() - 1; cut += 13) {
      String some = text.substring(0, cut);
      assertThatThrownBy(() -> RunningConfig.parse(some)).hasMessageContaining("'end'");
    }
  }

  @Test
  void anAccountThatMayNotConfigureIsTold() throws IOException {
    try (SwitchSession observer = leaf.session("observer")) {
      assertThat(observer.forbidden())
          .contains("enable: account observer stays at '>', expected privilege level 15")
          .anyMatch(why -> why.startsWith("configure session: "));
    }
    assertThat(session.forbidden()).isEmpty();
    leaf.tell("forbid leaf1 show interfaces counters queue");
    try (SwitchSession limited = leaf.session("admin")) {
      assertThat(limited.forbidden())
          .singleElement()
          .asString()
          .contains("show interfaces counters queue", "Authorization denied");
    }
  }

  @Test
  void savingIsAStepOfItsOwn() throws IOException {
    session.hold(changes(), HOLD);
    session.keep(HOLD);
    assertThat(leaf.sent()).doesNotContain("write memory");
    session.save();
    assertThat(leaf.sent()).contains("write memory");
  }

  @Test
  void countersComeBySnmpAndMarksOnlyWhereTheyAreCounted() throws Exception {
    leaf.tell("foreign leaf1 " + SITE);
    try (SnmpSocket socket = new SnmpSocket();
        SwitchSession polled =
            leaf.session("admin", WriteGate.OPEN, Optional.of(leaf.snmp(socket)))) {
      Sweep sweep = polled.sweeper(PORT_ID).sweep(1_000, 2_000);

      for (int n = 0; n < sweep.schema().size(); n++) {
        var counter = sweep.schema().counters().get(n);
        boolean third = Priority.of(3).equals(counter.priority());
        Sweep.Missing expected =
            switch (counter.signal()) {
              case PRIORITY_MARKED -> third ? Sweep.Missing.NOT : Sweep.Missing.SWITCHED_OFF;
              case GLOBAL_PAUSE_FRAMES, WATCHDOG_SHUTDOWNS, WATCHDOG_RESTORES ->
                  Sweep.Missing.NOT_EXPOSED;
              default ->
                  counter.rawName().startsWith("ieee")
                      ? Sweep.Missing.NOT_EXPOSED
                      : Sweep.Missing.NOT;
            };
        assertThat(sweep.missing(n)).as(counter.rawName()).isEqualTo(expected);
      }
      assertThat(polled.neighbours()).extracting(one -> one.remoteSystem()).contains("gpu01");
    }
  }

  @Test
  void queuesAndNeighboursComeByTheCommandLineToo() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);

    Sweep sweep = session.sweepQueues(List.of(PORT_ID), 1_000, 2_000).getFirst();

    assertThat(sweep.has(column(sweep, Signal.PRIORITY_MARKED, 3))).isTrue();
    assertThat(sweep.missing(column(sweep, Signal.PRIORITY_MARKED, 4)))
        .isEqualTo(Sweep.Missing.SWITCHED_OFF);
    assertThat(sweep.value(column(sweep, Signal.WATCHDOG_SHUTDOWNS, 3))).isZero();
    assertThat(sweep.value(column(sweep, Signal.PRIORITY_DISCARDS, 3))).isZero();
    assertThat(session.neighbours())
        .anyMatch(one -> one.localPort().equals(PORT_ID) && one.remoteSystem().equals("gpu01"));
  }

  private static int column(Sweep sweep, Signal signal, int priority) {
    for (int n = 0; n < sweep.schema().size(); n++) {
      var counter = sweep.schema().counters().get(n);
      if (counter.signal() == signal && Priority.of(priority).equals(counter.priority())) {
        return n;
      }
    }
    throw new AssertionError(signal + " of " + priority);
  }

  private List<Change> changes() {
    return List.of(
        change(PORT, new Pfc(PrioritySet.of(3))), change(PORT, ecn()), change(PORT, shares()));
  }

  private static List<Map.Entry<Target, Setting>> steps() {
    return List.of(
        Map.entry(PORT, new GlobalPause(true, false)),
        Map.entry(PORT, GlobalPause.OFF),
        Map.entry(PORT, new Pfc(PrioritySet.of(4))),
        Map.entry(PORT, new Mtu(9000)),
        Map.entry(PORT, shares()),
        Map.entry(PORT, ecn()),
        Map.entry(BOX, new PfcWatchdog(true)),
        Map.entry(PORT, new PfcWatchdog(true)),
        Map.entry(PORT, new PfcWatchdog(false)),
        Map.entry(PORT, dscp()));
  }

  private static Ecn ecn() {
    return Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_500, 10)));
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
