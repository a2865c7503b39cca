package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Change;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One release with each spelling: what is read, what is written, and what comes back. */
class NvueSessionTest {
  @TempDir Path folder;

  @Test
  void aBareSwitchReadsAsItsDefaults() throws Exception {
    for (Leaf leaf : Leaf.leaves(folder)) {
      try (leaf) {
        SwitchSession session = leaf.session();
        assertThat(session.targets())
            .startsWith(leaf.box(), leaf.port(1), leaf.port(2))
            .doesNotHaveDuplicates();
        assertThat(Leaf.value(session, leaf.box(), Lossless.NONE)).isEqualTo(Lossless.NONE);
        assertThat(Leaf.value(session, leaf.box(), Ecn.OFF).text())
            .isEqualTo("0=150KB..1500KB@100%");
        assertThat(((Ets) Leaf.value(session, leaf.box(), Leaf.shares())).bandwidthPercent())
            .containsExactly(12, 13, 12, 13, 12, 13, 12, 13);
        assertThat(Leaf.value(session, leaf.port(1), Pfc.OFF)).isEqualTo(Pfc.OFF);
        assertThat(Leaf.value(session, leaf.port(1), new Mtu(1500))).isEqualTo(new Mtu(9216));
        assertThat(Leaf.value(session, leaf.port(1), Wishes.dscp()))
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
    for (Leaf leaf : Leaf.leaves(folder)) {
      try (leaf) {
        SwitchSession session = leaf.session();
        Ecn wanted = Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_000, 20)));
        session.apply(Leaf.change(session, leaf.box(), wanted));
        Reading now = session.read(leaf.box()).reading(SettingKind.ECN);
        assertThat(now.inForce()).contains(wanted);
        texts.add(now.text());
      }
    }
    assertThat(texts)
        .containsExactly(
            "3=150KB..1500KB@20% (runs as 3=156KiB..1476KiB@20%, in steps of 12288 B)",
            "3=150KB..1500KB@20% (runs as 3=153KiB..1467KiB@20%, in steps of 9216 B)");
  }

  /** Cumulus Linux 5.17 guide, Dynamic ECN: the hardware ignores existing byte thresholds. */
  @Test
  void thresholdsInBytesAreNotToldWhereAClassMarksByPercent() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("relative"))) {
      leaf.tell("foreign", "release 5.17.0");
      leaf.tell(
          "foreign", "set qos congestion-control default-global traffic-class 0 mode relative");
      Reading ecn = leaf.session().read(leaf.box()).reading(SettingKind.ECN);
      assertThat(ecn.inForce()).isEmpty();
      assertThat(ecn.text()).contains("traffic class 0 marks in mode relative");
    }
  }

  @Test
  void aPortJoinsTheOnlyPfcProfileThatOthersUse() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      leaf.tell("foreign", Leaf.SITE);
      SwitchSession session = leaf.session();
      List<String> before = leaf.state();
      Change on = Leaf.change(session, leaf.port(1), new Pfc(PrioritySet.of(4)));

      session.apply(on);

      assertThat(leaf.state()).contains("nv set interface swp1 qos pfc profile STORAGE");
      assertThat(Leaf.value(session, leaf.port(1), Pfc.OFF)).isEqualTo(on.after());
      Change none = Leaf.change(session, leaf.box(), Lossless.NONE);
      assertThatThrownBy(() -> session.apply(none))
          .hasMessageContaining("still runs on swp1, swp2");
      session.apply(on.inverse());
      assertThat(leaf.state()).isEqualTo(before);
    }
  }

  /** The laws of {@link NvueContractTest} on a release with other words. */
  @Test
  void everyChangeOnAnOlderReleaseReadsBackTwiceIsOnceAndTheInverseRestores() throws Exception {
    try (Leaf leaf = Leaf.older(folder)) {
      leaf.tell("foreign", Leaf.SITE);
      lawsHold(leaf);
    }
  }

  private static void lawsHold(Leaf leaf) throws Exception {
    SwitchSession session = leaf.session();
    List<String> before = leaf.state();
    List<Change> done = new ArrayList<>();
    for (var step : steps(leaf.box(), leaf::port)) {
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
    assertThat(leaf.sent())
        .noneMatch(line -> line.matches("nv (set|unset) qos .*(STORAGE|EDGE).*"));
  }

  @Test
  void roceOfTheWholeSwitchIsReadAndItsOwnProfilesAreChanged() throws Exception {
    for (Leaf leaf : Leaf.leaves(folder)) {
      try (leaf) {
        leaf.tell("foreign", "set qos roce mode lossless");
        SwitchSession session = leaf.session();
        assertThat(Leaf.value(session, leaf.box(), Lossless.NONE))
            .isEqualTo(new Lossless(PrioritySet.of(3)));
        assertThat(Leaf.value(session, leaf.port(2), Pfc.OFF))
            .isEqualTo(new Pfc(PrioritySet.of(3)));
        assertThat(Leaf.value(session, leaf.box(), Ecn.OFF).text())
            .isEqualTo("0=150KB..1500KB@100% 3=150KB..1500KB@100%");
        Ets ets = (Ets) Leaf.value(session, leaf.box(), Leaf.shares());
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
  void aClassThatWouldStarveIsRefused() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("starve"))) {
      SwitchSession session = leaf.session();
      Ets starving =
          new Ets(
              Leaf.shares().selection(),
              Leaf.shares().bandwidthPercent(),
              List.of(0, 1, 2, 3, 4, 5, 6, 7));
      Change change = Leaf.change(session, leaf.box(), starving);
      assertThatThrownBy(() -> session.apply(change)).hasMessageContaining("would not schedule");
    }
  }

  @Test
  void aWatchdogIsRefusedWhereNothingPausesBeforeAnythingIsStaged() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("watchdog"));
        SwitchSession session = leaf.session()) {
      List<String> before = leaf.state();
      Change change = Leaf.change(session, leaf.port(2), new PfcWatchdog(true));
      assertThatThrownBy(() -> session.apply(change))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("the port pauses nothing: set pfc of the port first");
      assertThat(leaf.state()).isEqualTo(before);
    }
  }

  static List<Map.Entry<Target, Setting>> steps(Target box, IntFunction<Target> port) {
    return List.of(
        Map.entry(box, new Lossless(PrioritySet.of(3, 4))),
        Map.entry(port.apply(2), new Pfc(PrioritySet.of(3, 4))),
        Map.entry(port.apply(1), new Pfc(PrioritySet.of(3, 4))),
        Map.entry(port.apply(1), new GlobalPause(false, true)),
        Map.entry(port.apply(1), new GlobalPause(true, true)),
        Map.entry(port.apply(1), new Mtu(9000)),
        Map.entry(port.apply(4), new Mtu(9216)),
        Map.entry(port.apply(2), new PfcWatchdog(true)),
        Map.entry(box, new PfcWatchdog(true, 400, null, null)),
        Map.entry(box, new PfcWatchdog(true, 250, null, PfcWatchdog.Action.DROP)),
        Map.entry(box, Leaf.shares()),
        Map.entry(
            box,
            Ecn.of(
                Map.of(
                    Priority.of(0), new Ecn.Marking(150_000, 1_500_000, 100),
                    Priority.of(3), new Ecn.Marking(150_000, 1_500_500, 10)))),
        Map.entry(box, Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_500, 10)))),
        Map.entry(box, Wishes.map(Map.of(26, 4, 27, 4, 48, 6))),
        Map.entry(port.apply(1), Wishes.dscp()),
        Map.entry(box, Wishes.map(Map.of(26, 3, 48, 6))),
        Map.entry(port.apply(2), Wishes.dscp()));
  }
}
