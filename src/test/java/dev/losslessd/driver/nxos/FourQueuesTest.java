package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A Nexus with four queues, as people who follow the guides set it up by hand. */
class FourQueuesTest {
  private static final Target BOX = new Target.Device(Connected.LEAF);
  private static final Target PORT = Target.port(new PortId(Connected.LEAF, "Ethernet1/2/1"));

  private static final String[] BY_HAND = {
    "class-map type qos match-all STORAGE",
    "match cos 3",
    "match dscp 26",
    "policy-map type qos MARK_IN",
    "class type qos STORAGE",
    "set qos-group 3",
    "policy-map type queuing ECN_OUT",
    "class type queuing c-out-q3",
    "priority level 1",
    "random-detect threshold burst-optimized ecn",
    "policy-map type network-qos LOSSLESS_NQ",
    "class type network-qos c-nq3",
    "mtu 9100",
    "pause pfc-cos 3",
    "class type network-qos c-nq-default",
    "mtu 9216",
    "system qos",
    "service-policy type network-qos LOSSLESS_NQ",
    "interface Ethernet1/2/1",
    "priority-flow-control mode on",
    "service-policy type qos input MARK_IN",
    "service-policy type queuing output ECN_OUT"
  };

  private static void set(SwitchSession session, Target target, Setting wanted) {
    Setting before = session.read(target).reading(wanted.kind()).standing().orElseThrow();
    session.apply(new Change(target, before, wanted, List.of(), Set.of()));
  }

  private static Setting is(SwitchSession session, Target target, SettingKind kind) {
    return session.read(target).inForce(kind).orElseThrow();
  }

  @Test
  void allOfItIsRead() throws Exception {
    try (Connected leaf = new Connected(BY_HAND);
        SwitchSession session = leaf.session()) {
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
    try (Connected leaf = new Connected(BY_HAND);
        SwitchSession session = leaf.session()) {
      String before = leaf.nexus.config();
      Setting shares = is(session, BOX, SettingKind.ETS);
      Setting marks = is(session, BOX, SettingKind.ECN);

      set(session, BOX, new Lossless(PrioritySet.of(2, 3)));
      set(session, BOX, Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_000, 10))));

      assertThat(leaf.nexus.config())
          .contains("class type network-qos c-nq2")
          .contains("class type queuing c-out-q3")
          .doesNotContain("8q");
      assertThat(is(session, BOX, SettingKind.ETS)).isEqualTo(shares);
      assertThat(is(session, BOX, SettingKind.LOSSLESS).text()).isEqualTo("2,3");

      set(session, BOX, marks);
      set(session, BOX, new Lossless(PrioritySet.of(3)));
      assertThat(leaf.nexus.config()).isEqualTo(before);
    }
  }

  @Test
  void whatNeedsAFifthQueueIsRefused() throws Exception {
    try (Connected leaf = new Connected(BY_HAND);
        SwitchSession session = leaf.session()) {
      assertThatThrownBy(() -> set(session, BOX, new Lossless(PrioritySet.of(5))))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("priority 5: this switch has classes 0..3");
      Ecn marks = Ecn.of(Map.of(Priority.of(5), new Ecn.Marking(1000, 2000, 10)));
      assertThatThrownBy(() -> set(session, BOX, marks))
          .hasMessageContaining("queue 5: this switch has queues 0..3");
      assertThat(leaf.nexus.sent).doesNotContain("configure terminal");
    }
  }

  @Test
  void noDropIsOfThePrioritiesThatItsClassMatches() throws Exception {
    String[] config = {
      "class-map type qos match-any GROUP2",
      "match cos 4,6",
      "policy-map type qos IN",
      "class GROUP2",
      "set qos-group 2",
      "class-map type network-qos match-any BY_COS",
      "match cos 3",
      "class-map type network-qos match-any BY_GROUP",
      "match qos-group 2",
      "policy-map type network-qos NQ",
      "class type network-qos BY_COS",
      "pause no-drop",
      "class type network-qos BY_GROUP",
      "pause no-drop",
      "class type network-qos c-nq1",
      "pause no-drop",
      "system qos",
      "service-policy type network-qos NQ",
      "interface Ethernet1/7"
    };
    try (Connected leaf = new Connected(config);
        SwitchSession session = leaf.session()) {
      assertThat(is(session, BOX, SettingKind.LOSSLESS).text()).isEqualTo("1,3,4,6");
      assertThatThrownBy(() -> set(session, BOX, new Lossless(PrioritySet.of(3))))
          .hasMessageContaining("pause no-drop', which cannot be taken over");
    }
  }
}
