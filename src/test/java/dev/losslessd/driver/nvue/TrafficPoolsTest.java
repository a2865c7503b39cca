package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cumulus Linux guide, Quality of Service: "Before configuring PFC, first modify the switch buffer
 * allocation".
 */
class TrafficPoolsTest {
  private static final Lossless THREE = new Lossless(PrioritySet.of(3));

  @TempDir Path folder;

  @Test
  void whereNobodySetPoolsLosslessTrafficGetsHalfInTheSameDraftAndTheUndoTakesItBack()
      throws Exception {
    for (Leaf leaf : Leaf.leaves(folder)) {
      try (leaf) {
        SwitchSession session = leaf.session();
        List<String> before = leaf.state();
        Change change = Leaf.change(session, leaf.box(), THREE);
        assertThat(change.wordsBefore()).isEqualTo("unset; pools -/-");

        session.apply(change);

        assertThat(leaf.state())
            .contains(
                "nv set qos traffic-pool default-lossless memory-percent 50",
                "nv set qos traffic-pool default-lossy memory-percent 50");
        assertThat(leaf.sent()).filteredOn(line -> line.startsWith("nv config apply")).hasSize(1);
        assertThat(session.read(leaf.box()).reading(SettingKind.LOSSLESS).text()).isEqualTo("3");
        session.apply(change.inverse());
        assertThat(leaf.state()).isEqualTo(before);
      }
    }
  }

  @Test
  void poolsThatAreThereStayAsTheyAre() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      leaf.tell(
          "foreign",
          "set qos traffic-pool default-lossless memory-percent 90"
              + " ; set qos traffic-pool default-lossy memory-percent 10");
      SwitchSession session = leaf.session();
      List<String> before = leaf.state();
      Change change = Leaf.change(session, leaf.box(), THREE);
      session.apply(change);
      assertThat(leaf.sent()).noneMatch(line -> line.matches("nv (set|unset) qos traffic-pool .*"));
      session.apply(change.inverse());
      assertThat(leaf.state()).isEqualTo(before);
    }
  }

  @Test
  void poolsThatSomebodyMadeWithoutALosslessOneAreNotSharedOutAnew() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      leaf.tell("foreign", "set qos traffic-pool default-lossy memory-percent 80");
      SwitchSession session = leaf.session();
      List<String> before = leaf.state();
      Change change = Leaf.change(session, leaf.box(), THREE);
      assertThatThrownBy(() -> session.apply(change))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("lossless 3: traffic pools default-lossy 80 leave lossless traffic")
          .hasMessageContaining("'nv set qos traffic-pool default-lossless memory-percent N'");
      assertThat(leaf.state()).isEqualTo(before);
      assertThat(leaf.sent()).noneMatch(line -> line.startsWith("nv set"));
    }
  }

  @Test
  void theWholeLossyPoolInSoManyWordsIsASwitchAsItComes() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      leaf.tell("foreign", "set qos traffic-pool default-lossy memory-percent 100");
      SwitchSession session = leaf.session();
      List<String> before = leaf.state();
      Change change = Leaf.change(session, leaf.box(), THREE);
      session.apply(change);
      assertThat(leaf.state()).contains("nv set qos traffic-pool default-lossy memory-percent 50");
      session.apply(change.inverse());
      assertThat(leaf.state()).isEqualTo(before);
    }
  }

  @Test
  void pfcOfOthersWithoutMemoryIsToldAndNoPortJoinsIt() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      leaf.tell(
          "foreign",
          "set qos pfc STORAGE switch-priority 4 ; set interface swp3 qos pfc profile STORAGE");
      SwitchSession session = leaf.session();
      Reading told = session.read(leaf.box()).reading(SettingKind.LOSSLESS);
      assertThat(told.text()).isEqualTo("4 (" + PfcProfiles.NO_MEMORY + ")");
      assertThat(((Reading.Value) told).caution())
          .hasValueSatisfying(one -> {
            assertThat(one.rule()).isEqualTo(FindingRule.NO_LOSSLESS_POOL);
            assertThat(one.message()).startsWith("lossless is 4, and no memory of the switch is");
          });
      Change join = Leaf.change(session, leaf.port(1), new Pfc(PrioritySet.of(4)));
      assertThatThrownBy(() -> session.apply(join))
          .hasMessageContaining("swp1 pfc 4: lossless traffic has no memory of this switch");
      Change off = Leaf.change(session, leaf.port(3), Pfc.OFF);
      session.apply(off);
      session.apply(off.inverse());
      assertThat(Leaf.value(session, leaf.port(3), Pfc.OFF)).isEqualTo(off.before());
    }
  }

  @Test
  void roceAndBuffersOfTheirOwnNeedNoPool() throws Exception {
    Node roce = new Node();
    roce.set("lossless", "qos", "roce", "mode");
    Node advanced = new Node();
    advanced.set(
        "1",
        "qos",
        "advance-buffer-config",
        "default-global",
        "ingress-lossless-buffer",
        "service-pool");
    Node lossy = new Node();
    lossy.set("lossy", "qos", "roce", "mode");
    assertThat(TrafficPools.areLossless(roce)).isTrue();
    assertThat(TrafficPools.areLossless(advanced)).isTrue();
    assertThat(TrafficPools.areLossless(lossy)).isFalse();
  }

  @Test
  void anUndoThatAnEarlierReleaseOfOursWroteLeavesPoolsAlone() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      leaf.tell(
          "foreign",
          "set qos traffic-pool default-lossless memory-percent 40"
              + " ; set qos traffic-pool default-lossy memory-percent 60");
      SwitchSession session = leaf.session();
      List<String> before = leaf.state();
      Change change = Leaf.change(session, leaf.box(), THREE);
      session.apply(change);
      Change old =
          new Change(
              change.target(),
              change.after(),
              change.before(),
              "",
              "unset",
              change.touches(),
              change.risks());
      session.apply(old);
      assertThat(leaf.state()).isEqualTo(before);
    }
  }

  @Test
  void fromTheReleaseOnThatHasOneLosslessGroupOnePriorityIsLossless() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      assertThat(leaf.session().capabilities(leaf.box()).maxLossless()).isEqualTo(3);
      leaf.tell("foreign", "release 5.17.0");
      SwitchSession session = leaf.session();
      assertThat(session.capabilities(leaf.box()).maxLossless()).isEqualTo(1);
      assertThat(session.capabilities(leaf.port(1)).maxLossless()).isEqualTo(1);
    }
  }
}
