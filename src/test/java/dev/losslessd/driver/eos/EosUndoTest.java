package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Change;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that found settings come back byte for byte, or the undo reports that they do not. */
class EosUndoTest extends OnEosLeaf {
  /** Lines for the whole switch that go along with those that are set. */
  private static final String SHARED =
      String.join(
          " ; ",
          "qos rewrite dscp",
          "qos map cos 3 to traffic-class 4",
          "qos map traffic-class 1 to dscp 56",
          "qos map dscp 18 26 to traffic-class 4 drop-precedence 2",
          "qos map dscp 46 to traffic-class 1",
          "priority-flow-control pause watchdog default recovery-time 1.22",
          "priority-flow-control pause watchdog action no-drop");

  /** Lines that say what holds without them, or what the values of this field do not tell. */
  private static final String PLAIN =
      String.join(
          " ; ",
          SHARED,
          "interface Ethernet1",
          "qos cos 5",
          "flowcontrol receive off",
          "flowcontrol send off",
          "priority-flow-control priority 3 drop",
          "tx-queue 3",
          "bandwidth percent 10",
          "bandwidth guaranteed percent 5",
          "shape rate 40 percent",
          "tx-queue 4",
          "random-detect drop drop-precedence 2 minimum-threshold 2 kbytes maximum-threshold 200"
              + " kbytes drop-probability 50 weight 10");

  /** Odd lines in a profile that another port uses too. */
  private static final String PROFILED =
      String.join(
          " ; ",
          SHARED,
          "qos profile ODD",
          "qos trust cos",
          "priority-flow-control on",
          "priority-flow-control priority 3 no-drop",
          "priority-flow-control priority 5 drop",
          "no priority-flow-control pause watchdog",
          "tx-queue 3",
          "no priority",
          "bandwidth percent 30",
          "random-detect ecn minimum-threshold 320 kbytes maximum-threshold 1500 kbytes"
              + " max-mark-probability 20 weight 3",
          "random-detect ecn count",
          "tx-queue 4",
          "random-detect drop minimum-threshold 2 kbytes maximum-threshold 200 kbytes"
              + " drop-probability 50",
          "interface Ethernet1",
          "flowcontrol receive off",
          "service-profile ODD",
          "interface Ethernet2",
          "service-profile ODD");

  @Test
  void everyKindOfSettingComesBackFromWhateverWasFound() throws IOException {
    List<Map.Entry<Target, Setting>> all = new ArrayList<>(steps());
    all.add(Map.entry(BOX, stockWith(Map.of(18, 3, 46, 5))));
    all.add(Map.entry(BOX, stockWith(Map.of(18, 4, 46, 6))));
    all.add(Map.entry(BOX, PfcWatchdog.OFF));
    all.add(Map.entry(PORT, Pfc.OFF));
    for (String start : List.of(PLAIN, PROFILED)) {
      keepTheLaws(start, all);
    }
  }

  @Test
  void aDropPrecedenceIsKeptWhereThePriorityStaysAndComesBackWhereItDoesNot() throws IOException {
    leaf.tell("foreign leaf1 " + SHARED);
    List<String> before = leaf.state();
    Change change = change(BOX, Wishes.map(Map.of(18, 4, 26, 2, 46, 1)));

    session.apply(change);

    assertThat(leaf.state())
        .contains(
            "qos map dscp 18 to traffic-class 4 drop-precedence 2",
            "qos map dscp 26 to traffic-class 2");
    session.apply(change.inverse());
    assertThat(leaf.state()).isEqualTo(before);
    assertThat(value(BOX, DscpMap.EMPTY)).isEqualTo(stockWith(Map.of(18, 4, 26, 4, 46, 1)));
  }

  @Test
  void aCopyOfAProfileThatLosesALineNobodyChangedIsNotCommitted() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    List<String> before = leaf.state();
    Change change = change(PORT, Wishes.shares());
    leaf.tell("lie leaf1 pfc");

    assertLied(change, "priority-flow-control on");

    assertThat(leaf.state()).isEqualTo(before);
    leaf.tell("clear leaf1");
    session.apply(change);
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(3)));
    session.apply(change.inverse());
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void anUndoThatWouldLoseALineOfTheCopyIsNotCommittedAndSaysSo() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    session.apply(change(PORT, Wishes.shares()));
    List<String> copied = leaf.state();
    // back to the profile of others, which takes the copy away; and that is to be undone
    Change back = change(PORT, value(PORT, Wishes.shares()));
    leaf.tell("foreign leaf1 interface Ethernet1 ; service-profile ROCE");
    leaf.tell("foreign leaf1 no qos profile losslessd-r12-Ethernet1-ROCE");
    List<String> without = leaf.state();
    Change undo =
        new Change(
            PORT,
            value(PORT, back.before()),
            back.before(),
            reading(PORT, back.kind()).words(),
            back.wordsBefore(),
            List.of(),
            Set.of());
    leaf.tell("lie leaf1 pfc");

    assertLied(undo, "priority-flow-control on");

    assertThat(leaf.state()).isEqualTo(without);
    leaf.tell("clear leaf1");
    session.apply(undo);
    assertThat(leaf.state()).isEqualTo(copied);
  }

  @Test
  void aCopyThatDoesNotGoAwayIsSeen() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    Change change = change(PORT, Wishes.shares());
    session.apply(change);
    List<String> copied = leaf.state();
    leaf.tell("lie leaf1 policy");

    assertLied(change.inverse(), "qos profile losslessd-r12-Ethernet1-ROCE");

    assertThat(leaf.state()).isEqualTo(copied);
  }

  private void assertLied(Change change, String line) {
    assertThatThrownBy(() -> session.apply(change))
        .isInstanceOfSatisfying(
            DeviceException.class, e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.LIED))
        .hasMessageContaining("does not come to '" + line + "' as it must; nothing was committed");
  }
}
