package dev.losslessd.driver.junos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Change;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A whole policy on a switch as it comes from the factory, in one draft and in several. */
class JunosPolicyTest extends OnJunosLeaf {
  private int commits = 100;

  private static final DscpMap MAP = Wishes.map(Map.of(26, 3, 48, 6));
  private static final Pfc THREE = new Pfc(PrioritySet.of(3));

  /** The policy of a class for RoCE and one for CNP, in an order that helps nobody. */
  private List<Change> policy() {
    return new ArrayList<>(
        List.of(
            change(PORT, Wishes.ecn()),
            change(PORT, THREE),
            change(PORT, Wishes.shares()),
            change(PORT, Wishes.dscp()),
            change(BOX, MAP)));
  }

  private void wanted() {
    assertThat(reading(BOX, SettingKind.DSCP_MAP).inForce()).contains(MAP);
    assertThat(reading(PORT, SettingKind.DSCP_MAP).text()).startsWith("26->3 48->6");
    for (Setting one : List.of(THREE, Wishes.dscp(), Wishes.shares(), Wishes.ecn())) {
      assertThat(value(PORT, one)).matches(one::isMetBy, one.text());
    }
  }

  /** One draft, which is kept. */
  private void together(List<Change> changes) {
    Hold hold = new Hold("c" + commits++, HOLD.within());
    session.applyWithTimer(changes, hold);
    session.confirm(hold);
  }

  /** Classes that the port's scheduler map has on a queue of the release's class. */
  private List<String> scheduled() throws IOException {
    return leaf.state().stream()
        .filter(line -> line.matches(".* scheduler-maps .* forwarding-class (fcoe|\\S+-p3) .*"))
        .toList();
  }

  @Test
  void oneDraftOfAWholePolicyOnAFactorySwitch() throws IOException {
    List<String> before = leaf.state();
    List<Change> all = policy();

    together(all);
    wanted();
    assertThat(leaf.state())
        .contains(
            "set class-of-service classifiers dscp losslessd-r12 forwarding-class losslessd-r12-p3"
                + " loss-priority low code-points 011010",
            "set class-of-service congestion-notification-profile losslessd-r12-et-0_0_0 input dscp"
                + " code-point 011010 pfc");
    assertThat(scheduled()).singleElement().asString().contains("losslessd-r12-p3");
    List<String> once = leaf.state();
    together(all);
    assertThat(leaf.state()).isEqualTo(once);

    Collections.reverse(all);
    together(all.stream().map(Change::inverse).toList());
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void sharesBeforePfcAndMarksLeaveOneSchedulerForEachQueue() throws IOException {
    List<String> before = leaf.state();
    Change map = change(BOX, MAP);
    session.apply(map);
    List<Change> first = List.of(change(PORT, Wishes.shares()), change(PORT, Wishes.dscp()));
    together(first);
    List<Change> second = List.of(change(PORT, THREE), change(PORT, Wishes.ecn()));
    together(second);

    wanted();
    assertThat(scheduled()).hasSize(1);
    assertThat(leaf.state())
        .contains(
            "set class-of-service congestion-notification-profile losslessd-r12-et-0_0_0 input dscp"
                + " code-point 011010 pfc");
    Change again = change(PORT, Wishes.shares(List.of(0, 1, 2, 3, 4, 5, 6, 7), 5, 6));
    session.apply(again);
    assertThat(scheduled()).hasSize(1);
    assertThat(value(PORT, Wishes.ecn())).isEqualTo(Wishes.ecn());

    session.apply(again.inverse());
    together(second.stream().map(Change::inverse).toList());
    together(first.stream().map(Change::inverse).toList());
    session.apply(map.inverse());
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void marksBesidePfcWithoutSharesOfTheirOwnAreOneSchedulerToo() throws IOException {
    List<String> before = leaf.state();
    Change pfc = change(PORT, THREE);
    session.apply(pfc);
    Change marks = change(PORT, Wishes.ecn());
    session.apply(marks);

    assertThat(value(PORT, Ecn.OFF)).isEqualTo(Wishes.ecn());
    assertThat(scheduled()).hasSize(1);
    session.apply(pfc.inverse());
    session.apply(marks.inverse());
    assertThat(leaf.state()).isEqualTo(before);
  }
}
