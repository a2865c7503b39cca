package dev.losslessd.driver.junos;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.ScriptedSwitch;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What applies to a port beside its own statements. */
class JunosEffectiveTest extends OnJunosLeaf {
  private static final String ROCE = "forwarding-classes class GREEN queue-num 2";

  private void told(String... statements) throws IOException {
    leaf.tell("foreign leaf1 " + site(statements));
  }

  private void unsupported(Target target, SettingKind kind, String why) {
    assertThat(reading(target, kind))
        .as(kind.word())
        .isInstanceOfSatisfying(
            Reading.Unsupported.class, no -> assertThat(no.why()).isEqualTo(why));
  }

  @Test
  void whatAllInterfacesHaveAPortHas() throws IOException {
    told(
        ROCE,
        "classifiers dscp G forwarding-class GREEN loss-priority low code-points 001001",
        "congestion-notification-profile wide input ieee-802.1 code-point 010 pfc",
        "congestion-notification-profile near input ieee-802.1 code-point 110 pfc",
        "interfaces all congestion-notification-profile wide",
        "interfaces all unit * classifiers dscp G",
        "interfaces *-0/0/1 congestion-notification-profile near");

    assertThat(value(PORT, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(2)));
    assertThat(value(OTHER, Pfc.OFF)).isEqualTo(new Pfc(PrioritySet.of(6)));
    assertThat(value(PORT, Wishes.dscp())).isEqualTo(new Trust(Trust.Field.DSCP));
    assertThat(reading(PORT, SettingKind.DSCP_MAP).text()).isEqualTo("9->2");
  }

  @Test
  void aTrafficControlProfileSchedulesInPlaceOfAMapAndIsNotFollowed() throws IOException {
    told(
        "traffic-control-profiles T1 scheduler-map default",
        "interfaces et-0/0/0 forwarding-class-set F output-traffic-control-profile T1",
        "interfaces et-0/0/1 output-traffic-control-profile T1");

    for (SettingKind kind : List.of(SettingKind.ETS, SettingKind.ECN)) {
      String why = "output-traffic-control-profile T1' schedules its queues and is not followed";
      unsupported(PORT, kind, "et-0/0/0: 'forwarding-class-set F " + why + ": set there");
      unsupported(OTHER, kind, "et-0/0/1: '" + why + ": set there");
    }
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(Pfc.OFF);
    Change marks = new Change(OTHER, Ecn.OFF, Wishes.ecn(), List.of(), Set.of());
    assertThatThrownBy(() -> session.apply(marks))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("schedules its queues");
  }

  @Test
  void theListKeyOfAForwardingClassSetMayHaveANameOfItsOwn() {
    JunosConfig config =
        JunosConfig.parse(
            """
            {"configuration": {"class-of-service": {"interfaces": {"interface": [
              {"name": "xe-0/0/9", "forwarding-class-set": [{"class-name": "F3",
               "output-traffic-control-profile": {"profile-name": "T9"}}]}]}}}}
            """);

    assertThatThrownBy(() -> new CosView(config, Map.of()).requireOwnMap("xe-0/0/9"))
        .hasMessageContaining("output-traffic-control-profile T9");
    new CosView(config, Map.of()).requireOwnMap("xe-0/0/8");
  }

  @Test
  void aClassifierOfTheReleaseIsNotNone() throws IOException {
    told("interfaces et-0/0/0 unit 0 classifiers dscp default");
    String why = "DSCP classifier default is the release's own, whose entries no statement prints";

    unsupported(PORT, SettingKind.DSCP_MAP, why);
    unsupported(BOX, SettingKind.DSCP_MAP, why);
    assertThat(value(PORT, Wishes.dscp())).isEqualTo(Wishes.dscp());

    told(
        ROCE,
        "classifiers dscp MINE import default",
        "interfaces et-0/0/0 unit 0 classifiers dscp MINE");
    unsupported(PORT, SettingKind.DSCP_MAP, why.replace("default", "MINE"));

    told("classifiers dscp MINE forwarding-class GREEN loss-priority low code-points 001111");
    for (Target target : List.of(PORT, BOX)) {
      assertThat(reading(target, SettingKind.DSCP_MAP).text())
          .isEqualTo("15->2 (the rest as the release's own has it)");
    }
    Change more = change(BOX, Wishes.map(Map.of(15, 2, 16, 2)));
    session.apply(more);
    assertThat(more.isMet(reading(BOX, SettingKind.DSCP_MAP))).isTrue();
  }

