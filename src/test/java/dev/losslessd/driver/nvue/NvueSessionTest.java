package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One release with each spelling: what is read, what is written, and what comes back. */
class NvueSessionTest {
  @TempDir Path folder;

  /** What a site may have set by hand, in words that both releases know. */
  private static final String SITE =
      "set qos pfc STORAGE switch-priority 4 ; set interface swp3 qos pfc profile STORAGE"
          + " ; set qos mapping EDGE trust both ; set qos mapping EDGE dscp 30 switch-priority 5"
          + " ; set interface swp3 qos mapping profile EDGE"
          + " ; set qos congestion-control default-global traffic-class 4 min-threshold 40000"
          + " ; set qos congestion-control default-global traffic-class 4 max-threshold 200000"
          + " ; set interface swp3 link mtu 9000 ; set interface swp4 link state up";

  @Test
  void aBareSwitchReadsAsItsDefaults() throws Exception {
    for (Leaf leaf : leaves()) {
      try (leaf) {
        SwitchSession session = leaf.session();
        assertThat(session.targets())
            .startsWith(leaf.box(), leaf.port(1), leaf.port(2))
            .doesNotHaveDuplicates();
        assertThat(Leaf.value(session, leaf.box(), Lossless.NONE)).isEqualTo(Lossless.NONE);
        assertThat(Leaf.value(session, leaf.box(), Ecn.OFF).text())
            .isEqualTo("0=150000..1500000@100%");
        assertThat(((Ets) Leaf.value(session, leaf.box(), shares())).bandwidthPercent())
            .containsExactly(12, 13, 12, 13, 12, 13, 12, 13);
        assertThat(Leaf.value(session, leaf.port(1), Pfc.OFF)).isEqualTo(Pfc.OFF);
        assertThat(Leaf.value(session, leaf.port(1), new Mtu(1500))).isEqualTo(new Mtu(9216));
        assertThat(Leaf.value(session, leaf.port(1), dscp()))
            .isEqualTo(new Trust(Trust.Field.PCP));
        assertThat(session.read(leaf.port(1)).inForce(SettingKind.DSCP_MAP))
            .contains(DscpMap.EMPTY);
        assertThat(session.read(leaf.port(1)).inForce(SettingKind.GLOBAL_PAUSE))
            .contains(GlobalPause.OFF);
      }
    }
  }

