package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.OnBox;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Capability;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Sections that act on a port: VLANs, port profiles, port channels; and classes that no map has.
 */
class PlacesTest extends OnBox<Leaf1> {
  private static final Target BOX = new Target.Device(Leaf1.ID);
  private static final String SITE = Transcript.read(SwitchSystem.NXOS, "places.txt");

  @Override
  protected Leaf1 make(Path folder) throws IOException {
    return new Leaf1(folder);
  }

  private SwitchSession printing(String config) throws IOException {
    leaf.control().rewrite((line, said) -> line.equals(RunningConfig.COMMAND) ? config : said);
    return leaf.session("admin");
  }

  private static Target port(int number) {
    return Target.port(new PortId(Leaf1.ID, "Ethernet1/" + number));
  }

  private static String text(SwitchSession session, Target target, SettingKind kind) {
    return session.read(target).reading(kind).text();
  }

  /** Trust and DSCP map of a port. */
  private static String classified(SwitchSession session, int number) {
    return text(session, port(number), SettingKind.TRUST)
        + " "
        + text(session, port(number), SettingKind.DSCP_MAP);
  }

  private static String mtu(SwitchSession session, int number) {
    return text(session, port(number), SettingKind.MTU);
  }

  private static Capability can(SwitchSession session, int number, SettingKind kind) {
    return session.capabilities(port(number)).of(kind);
  }

  @Test
  void aVlanOfFourDigitsIsThatOfItsPortsAndOfNoOthers() throws Exception {
    try (SwitchSession session = printing(SITE)) {
      assertThat(classified(session, 1)).isEqualTo("dscp 18->2 19->2");
      assertThat(classified(session, 2)).isEqualTo("dscp 12->1");
      assertThat(classified(session, 3)).isEqualTo("pcp none");
    }
    try (SwitchSession session = printing(SITE.replace("1500-1503,1610", "1500-15O3,1610"))) {
      assertThat(classified(session, 1)).as("another section").isEqualTo("dscp 18->2 19->2");
      assertThat(text(session, port(3), SettingKind.TRUST))
          .startsWith("unread: ")
          .contains("printed '1500-15O3'");
    }
  }

  @Test
  void aTrunkIsKnownWhereNoneOfItsVlansHasAPolicy() throws Exception {
    try (SwitchSession session = printing(SITE)) {
      assertThat(classified(session, 4)).isEqualTo("pcp none");
      for (Map.Entry<Integer, String> one :
          Map.of(5, "1500-1503,1610", 6, "2047", 7, "2047").entrySet()) {
        assertThat(text(session, port(one.getKey()), SettingKind.TRUST))
            .startsWith("unsupported: Ethernet1/" + one.getKey() + " has several VLANs, and")
            .contains("'vlan configuration " + one.getValue() + "' has policy");
      }
    }
    String one = SITE.replace("allowed vlan 20-30\n", "allowed vlan 20-3O\n");
    try (SwitchSession session = printing(one)) {
      assertThat(classified(session, 4)).as("which VLANs is unknown").contains("several VLANs");
    }
  }

  @Test
  void aPortHasTheLinesOfItsPortProfilesAndItsOwnGoFirst() throws Exception {
    try (SwitchSession session = printing(SITE)) {
      assertThat(classified(session, 8)).isEqualTo("dscp 18->2 19->2");
      assertThat(text(session, port(8), SettingKind.ECN)).isEqualTo("2=210KB..840KB@11%");
      assertThat(text(session, port(8), SettingKind.ETS)).contains("tc2=70% ");
      assertThat(text(session, port(8), SettingKind.PFC_WATCHDOG)).isEqualTo("on");
      assertThat(mtu(session, 8)).as("of a profile that the profile inherits").isEqualTo("9100");
      assertThat(classified(session, 9)).isEqualTo("dscp 12->1");
      assertThat(mtu(session, 9)).isEqualTo("3100");
      assertThat(text(session, port(9), SettingKind.PFC_WATCHDOG)).isEqualTo("off");
      assertThat(mtu(session, 14)).as("a profile that inherits itself").isEqualTo("2900");
    }
    String vlan =
        SITE.replace(
            "  service-policy type qos input IN\n  service-policy type queuing",
            "  service-policy type queuing");
    try (SwitchSession session = printing(vlan)) {
      assertThat(classified(session, 8)).as("VLAN 1501 of the profile").isEqualTo("dscp 12->1");
    }
  }

  @Test
  void aMemberActsByTheProfileOfItsPortChannel() throws Exception {
    try (SwitchSession session = printing(SITE)) {
      assertThat(classified(session, 12)).isEqualTo("dscp 12->1");
      assertThat(mtu(session, 12)).isEqualTo("8100");
      assertThat(text(session, port(12), SettingKind.ECN)).isEqualTo("2=210KB..840KB@11%");
    }
  }