  @Test
  void aClassifierHasTheEntriesOfTheOneThatItImports() throws IOException {
    told(
        ROCE,
        "forwarding-classes class BLUE queue-num 5",
        "classifiers dscp BASE forwarding-class GREEN loss-priority low code-points 001000",
        "classifiers dscp BASE forwarding-class GREEN loss-priority low code-points 001001",
        "classifiers dscp TOP import BASE",
        "classifiers dscp TOP forwarding-class BLUE loss-priority low code-points 001001",
        "interfaces et-0/0/0 unit 0 classifiers dscp TOP",
        "interfaces et-0/0/1 unit 0 classifiers dscp TOP");
    List<String> before = leaf.state();

    assertThat(reading(BOX, SettingKind.DSCP_MAP).text()).isEqualTo("8->2 9->5");
    Change change = change(BOX, Wishes.map(Map.of(8, 5, 9, 2)));
    session.apply(change);
    assertThat(reading(PORT, SettingKind.DSCP_MAP).text()).isEqualTo("8->5 9->2");
    List<String> once = leaf.state();
    session.apply(change);
    assertThat(leaf.state()).isEqualTo(once);
    session.apply(change.inverse());
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void aPortHasTheMapOfItsOwnClassifier() throws IOException {
    session.apply(change(BOX, Wishes.map(Map.of(26, 3))));
    told(
        ROCE,
        "classifiers dscp APART forwarding-class GREEN loss-priority low code-points 100001",
        "interfaces et-0/0/1 unit 0 classifiers dscp APART");

    assertThat(reading(BOX, SettingKind.DSCP_MAP).text()).startsWith("26->3 (");
    assertThat(reading(OTHER, SettingKind.DSCP_MAP).text()).isEqualTo("33->2");

    told(
        "classifiers dscp MORE forwarding-class GREEN loss-priority low code-points 100011",
        "interfaces et-0/0/1 unit 7 classifiers dscp MORE");
    leaf.tell("foreign leaf1 set interfaces et-0/0/1 unit 7 vlan-id 7");
    unsupported(
        OTHER,
        SettingKind.DSCP_MAP,
        "et-0/0/1: its units have different DSCP classifiers, APART, MORE");
  }

  @Test
  void aPortThatClassifiesOtherwiseTrustsNeitherField() throws IOException {
    told(
        ROCE,
        "interfaces et-0/0/0 unit 0 classifiers inet-precedence P",
        "interfaces et-0/0/1 unit 0 forwarding-class GREEN");

    unsupported(
        PORT,
        SettingKind.TRUST,
        "et-0/0/0: 'unit 0 classifiers inet-precedence P' classifies, by neither PCP nor DSCP");
    unsupported(
        OTHER,
        SettingKind.TRUST,
        "et-0/0/1: 'unit 0 forwarding-class GREEN' classifies, by neither PCP nor DSCP");
  }

  @Test
  void aPortThatHasTheReleasesDscpClassifierIsNotByPcp() throws Exception {
    String port =
        """
        Physical interface: et-0/0/6, Enabled, Physical link is Up
          Link-level type: Ethernet, MTU: 1514, LAN-PHY mode
        """;
    String classifying =
        """
        Physical interface: et-0/0/6, Index: 3
          Logical interface: et-0/0/6.0, Index: 4
        Classifier              dscp-default           dscp                        7
        """;
    Target target = Target.port(new PortId(FabricLeaf.ID, "et-0/0/6"));
    try (ScriptedSwitch routing = routing(port).answer(CosPorts.COMMAND, classifying);
        SwitchSession alone = routing.session(new JunosDriver())) {
      Observed now = alone.read(target);

      Reading trust = now.reading(SettingKind.TRUST);
      assertThat(trust.text())
          .isEqualTo("dscp (no classifier is bound: the release's own, dscp-default (dscp))");
      assertThat(trust.isWhole()).isFalse();
      assertThat(now.reading(SettingKind.DSCP_MAP).text())
          .isEqualTo(
              "unsupported: et-0/0/6 classifies by the release's own, dscp-default (dscp): bind"
                  + " another");
    }
  }

  /** A switch with one port and no class of service. */
  private static ScriptedSwitch routing(String port) throws Exception {
    return new ScriptedSwitch("me@rack9> ", "error: syntax error, expecting <command>.")
        .answer("set cli screen-length 0", "")
        .answer("set cli screen-width 511", "")
        .answer("set cli complete-on-space off", "")
        .answer(
            Release.COMMAND,
            "{\"software-information\": [{\"product-model\": [{\"data\": \"qfx5220\"}],"
                + " \"junos-version\": [{\"data\": \"23.4R2-EVO\"}]}]}\n")
        .answer(History.COMMAND, "0   2026-04-05 06:07:08 UTC by root via cli\n")
        .answer(
            JunosConfig.COMMAND,
            "{\"configuration\": {\"interfaces\": {\"interface\": [{\"name\": \"et-0/0/6\","
                + " \"unit\": [{\"name\": 0, \"family\": {\"inet\": {}}}]}]}}}\n")
        .answer(Interfaces.COMMAND, port)
        .answer(Interfaces.EXTENSIVE, port);
  }

  @Test
  void theMtuIsTheSmallerOneOfMediaAndUnits() throws IOException {
    leaf.tell(
        "foreign leaf1 set interfaces et-0/0/0 mtu 5014 ; set interfaces et-0/0/0 unit 0 family"
            + " inet mtu 2000 ; set interfaces et-0/0/1 mtu 5014 ; set interfaces et-0/0/1 unit 0"
            + " family inet mtu 2000 ; set interfaces et-0/0/1 unit 0 family inet6 mtu 3000");

    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(2000));
    assertThat(mtuCan(PORT).access()).isEqualTo(Capability.Access.READ);
    assertThatThrownBy(() -> session.apply(change(PORT, new Mtu(1500))))
        .hasMessageContaining("family mtu 2000");
    unsupported(
        OTHER,
        SettingKind.MTU,
        "et-0/0/1: its units have different IP MTUs: unit 0 family inet 2000, unit 0 family inet6"
            + " 3000");

    leaf.tell("foreign leaf1 set interfaces et-0/0/0 unit 0 family inet mtu 8000");
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(5000));
    leaf.tell("foreign leaf1 delete interfaces et-0/0/0 unit 0 family inet mtu");
    assertThat(mtuCan(PORT).access()).isEqualTo(Capability.Access.WRITE);
  }

  private Capability mtuCan(Target target) {
    return requireNonNull(session.capabilities(target).settings().get(SettingKind.MTU));
  }

  @Test
  void aMemberHasTheTagsAndTheUnitsOfItsBundle() throws IOException {
    leaf.tell(
        "foreign leaf1 set interfaces et-0/0/0 mtu 5022 ; set interfaces et-0/0/0 ether-options"
            + " 802.3ad ae3 ; set interfaces ae3 flexible-vlan-tagging");
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(5000));

    leaf.tell("foreign leaf1 set interfaces ae3 unit 40 family inet mtu 1400");
    leaf.tell("foreign leaf1 delete interfaces et-0/0/0 unit 0");
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(1400));
  }

  @Test
  void aGroupThatSetsAnIpMtuLeavesItUnknown() {
    JunosConfig config =
        JunosConfig.parse(
            """
            {"configuration": {"groups": [{"name": "g", "interfaces": {"interface": [
              {"name": "<et-*>", "unit": [{"name": "<*>", "family": {"inet": {"mtu": 1600}}}]}]}}],
              "apply-groups": ["g"]}}
            """);

    assertThatThrownBy(() -> MtuLines.ofUnits(config, "et-0/0/3"))
        .hasMessageContaining("group g is applied and sets an IP MTU");
  }

  @Test
  void aPortThatIsPrintedOddlyIsUnknownAlone() {
    String text =
        """
        Physical interface: et-0/0/3, Enabled, Physical link is in a state of its own
          Interface index: 3, SNMP ifIndex: 603
          Link-level type: Ethernet, LAN-PHY mode
          MAC Priority Flow Control Statistics:
            Priority :  0          none
        Physical interface: et-0/0/4, Enabled, Physical link is Down
          Interface index: 4, SNMP ifIndex: 604
          Link-level type: Ethernet, MTU: 3333, LAN-PHY mode
        """;
    Map<String, Interfaces.Facts> ports = Interfaces.parse("show interfaces", text);

    assertThat(ports).containsOnlyKeys("et-0/0/3", "et-0/0/4");
    Interfaces.Facts odd = requireNonNull(ports.get("et-0/0/3"));
    assertThat(odd.index()).isEqualTo(OptionalInt.of(603));
    assertThatThrownBy(odd::mtu).hasMessageContaining("an MTU of this interface");
    assertThatThrownBy(odd::pauses).isInstanceOf(DeviceException.class);
    assertThat(requireNonNull(ports.get("et-0/0/4")).mtu()).hasValue(3333);
    String cut = text.substring(0, text.indexOf("33, LAN"));
    assertThatThrownBy(() -> Interfaces.parse("show interfaces", cut))
        .hasMessageContaining("an MTU of the last interface");
  }
}
