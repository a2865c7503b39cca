package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.OnBox;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Change;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A Nexus with four queues, as people who follow the guides set it up by hand. */
class FourQueuesTest extends OnBox<Leaf1> {
  private static final Target BOX = new Target.Device(Leaf1.ID);
  private static final Target PORT = Target.port(new PortId(Leaf1.ID, "Ethernet1/1"));

  @Override
  protected Leaf1 make(Path folder) throws IOException {
    return new Leaf1(folder);
  }

  private SwitchSession byHand() throws IOException {
    String lines = Transcript.read(SwitchSystem.NXOS, "four-queues.txt").strip();
    leaf.tell("foreign leaf1 " + lines.replace("\n", " ; "));
    return leaf.session("admin");
  }

  private static void set(SwitchSession session, Target target, Setting wanted) {
    Setting before = session.read(target).reading(wanted.kind()).standing().orElseThrow();
    session.apply(new Change(target, before, wanted, List.of(), Set.of()));
  }

  private static Setting is(SwitchSession session, Target target, SettingKind kind) {
    return session.read(target).inForce(kind).orElseThrow();
  }

  @Test
  void allOfItIsRead() throws Exception {
    try (SwitchSession session = byHand()) {
      assertThat(is(session, BOX, SettingKind.LOSSLESS)).isEqualTo(new Lossless(PrioritySet.of(3)));
      assertThat(is(session, PORT, SettingKind.PFC).text()).isEqualTo("3");
      assertThat(is(session, PORT, SettingKind.DSCP_MAP).text()).isEqualTo("26->3");
      assertThat(is(session, PORT, SettingKind.ECN))
          .isEqualTo(Ecn.of(Map.of(Priority.of(3), Ecn.Marking.UNTOLD)));
      assertThat(is(session, PORT, SettingKind.ECN).text()).isEqualTo("3=untold");
      Ets shares = (Ets) is(session, PORT, SettingKind.ETS);
      assertThat(shares.selection().get(3)).isEqualTo(Ets.Selection.STRICT);
      assertThat(shares.classOfPriority()).containsExactly(0, 1, 2, 3, 0, 0, 0, 0);
      assertThat(is(session, BOX, SettingKind.ETS).text()).contains("100");
    }
  }

  @Test
  void whatIsWrittenHasItsNamesAndTheInverseRestores() throws Exception {
    try (SwitchSession session = byHand()) {
      List<String> before = leaf.state();
      Setting shares = is(session, BOX, SettingKind.ETS);
      Setting marks = is(session, BOX, SettingKind.ECN);

      set(session, BOX, new Lossless(PrioritySet.of(2, 3)));
      set(session, BOX, Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_000, 10))));

      assertThat(leaf.state())
          .contains("  class type network-qos c-nq2", "  class type queuing c-out-q3")
          .noneMatch(line -> line.contains("8q"));
      assertThat(is(session, BOX, SettingKind.ETS)).isEqualTo(shares);
      assertThat(is(session, BOX, SettingKind.LOSSLESS).text()).isEqualTo("2,3");

      set(session, BOX, marks);
      set(session, BOX, new Lossless(PrioritySet.of(3)));
      assertThat(leaf.state()).isEqualTo(before);
    }
  }

  @Test
  void whatNeedsAFifthQueueIsRefused() throws Exception {
    try (SwitchSession session = byHand()) {
      assertThatThrownBy(() -> set(session, BOX, new Lossless(PrioritySet.of(5))))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("priority 5: this switch has classes 0..3");
      Ecn marks = Ecn.of(Map.of(Priority.of(5), new Ecn.Marking(1000, 2000, 10)));
      assertThatThrownBy(() -> set(session, BOX, marks))
          .hasMessageContaining("queue 5: this switch has queues 0..3");
      assertThat(leaf.sent()).doesNotContain("configure terminal");
    }
  }

  @Test
  void noDropIsOfThePrioritiesThatItsClassMatches() throws Exception {
    String config = Transcript.read(SwitchSystem.NXOS, "no-drop-classes.txt");
    leaf.control().rewrite((line, text) -> line.equals(RunningConfig.COMMAND) ? config : text);
    try (SwitchSession session = leaf.session("admin")) {
      assertThat(is(session, BOX, SettingKind.LOSSLESS).text()).isEqualTo("1,3,4,6");
      assertThatThrownBy(() -> set(session, BOX, new Lossless(PrioritySet.of(3))))
          .hasMessageContaining("pause no-drop', which cannot be taken over");
    }
  }
}