  @Test
  void aProfileThatIsNotEnabledOrNotThereIsNotGuessed() throws Exception {
    try (SwitchSession session = printing(SITE)) {
      assertThat(classified(session, 10)).isEqualTo("pcp none");
      assertThat(mtu(session, 10)).isEqualTo("1500");
      for (SettingKind kind :
          List.of(
              SettingKind.TRUST,
              SettingKind.DSCP_MAP,
              SettingKind.MTU,
              SettingKind.ETS,
              SettingKind.ECN,
              SettingKind.PFC_WATCHDOG)) {
        assertThat(text(session, port(11), kind))
            .as(kind.word())
            .isEqualTo(
                "unsupported: Ethernet1/11 inherits port-profile GONE, which the configuration does"
                    + " not have: set there");
        assertThat(text(session, port(13), kind))
            .as(kind.word())
            .isEqualTo(
                "unsupported: port-profile OVER_IDLE inherits port-profile IDLE, which is not"
                    + " enabled: set there");
      }
      assertThat(can(session, 11, SettingKind.MTU).access()).isEqualTo(Capability.Access.READ);
    }
    String third = "interface Ethernet1/3\n";
    try (SwitchSession session =
        printing(SITE.replace(third, third + "  inherit port-profile GONE\n"))) {
      assertThat(session.read(port(3)).reading(SettingKind.PFC))
          .as("its row says it")
          .isInstanceOf(Reading.Value.class);
    }
  }

  @Test
  void whatAProfileHasIsNotWrittenAtThePort() throws Exception {
    Map<SettingKind, String> profiles =
        Map.of(
            SettingKind.TRUST, "'service-policy type qos input' from port-profile ROCE",
            SettingKind.PFC, "'priority-flow-control mode' from port-profile ROCE",
            SettingKind.MTU, "'mtu' from port-profile JUMBO",
            SettingKind.GLOBAL_PAUSE, "'flowcontrol' from port-profile JUMBO",
            SettingKind.PFC_WATCHDOG, "'priority-flow-control watch-dog' from port-profile JUMBO");
    try (SwitchSession session = printing(SITE)) {
      profiles.forEach((kind, where) -> {
        for (int number : List.of(8, 9)) {
          assertThat(can(session, number, kind).access()).isEqualTo(Capability.Access.READ);
          assertThat(can(session, number, kind).why())
              .isEqualTo("it inherits " + where + ": set there");
        }
        assertThat(can(session, 10, kind).access()).isEqualTo(Capability.Access.WRITE);
        assertThat(can(session, 3, kind).access()).isEqualTo(Capability.Access.WRITE);
      });
    }
  }

  @Test
  void aReadOnlyQueueSaysWhereItsPolicyIs() throws Exception {
    try (SwitchSession session = printing(SITE)) {
      assertThat(can(session, 8, SettingKind.ECN).why())
          .isEqualTo(
              "queuing policy OUT of port-profile ROCE goes before that of the switch: set there");
      assertThat(can(session, 16, SettingKind.ECN).why())
          .isEqualTo(
              "queuing policy FORMS of Ethernet1/16 goes before that of the switch: set there");
    }
    NxosSnapshot now = PortPoliciesTest.nxosSnapshot(SITE);
    assertThat(now.placeOfQueuing("Ethernet1/15")).isEqualTo("port-channel4");
  }

  @Test
  void aClassThatNoDscpMapHasIsUnsupportedWithItsLine() throws Exception {
    Map<String, String> odd =
        Map.of(
            "FLASH_IN", "class FLASH of policy FLASH_IN has 'match precedence 2'",
            "NARROW_IN", "class NARROW of policy NARROW_IN has 'match access-group name STORAGE'",
            "OTHERS_IN", "class OTHERS of policy OTHERS_IN has 'match not dscp 0-15'",
            "NO_CLASS_IN", "class ABSENT of policy NO_CLASS_IN has 'set qos-group 2'");
    for (Map.Entry<String, String> one : odd.entrySet()) {
      try (SwitchSession session = printing(withPolicy(one.getKey()))) {
        for (SettingKind kind : List.of(SettingKind.TRUST, SettingKind.DSCP_MAP)) {
          assertThat(text(session, port(3), kind))
              .as(one.getKey())
              .startsWith("unsupported: " + one.getValue());
        }
        assertThat(classified(session, 1)).isEqualTo("dscp 18->2 19->2");
      }
    }
    Map<String, String> plain =
        Map.of(
            "COS_IN", "pcp none",
            "EITHER_IN", "dscp 21->2",
            "BOTH_IN", "dscp 18->2",
            "REST_IN", "dscp 0-11->4 12->1 13-63->4",
            "LIMITED_IN", "dscp 18->2 19->2",
            "IN", "dscp 18->2 19->2");
    for (Map.Entry<String, String> one : plain.entrySet()) {
      try (SwitchSession session = printing(withPolicy(one.getKey()))) {
        assertThat(classified(session, 3)).as(one.getKey()).isEqualTo(one.getValue());
      }
    }
  }

