package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.topology.Links;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Settings of a port that its switch writes in one. */
class JoinedTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final Target BOX = new Target.Device(LEAF);
  private static final Target ONE = Target.port(new PortId(LEAF, "Ethernet0"));
  private static final Target TWO = Target.port(new PortId(LEAF, "Ethernet4"));
  private static final Joined JOINED =
      new Joined(
          Map.of(LEAF, Set.of(SettingKind.PFC, SettingKind.TRUST, SettingKind.PFC_WATCHDOG)));

  private static final Trust PCP = new Trust(Trust.Field.PCP);
  private static final Trust DSCP = new Trust(Trust.Field.DSCP);

  private static Change change(Target target, Setting before, Setting after) {
    return new Change(target, before, after, "w-" + before.text(), "", List.of(), Set.of());
  }

  private static List<Change> contracted(Change... row) {
    Neighbourhood around = Neighbourhood.of(Set.of(BOX, ONE, TWO), Links.of(List.of(), List.of()));
    return Stages.contract(List.of(row), around, Set.of(), JOINED);
  }

  private static DscpMap map(int dscp) {
    return DscpMap.of(Map.of(Dscp.of(dscp), Priority.of(3)));
  }

  @Test
  void whatIsGivenAndWhatIsTakenGoTogetherAndThroughTheMiddleInOneStep() {
    Pfc three = new Pfc(PrioritySet.of(3));
    Pfc both = new Pfc(PrioritySet.of(3, 4));
    Pfc four = new Pfc(PrioritySet.of(4));
    Change widen = change(ONE, three, both);
    Change narrow = change(ONE, both, four);
    Change trust = change(ONE, PCP, DSCP);
    Change mtu = change(ONE, new Mtu(9100), new Mtu(9000));
    Change off = change(ONE, new PfcWatchdog(true), PfcWatchdog.OFF);

    List<Change> row = contracted(widen, trust, mtu, off, narrow);

    assertThat(row)
        .containsExactly(
            new Change(ONE, three, four, widen.wordsBefore(), "", List.of(), Set.of()),
            trust,
            off,
            mtu);
    assertThat(JOINED.parts(row)).containsExactly(row.subList(0, 3), List.of(mtu));
  }

  @Test
  void eachPortIsAPartAndTheMapOfTheSwitchComesAfterThem() {
    Change one = change(ONE, Pfc.OFF, new Pfc(PrioritySet.of(3)));
    Change two = change(TWO, Pfc.OFF, new Pfc(PrioritySet.of(3)));
    Change map = change(BOX, map(24), map(26));
    Change trust = change(ONE, PCP, DSCP);

    List<Change> row = contracted(one, two, map, trust);

    assertThat(row).containsExactly(one, trust, two, map);
    assertThat(JOINED.parts(row)).containsExactly(List.of(one, trust), List.of(two), List.of(map));
  }

  @Test
  void aMapWhereThereWasNoneComesBeforePortsThatWillNameIt() {
    Change one = change(ONE, Pfc.OFF, new Pfc(PrioritySet.of(3)));
    Change map = change(BOX, DscpMap.EMPTY, map(26));
    Change trust = change(ONE, PCP, DSCP);

    assertThat(contracted(one, map, trust)).containsExactly(map, one, trust);
  }

  @Test
  void noPartHasASettingTwice() {
    Change on = change(ONE, Pfc.OFF, new Pfc(PrioritySet.of(3)));
    Change trust = change(ONE, PCP, DSCP);
    Change off = on.inverse();

    assertThat(JOINED.parts(List.of(on, trust, off)))
        .containsExactly(List.of(on, trust), List.of(off));
    assertThat(Joined.NONE.parts(List.of(on, trust))).hasSize(2);
  }
}
