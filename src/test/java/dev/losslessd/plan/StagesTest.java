package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.Links;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests of the order in which changes wait for each other. */
class StagesTest {
  private static final Setting ON3 = new Pfc(PrioritySet.of(3));
  private static final Setting MAP = DscpMap.of(Map.of(Dscp.of(26), Priority.of(3)));

  private final List<Target> targets = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private final Set<DeviceId> holding = new TreeSet<>();

  @Test
  void aSwitchThatHoldsTakesOneBatchBetweenItsNicsProtectionAndTheMove() {
    nicOn("nic0", "leaf1");
    lossless("gpu01:nic0", "leaf1");
    holding.add(new DeviceId("leaf1"));

    assertThat(text()).containsExactly("gpu01: pfc", "[leaf1: pfc dscp]", "gpu01: dscp");
  }

  @Test
  void oneThatDoesNotGetsItsStepsAsTheOrderHasThem() {
    nicOn("nic0", "leaf1");
    lossless("gpu01:nic0", "leaf1");

    assertThat(text()).containsExactly("gpu01: pfc | leaf1: pfc", "leaf1: dscp", "gpu01: dscp");
  }

  @Test
  void whatTakesProtectionAwayIsASecondBatchAfterTheMove() {
    nicOn("nic0", "leaf1");
    step("gpu01:nic0", MAP, DscpMap.EMPTY);
    step("leaf1", MAP, DscpMap.EMPTY);
    step("leaf1:Ethernet1", ON3, Pfc.OFF);
    step("gpu01:nic0", ON3, Pfc.OFF);
    holding.add(new DeviceId("leaf1"));

    assertThat(text()).containsExactly("gpu01: dscp", "[leaf1: dscp pfc]", "gpu01: pfc");
  }

  @Test
  void withoutAMoveBothAreOneBatch() {
    nicOn("nic0", "leaf1");
    step("leaf1:Ethernet1", ON3, new Pfc(PrioritySet.of(3, 4)));
    step("leaf1:Ethernet1", new Pfc(PrioritySet.of(3, 4)), new Pfc(PrioritySet.of(4)));
    holding.add(new DeviceId("leaf1"));

    assertThat(text()).containsExactly("[leaf1: pfc pfc]");
  }

  @Test
  void switchesWithoutACableBetweenThemDoNotWaitForEachOther() {
    for (int n = 0; n < 32; n++) {
      nicOn("nic" + n, "leaf" + n);
      lossless("gpu01:nic" + n, "leaf" + n);
      holding.add(new DeviceId("leaf" + n));
    }

    List<Stage> stages = stages();

    assertThat(stages).hasSize(3);
    assertThat(stages.get(1).lanes()).hasSize(32).allMatch(Stage.Lane::held);
  }

  @Test
  void ofTwoSwitchesWithACableBetweenThemOneProtectsFirstAndClassifiesLast() {
    nicOn("nic0", "leaf1");
    targets.add(new Target.Device(new DeviceId("spine1")));
    cable("leaf1:Ethernet49", "spine1:Ethernet1");
    lossless("gpu01:nic0", "leaf1");
    step("spine1:Ethernet1", Pfc.OFF, ON3);
    step("spine1", DscpMap.EMPTY, MAP);
    holding.add(new DeviceId("leaf1"));
    holding.add(new DeviceId("spine1"));

    assertThat(text())
        .containsExactly(
            "gpu01: pfc | [spine1: pfc]", "[leaf1: pfc dscp]", "[spine1: dscp] | gpu01: dscp");
  }

  @Test
  void aNicWhoseCableIsNotKnownWaitsForEverySwitch() {
    nicOn("nic0", "leaf1");
    lossless("gpu01:nic0", "leaf1");
    links.clear();
    holding.add(new DeviceId("leaf1"));

    assertThat(text()).containsExactly("gpu01: pfc", "[leaf1: pfc dscp]", "gpu01: dscp");
  }

  private void nicOn(String nic, String leaf) {
    targets.add(Target.parse("gpu01:" + nic));
    targets.add(new Target.Device(new DeviceId(leaf)));
    targets.add(Target.parse(leaf + ":Ethernet1"));
    cable("gpu01:" + nic, leaf + ":Ethernet1");
  }

  private void cable(String a, String b) {
    links.add(new Link(PortId.parse(a), PortId.parse(b), OptionalInt.of(3), Link.Source.CONFIG));
  }

  private void lossless(String nic, String leaf) {
    step(nic, DscpMap.EMPTY, MAP);
    step(nic, Pfc.OFF, ON3);
    step(leaf, DscpMap.EMPTY, MAP);
    step(leaf + ":Ethernet1", Pfc.OFF, ON3);
  }

  private void step(String target, Setting before, Setting after) {
    Target on =
        target.contains(":") ? Target.parse(target) : new Target.Device(new DeviceId(target));
    changes.add(new Change(on, before, after, List.of(), Set.of()));
  }

  private List<Stage> stages() {
    Neighbourhood around = Neighbourhood.of(targets, Links.of(links, List.of()));
    List<Change> row = new ArrayList<>(changes);
    row.sort(new Order(around, row));
    return Stages.of(
        Stages.contract(row, around, holding, Joined.NONE), around, holding, Joined.NONE);
  }

  private List<String> text() {
    return stages().stream()
        .map(stage -> String.join(" | ", stage.lanes().stream().map(StagesTest::text).toList()))
        .toList();
  }

  private static String text(Stage.Lane lane) {
    List<String> kinds = lane.changes().stream().map(change -> change.kind().word()).toList();
    String text = lane.device() + ": " + String.join(" ", kinds);
    return lane.held() ? "[" + text + "]" : text;
  }
}