  private static String withPolicy(String name) {
    return SITE.replace(
        "access vlan 15\n", "access vlan 15\n  service-policy type qos input " + name + "\n");
  }

  @Test
  void theMapOfTheSwitchIsUnknownWherePlacesOfEffectDiffer() throws Exception {
    String start =
        SITE.substring(0, SITE.indexOf("vlan configuration"))
            + "system qos\n  service-policy type qos input IN\n"
            + "vlan configuration 77\n  service-policy type qos input %s\n"
            + "interface port-channel3\n  switchport access vlan 77\n"
            + "interface Ethernet1/1\n  channel-group 3\nline vty\n";
    try (SwitchSession session = printing(start.formatted("IN_BULK"))) {
      assertThat(text(session, BOX, SettingKind.DSCP_MAP))
          .isEqualTo("unsupported: ports classify by different policies: [IN, IN_BULK]");
      assertThat(classified(session, 1)).isEqualTo("dscp 12->1");
    }
    String same =
        start.replace(
            "policy-map type qos IN_BULK\n  class BULK\n    set qos-group 1",
            "policy-map type qos IN_BULK\n  class RDMA\n    set qos-group 2");
    try (SwitchSession session = printing(same.formatted("IN_BULK"))) {
      assertThat(text(session, BOX, SettingKind.DSCP_MAP)).as("equal").isEqualTo("18->2 19->2");
    }
  }

  @Test
  void aFormOfThresholdsThatIsUnknownIsThatOfItsQueue() throws Exception {
    try (SwitchSession session = printing(SITE)) {
      assertThat(text(session, port(16), SettingKind.ECN))
          .isEqualTo("2=untold 3=untold 5=90KB..360KB@6%");
    }
  }

  @Test
  void aPolicyThatMayBeOfANexus3000LeavesTheMtuUnknown() throws Exception {
    String policy =
        """
        policy-map type network-qos LARGE
          class type network-qos %s
            mtu %s
        system qos
          service-policy type network-qos LARGE
        vlan configuration 2047
        """;
    try (SwitchSession session = printing(with(policy.formatted("class-default", "8700")))) {
      assertThat(mtu(session, 3))
          .startsWith("unsupported: network-qos policy LARGE has an MTU, which a Nexus 3000 gives");
      assertThat(mtu(session, 9)).as("its own line").isEqualTo("3100");
    }
    for (String known : List.of("c-8q-nq-default 8700", "c-nq2 8700", "class-default 1500")) {
      String[] words = known.split(" ");
      try (SwitchSession session = printing(with(policy.formatted(words[0], words[1])))) {
        assertThat(mtu(session, 3)).as(known).isEqualTo("1500");
      }
    }
  }

  private static String with(String policy) {
    return SITE.replace("vlan configuration 2047\n", policy);
  }

  @Test
  void aWatchdogWithoutItsActionMeetsNoIntent() throws Exception {
    try (SwitchSession session = printing(SITE)) {
      Reading logs = session.read(port(16)).reading(SettingKind.PFC_WATCHDOG);
      assertThat(logs.text()).startsWith("on (with '").contains("disable-action");
      assertThat(logs.isWhole()).isFalse();
      assertThat(session.read(port(8)).reading(SettingKind.PFC_WATCHDOG).isWhole()).isTrue();
    }
  }

  @Test
  void onlyANumberNamesAPortChannel() throws Exception {
    try (SwitchSession session = printing(SITE)) {
      assertThat(session.members())
          .containsOnlyKeys(
              new PortId(Leaf1.ID, "Ethernet1/12"), new PortId(Leaf1.ID, "Ethernet1/15"));
    }
  }

  @Test
  void aTableIsReadWhenASettingNeedsIt() throws Exception {
    try (SwitchSession session = printing(SITE)) {
      assertThat(session.targets()).isNotEmpty();
      assertThat(session.read(BOX).readings()).isNotEmpty();
      assertThat(times(PfcTable.COMMAND) + times(PauseTable.COMMAND)).isZero();
      assertThat(session.read(port(3)).readings()).isNotEmpty();
      assertThat(times(PfcTable.COMMAND)).isOne();
      assertThat(times(PauseTable.COMMAND)).isOne();
    }
  }

  private long times(String command) throws IOException {
    return leaf.sent().stream().filter(line -> line.endsWith(command)).count();
  }
}
