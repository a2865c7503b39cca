package dev.losslessd.driver.eos;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ScriptedSwitch;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What applies to a port beside its own lines, and how far a row that is not understood reaches.
 */
class EosEffectiveTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");

  /** Settings that a line of the configuration may bring. */
  private static final List<SettingKind> BY_LINES =
      List.of(
          SettingKind.PFC,
          SettingKind.LOSSLESS,
          SettingKind.TRUST,
          SettingKind.DSCP_MAP,
          SettingKind.ETS,
          SettingKind.ECN,
          SettingKind.PFC_WATCHDOG,
          SettingKind.GLOBAL_PAUSE);

  @SuppressWarnings("NullAway.Init") // before each test
  private ScriptedSwitch leaf;

  private String running = "";

  @BeforeEach
  void start() throws Exception {
    leaf =
        new ScriptedSwitch("rack7#", "% Invalid input")
            .answer("enable", "")
            .answer("terminal length 0", "")
            .answer("terminal width 32767", "");
    interfaces("");
  }

  @AfterEach
  void stop() throws Exception {
    leaf.close();
  }

  private void config(String... lines) {
    running = String.join("\n", lines) + "\nend\n";
    leaf.answer(RunningConfig.COMMAND, running);
  }

  /**
   * @param rows of the table, as JSON
   */
  private void interfaces(String rows) {
    leaf.answer(Mtus.COMMAND, "{\"interfaces\": {" + rows.replace('\'', '"') + "}}\n");
  }

  private static Target port(String name) {
    return Target.port(new PortId(LEAF, name));
  }

  private Reading reading(String port, SettingKind kind) throws Exception {
    try (SwitchSession session = leaf.session(new EosDriver())) {
      return session.read(port(port)).reading(kind);
    }
  }

  private void unsupported(String port, SettingKind kind, String why) throws Exception {
    assertThat(reading(port, kind))
        .as(kind.word())
        .isInstanceOfSatisfying(
            Reading.Unsupported.class, no -> assertThat(no.why()).isEqualTo(why));
  }

  @Test
  void anInterfaceProfileLeavesAllButTheMtuToWhereItIsSet() throws Exception {
    config(
        "interface profile STORAGE",
        "   command no switchport",
        "   command service-profile LOSSY",
        "interface Port-Channel9",
        "   profile STORAGE",
        "interface Ethernet3/1",
        "   profile STORAGE",
        "interface Ethernet4/1",
        "   channel-group 9 mode active");
    interfaces(
        "'Ethernet3/1': {'mtu': 9012}, 'Ethernet4/1': {'mtu': 9012}, 'Port-Channel9': {'mtu':"
            + " 4012}");

    for (SettingKind kind : BY_LINES) {
      unsupported("Ethernet3/1", kind, "Ethernet3/1 has interface profile STORAGE: set there");
      if (kind != SettingKind.GLOBAL_PAUSE) {
        unsupported(
            "Ethernet4/1",
            kind,
            "Ethernet4/1 is a member of Port-Channel9, which has interface profile STORAGE: set"
                + " there");
      }
    }
    assertThat(reading("Ethernet3/1", SettingKind.MTU).text()).isEqualTo("9012");
    try (SwitchSession session = leaf.session(new EosDriver())) {
      assertThat(session.capabilities(port("Ethernet3/1")).settings())
          .allSatisfy((kind, can) ->
              assertThat(can.access()).as(kind.word()).isEqualTo(Capability.Access.READ));
    }
    assertThatThrownBy(() -> draft("Ethernet3/1", new Mtu(1500), new Mtu(9000)))
        .hasMessageContaining("has interface profile STORAGE");
  }

  @Test
  void aPolicyMapThatClassifiesLeavesTrustAndMapToIt() throws Exception {
    config(
        "qos profile CLASSY",
        "   service-policy type qos input BY-PORT",
        "   priority-flow-control on",
        "   priority-flow-control priority 5 no-drop",
        "interface Port-Channel4",
        "   service-policy type qos input BY-LAG",
        "interface Ethernet1",
        "   qos trust dscp",
        "   service-policy input BY-ACL",
        "interface Ethernet2",
        "   service-profile CLASSY",
        "interface Ethernet3",
        "   channel-group 4 mode active",
        "interface Ethernet4",
        "   service-policy type pbr input ELSEWHERE",
        "   qos trust dscp");

    for (SettingKind kind : List.of(SettingKind.TRUST, SettingKind.DSCP_MAP)) {
      String why =
          ": policy-map BY-%s gives its packets their traffic class ('set traffic-class'), by"
              + " neither PCP nor the DSCP map alone";
      unsupported("Ethernet2", kind, "Ethernet2" + why.formatted("PORT"));
      unsupported("Ethernet3", kind, "Ethernet3" + why.formatted("LAG"));
      unsupported("Ethernet1", kind, "Ethernet1" + why.formatted("ACL"));
    }
    assertThat(reading("Ethernet2", SettingKind.PFC).text()).isEqualTo("5");
    assertThat(reading("Ethernet4", SettingKind.TRUST).text()).isEqualTo("dscp");
    assertThat(reading("Ethernet4", SettingKind.DSCP_MAP).text()).startsWith("0-7->1");
  }

  @Test
  void theMtuOfAMemberIsThatOfItsPortChannel() throws Exception {
    config(
        "interface Port-Channel6",
        "   no switchport",
        "interface Ethernet1",
        "   channel-group 6 mode active",
        "interface Ethernet2",
        "   channel-group 8 mode active",
        "interface Ethernet3",
        "   channel-group 6 mode active");
    interfaces(
        "'Port-Channel6': {'mtu': 2400}, 'Ethernet1': {'mtu': 9100}, 'Ethernet2': {'mtu': 9100},"
            + " 'Ethernet3': {'mtu': 1600}");

    assertThat(reading("Ethernet1", SettingKind.MTU).text()).isEqualTo("2400");
    unsupported(
        "Ethernet2",
        SettingKind.MTU,
        "Ethernet2 is a member of Port-Channel8, which 'show interfaces | json' does not print: set"
            + " there");
    unsupported(
        "Ethernet3",
        SettingKind.MTU,
        "Ethernet3 is a member of Port-Channel6, whose MTU is 2400 and its own 1600: set there");
  }

  @Test
  void whatIsNotUnderstoodOfShowInterfacesIsTheMtuOfItsOwnPort() throws Exception {
    config(
        "interface Ethernet1",
        "   priority-flow-control on",
        "   priority-flow-control priority 2 no-drop",
        "interface Ethernet2",
        "interface Ethernet5",
        "interface Ethernet6");
    interfaces(
        "'Ethernet1': {'mtu': 4200}, 'Ethernet2': {'mtu': 0}, 'Ethernet5': 'x', 'Ethernet7': []");

    for (String odd : List.of("Ethernet2", "Ethernet5", "Ethernet6")) {
      assertThat(reading(odd, SettingKind.MTU)).as(odd).isInstanceOf(Reading.Unread.class);
      assertThat(reading(odd, SettingKind.PFC).text()).isEqualTo("none");
    }
    assertThat(reading("Ethernet1", SettingKind.MTU).text()).isEqualTo("4200");

    for (String odd :
        List.of("{\"interfaces\": {\"Ethernet1\": {\"mtu\": 4200}", "% Invalid input")) {
      leaf.answer(Mtus.COMMAND, odd + "\n");
      assertThat(reading("Ethernet1", SettingKind.MTU)).as(odd).isInstanceOf(Reading.Unread.class);
      assertThat(reading("Ethernet1", SettingKind.PFC).text()).isEqualTo("2");
    }
  }

  @Test
  void aProfileThatIsNotDefinedAffectsOnlyWhatAProfileCanHave() throws Exception {
    config(
        "interface Port-Channel7",
        "   service-profile NOWHERE",
        "interface Ethernet1",
        "   mtu 3100",
        "   flowcontrol receive on",
        "   service-profile NOWHERE",
        "interface Ethernet2",
        "   flowcontrol send on",
        "   channel-group 7 mode active");
    interfaces("'Ethernet1': {'mtu': 3100}, 'Ethernet2': {'mtu': 9}");

    for (String port : List.of("Ethernet1", "Ethernet2")) {
      for (SettingKind kind : BY_LINES) {
        if (kind != SettingKind.GLOBAL_PAUSE) {
          assertThat(reading(port, kind))
              .as(port + " " + kind.word())
              .isInstanceOfSatisfying(
                  Reading.Unread.class, no -> assertThat(no.why()).contains("NOWHERE"));
        }
      }
    }
    assertThat(reading("Ethernet1", SettingKind.MTU).text()).isEqualTo("3100");
    assertThat(reading("Ethernet1", SettingKind.GLOBAL_PAUSE).text()).isEqualTo("rx");
    assertThat(reading("Ethernet2", SettingKind.GLOBAL_PAUSE).text()).isEqualTo("tx");
    try (SwitchSession session = leaf.session(new EosDriver())) {
      Capability can =
          requireNonNull(session.capabilities(port("Ethernet1")).settings().get(SettingKind.MTU));
      assertThat(can.access()).isEqualTo(Capability.Access.WRITE);
    }
    assertThat(draft("Ethernet1", new Mtu(3100), new Mtu(3200)))
        .containsExactly("interface Ethernet1", "mtu 3200");
    assertThatThrownBy(() -> draft("Ethernet1", Pfc.OFF, new Pfc(PrioritySet.of(3))))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("NOWHERE");
  }

  /** Lines that a change of one port comes to, by the configuration that the switch has now. */
  private List<String> draft(String port, Setting before, Setting after) {
    EosSnapshot now =
        new EosSnapshot(
            running,
            RunningConfig.parse(RunningConfig.COMMAND, running),
            new Mtus(() -> ""),
            new ProfileNames(new AgentName("r12")));
    Change change = new Change(port(port), before, after, List.of(), Set.of());
    return new Draft(now, "tx-queue", List.of(change))
        .script().lines().stream().map(line -> line.text()).toList();
  }

  @Test
  void aLineOfTheWholeSwitchThatMarksIsNotNone() throws Exception {
    String allowed = "qos random-detect ecn allow non-ect chip-based";
    for (String line :
        List.of(
            "qos random-detect ecn global-buffer minimum-threshold 2 mbytes maximum-threshold 7"
                + " mbytes weight 0",
            "qos random-detect ecn by-magic")) {
      config(allowed, line, "interface Ethernet1");
      unsupported(
          "Ethernet1", SettingKind.ECN, "'" + line + "' marks for the whole switch: not followed");
      assertThat(reading("Ethernet1", SettingKind.PFC).text()).isEqualTo("none");
    }
    config(allowed, "interface Ethernet1");
    assertThat(reading("Ethernet1", SettingKind.ECN).text()).isEqualTo("off");
  }

  @Test
  void aWatchdogSaysWhatThePortChannelAndTheProfileGiveIt() throws Exception {
    String action = "priority-flow-control pause watchdog port action notify-only";
    config(
        "qos profile GUARD",
        "   priority-flow-control pause watchdog port action drop",
        "interface Port-Channel3",
        "   " + action,
        "interface Ethernet1",
        "   channel-group 3 mode active",
        "interface Ethernet2",
        "   service-profile GUARD",
        "interface Ethernet3",
        "   " + action);

    assertThat(reading("Ethernet1", SettingKind.PFC_WATCHDOG).text())
        .isEqualTo("on (but with '" + action + "')");
    assertThat(reading("Ethernet2", SettingKind.PFC_WATCHDOG).text())
        .isEqualTo("on (but with 'priority-flow-control pause watchdog port action drop')");
    assertThat(reading("Ethernet3", SettingKind.PFC_WATCHDOG).text())
        .isEqualTo("on (but with '" + action + "')");
  }
}