  @Test
  void whatRunsInWholeStepsOfMemoryIsTheValueThatWasSetAndIsSaid() throws Exception {
    List<String> texts = new ArrayList<>();
    for (Leaf leaf : leaves()) {
      try (leaf) {
        SwitchSession session = leaf.session();
        Ecn wanted =
            Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_000, 20)));
        session.apply(Leaf.change(session, leaf.box(), wanted));
        Reading now = session.read(leaf.box()).reading(SettingKind.ECN);
        assertThat(now.inForce()).contains(wanted);
        texts.add(now.text());
      }
    }
    assertThat(texts)
        .containsExactly(
            "3=150000..1500000@20% (runs as 3=159744..1505280@20%, in steps of 12288 B)"
                .replace("1505280", "" + Cells.up(1_500_000, 12_288)),
            "3=150000..1500000@20% (runs as 3=156672..1502208@20%, in steps of 9216 B)");
  }

  @Test
  void whatOthersConfiguredIsRead() throws Exception {
    for (Leaf leaf : leaves()) {
      try (leaf) {
        leaf.tell("foreign", SITE);
        SwitchSession session = leaf.session();
        assertThat(Leaf.value(session, leaf.port(3), Pfc.OFF))
            .isEqualTo(new Pfc(PrioritySet.of(4)));
        assertThat(Leaf.value(session, leaf.port(3), dscp())).isEqualTo(dscp());
        DscpMap map = (DscpMap) Leaf.value(session, leaf.port(3), DscpMap.EMPTY);
        assertThat(map.entries()).hasSize(64).containsEntry(Dscp.of(30), Priority.of(5));
        assertThat(Leaf.value(session, leaf.port(3), new Mtu(1500))).isEqualTo(new Mtu(9000));
        assertThat(Leaf.value(session, leaf.box(), Lossless.NONE)).isEqualTo(Lossless.NONE);
      }
    }
  }

  @Test
  void everyChangeReadsBackTwiceIsOnceAndTheInverseRestores() throws Exception {
    for (String start : List.of("", SITE)) {
      for (Leaf leaf : leaves()) {
        try (leaf) {
          if (!start.isEmpty()) {
            leaf.tell("foreign", start);
          }
          lawsHold(leaf);
        }
      }
    }
  }

  private static void lawsHold(Leaf leaf) throws Exception {
    SwitchSession session = leaf.session();
    List<String> before = leaf.state();
    List<Change> done = new ArrayList<>();
    for (var step : steps(leaf)) {
      Change change = Leaf.change(session, step.getKey(), step.getValue());
      session.apply(change);
      assertThat(Leaf.value(session, step.getKey(), step.getValue())).isEqualTo(change.after());
      List<String> once = leaf.state();
      session.apply(change);
      assertThat(leaf.state()).isEqualTo(once);
      done.add(change.inverse());
    }
    assertThat(leaf.state()).isNotEqualTo(before);

    Collections.reverse(done);
    for (Change back : done) {
      session.apply(back);
      assertThat(Leaf.value(session, back.target(), back.after())).isEqualTo(back.after());
    }

    assertThat(leaf.state()).isEqualTo(before);
    assertThat(leaf.sent()).noneMatch(line -> line.matches("nv (set|unset) .*(STORAGE|EDGE).*"));
  }

  @Test
  void roceOfTheWholeSwitchIsReadAndItsOwnProfilesAreChanged() throws Exception {
    for (Leaf leaf : leaves()) {
      try (leaf) {
        leaf.tell("foreign", "set qos roce mode lossless");
        SwitchSession session = leaf.session();
        assertThat(Leaf.value(session, leaf.box(), Lossless.NONE))
            .isEqualTo(new Lossless(PrioritySet.of(3)));
        assertThat(Leaf.value(session, leaf.port(2), Pfc.OFF))
            .isEqualTo(new Pfc(PrioritySet.of(3)));
        assertThat(Leaf.value(session, leaf.box(), Ecn.OFF).text())
            .isEqualTo("0=150000..1500000@100% 3=150000..1500000@100%");
        Ets ets = (Ets) Leaf.value(session, leaf.box(), shares());
        assertThat(ets.classOfPriority()).containsExactly(0, 0, 0, 3, 0, 0, 6, 0);
        assertThat(ets.bandwidthPercent()).containsExactly(50, 0, 0, 50, 0, 0, 0, 0);

        List<String> before = leaf.state();
        Change off = Leaf.change(session, leaf.port(2), Pfc.OFF);
        assertThatThrownBy(() -> session.apply(off)).hasMessageContaining("default-global");
        Change narrow =
            Leaf.change(
                session,
                leaf.box(),
                Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_000, 100))));
        session.apply(narrow);
        assertThat(Leaf.value(session, leaf.box(), Ecn.OFF)).isEqualTo(narrow.after());
        session.apply(narrow.inverse());
        assertThat(leaf.state()).isEqualTo(before);
      }
    }
  }

  @Test
  void aSwitchThatLiesIsCaught() throws Exception {
    Map<String, Map.Entry<Boolean, Setting>> lies =
        Map.of(
            "ecn",
            Map.entry(
                true, Ecn.of(Map.of(Priority.of(0), new Ecn.Marking(300_000, 1_500_000, 100)))),
            "ets",
            Map.entry(true, shares()),
            "mtu",
            Map.entry(false, new Mtu(2000)),
            "pause",
            Map.entry(false, new GlobalPause(true, true)),
            "watchdog",
            Map.entry(false, new PfcWatchdog(true)),
            "dscp",
            Map.entry(false, dscp()));
    for (var lie : lies.entrySet()) {
      try (Leaf leaf = Leaf.newest(folder.resolve(lie.getKey()))) {
        if (lie.getKey().equals("watchdog")) {
          leaf.tell("foreign", "set qos pfc default-global switch-priority 3");
        }
        leaf.tell("lie", lie.getKey());
        SwitchSession session = leaf.session();
        Target target = lie.getValue().getKey() ? leaf.box() : leaf.port(2);
        Change change = Leaf.change(session, target, lie.getValue().getValue());
        session.apply(change);
        assertThat(session.read(target).inForce(change.kind()))
            .as(lie.getKey())
            .isNotEqualTo(java.util.Optional.of(change.after()));
      }
    }
  }

  @Test
  void aDraftThatIsNotWhatWasWrittenIsNotApplied() throws Exception {
    for (Leaf leaf : leaves()) {
      try (leaf) {
        leaf.tell("lie", "draft 1");
        SwitchSession session = leaf.session();
        List<String> before = leaf.state();
        Change change = Leaf.change(session, leaf.port(1), new Mtu(1500));
        assertThatThrownBy(() -> session.apply(change))
            .isInstanceOfSatisfying(
                DeviceException.class,
                e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.LIED));
        assertThat(leaf.state()).isEqualTo(before);
        session.apply(change);
        assertThat(Leaf.value(session, leaf.port(1), new Mtu(1500))).isEqualTo(new Mtu(1500));
      }
    }
  }

  @Test
  void anotherSpellingIsTriedWhenTheReleaseToldIsWrong() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("new"))) {
      leaf.tell("refuse", "\"nv set interface swp1 qos link-pause\" 0");
    } catch (java.io.IOException e) {
      assertThat(e).hasMessageContaining("count");
    }
    assertThat(
            Lines.otherSpelling(NvueLedger.line("nv set qos pfc losslessd rx enable")).stream()
                .map(dev.losslessd.driver.Line::text))
        .containsExactly("nv set qos pfc losslessd rx enabled");
  }

  @Test
  void aRefusedLineIsToldAndItsDraftIsGone() throws Exception {
    for (Leaf leaf : leaves()) {
      try (leaf) {
        SwitchSession session = leaf.session();
        leaf.tell("refuse", "nv set qos egress-scheduler default-global traffic-class 6");
        List<String> before = leaf.state();
        Change change = Leaf.change(session, leaf.box(), shares());
        assertThatThrownBy(() -> session.apply(change))
            .isInstanceOf(DeviceException.class)
            .hasMessageContaining("internal error");
        assertThat(leaf.state()).isEqualTo(before);
        leaf.tell("clear", "");
        session.apply(change);
        assertThat(Leaf.value(session, leaf.box(), shares())).isEqualTo(shares());
      }
    }
  }

  @Test
  void aSecondWriterIsRefusedByName() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("second"))) {
      SwitchSession session = leaf.session();
      Change change = Leaf.change(session, leaf.port(1), new Mtu(1500));
      leaf.tell("lock", "on");

      assertThatThrownBy(() -> session.apply(change))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("revision 9000 by alice")
          .hasMessageContaining("pending");
      assertThat(leaf.sent()).noneMatch(line -> line.startsWith("nv set"));
    }
  }

  @Test
  void aClassThatWouldStarveIsRefused() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("starve"))) {
      SwitchSession session = leaf.session();
      Ets starving =
          new Ets(
              shares().selection(),
              shares().bandwidthPercent(),
              List.of(0, 1, 2, 3, 4, 5, 6, 7));
      Change change = Leaf.change(session, leaf.box(), starving);
      assertThatThrownBy(() -> session.apply(change)).hasMessageContaining("would not schedule");
    }
  }

  @Test
  void aClosedGateSendsNothing() throws Exception {
    try (Leaf leaf = Leaf.older(folder.resolve("gate"))) {
      WriteGate closed =
          what -> {
            throw new TransportException(TransportException.Kind.CLOSED_GATE, what + ": closed");
          };
      SwitchSession session = leaf.session("admin", closed);
      Change change = Leaf.change(session, leaf.port(1), new Mtu(1500));
      assertThatThrownBy(() -> session.apply(change))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.CLOSED_GATE));
      assertThat(leaf.sent()).allMatch(line -> line.matches("nv (show|config (show|revision)) .*"));
    }
  }

  @Test
  void aCutAnswerIsNeverAWrongValue() throws Exception {
    for (Leaf leaf : leaves()) {
      try (leaf) {
        leaf.tell("foreign", SITE);
        for (int n = 1; n < 8; n++) {
          SwitchSession session = leaf.session();
          leaf.tell("truncate", "" + n);
          for (Target target : List.of(leaf.box(), leaf.port(3))) {
            try {
              var told = session.read(target);
              for (int again = 0; again < 8; again++) {
                session.read(target);
              }
              var whole = leaf.session().read(target);
              told.readings()
                  .forEach((kind, reading) -> {
                    if (reading instanceof Reading.Value value) {
                      assertThat(value).isEqualTo(whole.reading(kind));
                    }
                  });
            } catch (DeviceException e) {
              assertThat(e.kind())
                  .isIn(DeviceException.Kind.GARBLED, DeviceException.Kind.GONE);
            }
          }
          leaf.tell("clear", "");
        }
      }
    }
  }

  @Test
  void aSwitchThatHangsOrIsGoneIsTold() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("hang"))) {
      SwitchSession session = leaf.session("admin", WriteGate.OPEN, Duration.ofMillis(300));
      leaf.tell("stall", "100000 1");
      assertThatThrownBy(() -> session.read(leaf.port(1)))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.TIMEOUT));
      leaf.tell("vanish", "");
      assertThatThrownBy(() -> session.read(leaf.port(1)))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.GONE));
      leaf.tell("return", "");
      assertThat(Leaf.value(leaf.session(), leaf.port(1), Pfc.OFF)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void anAccountThatMayNotIsToldBefore() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("account"))) {
      assertThat(leaf.session().forbidden()).isEmpty();
      assertThat(leaf.session("observer", WriteGate.OPEN).forbidden())
          .containsExactly(
              "configuration commands: account observer has role nvue-monitor, expected nvue-admin"
                  + " or system-admin");
      leaf.tell("forbid", "\"nv config revision\"");
      assertThat(leaf.session().forbidden())
          .singleElement()
          .asString()
          .contains("nv config revision", "permission");
    }
  }

  @Test
  void hostileNamesAreNeverSent() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("hostile"))) {
      SwitchSession session = leaf.session();
      Target hostile =
          Target.port(new dev.losslessd.model.PortId(leaf.box().device(), "swp1:reboot"));
      assertThatThrownBy(() -> session.read(hostile)).hasMessageContaining("no such port");
      Change worded =
          new Change(
              leaf.port(1),
              new Mtu(9216),
              new Mtu(1500),
              "",
              "interface swp1 link mtu=1500;reboot",
              List.of(),
              Set.of());
      assertThatThrownBy(() -> session.apply(worded)).hasMessageContaining("ledger");
      assertThat(leaf.sent()).noneMatch(line -> line.contains("reboot"));
    }
  }

  @Test
  void savingIsAStepOfItsOwnAndWaitsForNobody() throws Exception {
    try (Leaf leaf = Leaf.older(folder.resolve("save"))) {
      SwitchSession session = leaf.session();
      session.save();
      assertThat(leaf.sent()).contains("nv config save");
    }
  }

  private List<Leaf> leaves() throws java.io.IOException {
    java.nio.file.Files.createDirectories(folder);
    return List.of(
        Leaf.newest(java.nio.file.Files.createTempDirectory(folder, "new")),
        Leaf.older(java.nio.file.Files.createTempDirectory(folder, "old")));
  }

  private static List<Map.Entry<Target, Setting>> steps(Leaf leaf) {
    return List.of(
        Map.entry(leaf.box(), new Lossless(PrioritySet.of(3, 4))),
        Map.entry(leaf.port(2), new Pfc(PrioritySet.of(3, 4))),
        Map.entry(leaf.port(1), new Pfc(PrioritySet.of(3, 4))),
        Map.entry(leaf.port(1), new GlobalPause(false, true)),
        Map.entry(leaf.port(1), new GlobalPause(true, true)),
        Map.entry(leaf.port(1), new Mtu(9000)),
        Map.entry(leaf.port(4), new Mtu(9216)),
        Map.entry(leaf.port(2), new PfcWatchdog(true)),
        Map.entry(leaf.box(), shares()),
        Map.entry(
            leaf.box(),
            Ecn.of(
                Map.of(
                    Priority.of(0), new Ecn.Marking(150_000, 1_500_000, 100),
                    Priority.of(3), new Ecn.Marking(150_000, 1_500_500, 10)))),
        Map.entry(
            leaf.box(),
            Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_500, 10)))),
        Map.entry(leaf.box(), map(Map.of(26, 4, 27, 4, 48, 6))),
        Map.entry(leaf.port(1), dscp()),
        Map.entry(leaf.box(), map(Map.of(26, 3, 48, 6))),
        Map.entry(leaf.port(2), dscp()));
  }

  private static Trust dscp() {
    return new Trust(Trust.Field.DSCP);
  }

  private static DscpMap map(Map<Integer, Integer> entries) {
    Map<Dscp, Priority> map = new TreeMap<>();
    entries.forEach((dscp, priority) -> map.put(Dscp.of(dscp), Priority.of(priority)));
    return DscpMap.of(map);
  }

  /** As a policy with a RoCE class and a strict CNP class comes to. */
  private static Ets shares() {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.ETS));
    selection.set(6, Ets.Selection.STRICT);
    return new Ets(selection, List.of(40, 0, 0, 60, 0, 0, 0, 0), List.of(0, 0, 0, 3, 0, 0, 6, 0));
  }
}
