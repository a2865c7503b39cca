package dev.losslessd.driver.os10;

import static dev.losslessd.driver.os10.Transcripts.LEAF;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.Cuts;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Trust;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Texts of OS10, read by one parser each. */
class Os10ParsersTest {
  private static final String PORT = "ethernet1/1/1";
  private static final String PLAIN = "ethernet1/1/5:2";

  private static PortQos qos(String config, String port) {
    return new PortQos(RunningConfig.parse(config), port);
  }

  private static PortQos edited(String line, String with) {
    assertThat(Transcripts.CONFIG).contains(line);
    return qos(Transcripts.CONFIG.replace(line, with), PORT);
  }

  private static void assertUnsupported(ThrowingCallable call, String words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED))
        .hasMessageContaining(words);
  }

  @Test
  void anotherSystemIsNotTakenForOs10() {
    assertThat(Os10Shows.release(Transcripts.VERSION)).isEqualTo("10.5.4.7");
    assertUnsupported(
        () -> Os10Shows.release("Dell Real Time Operating System Software\nOS Version: 9.14\n"),
        "os: os10");
  }

  @Test
  void onlyFrontPanelPortsAreToldAndABannerIsNoConfiguration() {
    assertThat(RunningConfig.parse(Transcripts.CONFIG).ports()).containsExactly(PORT, PLAIN);
    assertThatThrownBy(() -> RunningConfig.parse("banner motd #\ninterface ethernet1/1/1\n"))
        .hasMessageContaining("mark #");
  }

  @Test
  void pfcIsThePortsModeAndThePolicysPriorities() {
    assertThat(qos(Transcripts.CONFIG, PORT).pfc()).isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThat(qos(Transcripts.CONFIG, PLAIN).pfc()).isEqualTo(Pfc.OFF);
    assertThat(edited(" pfc-cos 3", " pfc-cos 3-4").pfc()).isEqualTo(new Pfc(PrioritySet.of(3, 4)));
    assertThat(edited("priority-flow-control mode on\n service", "service").pfc())
        .isEqualTo(Pfc.OFF);
  }

  @Test
  void pfcWithoutItsPolicyIsNotGuessed() {
    assertUnsupported(
        () -> edited(" service-policy input type network-qos NODROP\n", "").pfc(), "network-qos");
    assertUnsupported(() -> edited("  pause\n", "").pfc(), "only one of");
    assertUnsupported(
        () ->
            edited(
                    "interface ethernet1/1/1\n",
                    "interface ethernet1/1/1\n priority-flow-control mode auto\n")
                .pfc(),
        "more than once");
    assertThatThrownBy(() -> edited("policy-map type network-qos NODROP", "policy-map X").pfc())
        .hasMessageContaining("policy-map type network-qos NODROP");
  }

  @Test
  void aPolicyOfTheWholeSwitchCountsWhereThePortHasNone() {
    String moved =
        Transcripts.CONFIG
            .replace(" service-policy input type network-qos NODROP\n", "")
            .replace("system qos\n", "system qos\n service-policy input type network-qos NODROP\n");

    assertThat(qos(moved, PORT).pfc()).isEqualTo(new Pfc(PrioritySet.of(3)));
  }

  @Test
  void sharesAreReadByQueue() {
    assertThat(qos(Transcripts.CONFIG, PORT).ets().text())
        .isEqualTo(
            "tc0=45% tc1=vendor tc2=vendor tc3=55% tc4=vendor tc5=vendor tc6=strict tc7=vendor"
                + " prio-tc=0,0,0,3,0,0,6,0");
    assertUnsupported(() -> qos(Transcripts.CONFIG, PLAIN).ets(), "ets mode on");
    assertUnsupported(
        () -> edited(" dot1p 0-2,4-5,7", " dot1p 0-2,4-5").ets(), "leave out dot1p 7");
    assertUnsupported(() -> edited("  priority\n", "").ets(), "class Q6");
    assertUnsupported(() -> edited("DOT1P\n ets mode on", "DOT1P").ets(), "ets mode on");
  }

  @Test
  void marksAreReadByPriorityInBytes() {
    assertThat(qos(Transcripts.CONFIG, PORT).ecn().text()).isEqualTo("3=120KB..1400KB@20%");
    assertThat(qos(Transcripts.CONFIG, PLAIN).ecn()).isEqualTo(Ecn.OFF);
    String ofAll =
        Transcripts.CONFIG.replaceFirst(
            "(?m)^system qos$", "system qos\n service-policy output type queuing EDGE");
    assertUnsupported(() -> qos(ofAll, PLAIN).ecn(), "of 'system qos' does to a port");
    assertThat(edited(" random-detect ecn\n", "").ecn()).isEqualTo(Ecn.OFF);
    assertThatThrownBy(() -> edited("random-detect MARKS", "random-detect ecn").ecn())
        .hasMessageContaining("wred ecn");
    assertThatThrownBy(() -> edited("minimum-threshold 120 ", "minimum-threshold 1401 ").ecn())
        .hasMessageContaining("minimum <= maximum");
  }

  @Test
  void trustIsThatOfTheSwitchOrThePortIfTheyAgree() {
    assertThat(qos(Transcripts.CONFIG, PLAIN).trust()).isEqualTo(new Trust(Trust.Field.PCP));
    String own = "interface ethernet1/1/1\n";
    assertUnsupported(() -> edited(own, own + " trust-map dscp D\n").trust(), "differ");
    assertThat(
            qos(
                    Transcripts.CONFIG
                        .replace(own, own + " trust-map dscp D\n")
                        .replace(" trust-map dot1p DOT1P\n", ""),
                    PORT)
                .trust())
        .isEqualTo(new Trust(Trust.Field.DSCP));
    assertUnsupported(() -> edited(" trust-map dot1p DOT1P\n", "").trust(), "trust-map");
    assertUnsupported(() -> edited("system qos\n", "system other\n").trust(), "no 'system qos'");
    assertUnsupported(
        () -> edited(" trust-map dot1p DOT1P\n", " trust-map dot1p default\n").ets(),
        "'trust dot1p-map default'");
  }

  @Test
  void aPolicyThatClassifiesLeavesTrustAndQueuesUnknown() {
    String policy =
        "policy-map type qos BY_DSCP\n !\n class bulk\n  set qos-group 4\n!\nsystem qos\n";
    String used = " service-policy input type qos BY_DSCP\n";
    for (String end : List.of("system qos\n", "interface " + PORT + "\n")) {
      PortQos port =
          qos(Transcripts.CONFIG.replace(end, end + used).replace("system qos\n", policy), PORT);
      assertUnsupported(port::trust, "what 'service-policy input type qos BY_DSCP' does");
      assertUnsupported(port::ets, "BY_DSCP");
      assertThat(port.pfc()).isEqualTo(new Pfc(PrioritySet.of(3)));
    }
    String polices = policy.replace("set qos-group 4", "police cir 7");
    assertThat(
            qos(
                    Transcripts.CONFIG
                        .replace("system qos\n", "system qos\n" + used)
                        .replace("system qos\n", polices),
                    PORT)
                .trust())
        .isEqualTo(new Trust(Trust.Field.PCP));
  }

  @Test
  void mtuAndPauseAreThoseInForce() {
    InterfaceText shown = InterfaceText.parse(PORT, Transcripts.INTERFACE);

    assertThat(shown.mtu()).isEqualTo(new Mtu(9184));
    assertThat(shown.pause()).isEqualTo(new GlobalPause(false, true));
    InterfaceText indented =
        InterfaceText.parse(PORT, Transcripts.INTERFACE.replaceAll("(?m)^(?!Eth)", "  "));
    assertThat(indented.mtu()).as("as Intel's unit tests have it").isEqualTo(shown.mtu());
    assertThat(indented.pause()).isEqualTo(shown.pause());
    InterfaceText other =
        InterfaceText.parse(PORT, Transcripts.INTERFACE.replace(", IP MTU 9184", ""));
    assertThatThrownBy(other::mtu).hasMessageContaining("IP MTU N bytes");
    assertThat(other.pause()).as("each of its own line").isEqualTo(shown.pause());
    assertThatThrownBy(() -> InterfaceText.parse("ethernet1/1/2", Transcripts.INTERFACE))
        .hasMessageContaining("1/1/1");
    assertThatThrownBy(() -> InterfaceText.command("vlan1")).hasMessageContaining("vlan1");
  }

  @Test
  void neighboursAreReadFromXml() {
    assertThat(LldpXml.parse(LEAF, Transcripts.LLDP_XML))
        .containsExactly(
            new Neighbour(new PortId(LEAF, PORT), "gpu07", "b8:ce:f6:01:02:04"),
            new Neighbour(new PortId(LEAF, PLAIN), "b8:ce:f6:0a:0b:0c", "Eth1/32"));
    assertThatThrownBy(
            () -> LldpXml.parse(LEAF, Transcripts.LLDP_XML.replace("RXRoMS8zMg==", "not base64!")))
        .hasMessageContaining("base64");
    assertThatThrownBy(() ->
            LldpXml.parse(
                LEAF, "<!DOCTYPE x [<!ENTITY y SYSTEM \"file:///etc/passwd\">]><x>&y;</x>"))
        .isInstanceOf(DeviceException.class);
  }

  @Test
  void aNameThatTheTableCutsIsNotTaken() {
    assertThat(LldpText.parse(LEAF, Transcripts.LLDP_TEXT))
        .containsExactly(
            new Neighbour(new PortId(LEAF, PORT), "gpu07", "b8:ce:f6:01:02:04"),
            new Neighbour(new PortId(LEAF, PLAIN), "b8:ce:f6:0a:0b:0c", "Eth1/32"));
    assertThatThrownBy(() -> LldpText.parse(LEAF, Transcripts.LLDP_TEXT.stripTrailing()))
        .isInstanceOf(DeviceException.class);
    assertThatThrownBy(() -> LldpText.parse(LEAF, "ethernet1/1/1  gpu07\n"))
        .isInstanceOf(DeviceException.class);
    assertThat(LldpText.parse(LEAF, Transcripts.LLDP_TEXT.replace("Eth1/32   ", "Eth1/32 ")))
        .as("cells two to the left of their heading")
        .isEqualTo(LldpText.parse(LEAF, Transcripts.LLDP_TEXT));
    assertThatThrownBy(
            () -> LldpText.parse(LEAF, Transcripts.LLDP_TEXT.replace("Eth1/32     ", "Eth1/32 ")))
        .hasMessageContaining("a column at");
  }

  /** In both orders: where the maps stand is the release's choice. */
  @Test
  void noCutTellsAnotherValue() {
    int errors = 0;
    for (String config :
        List.of(Transcripts.CONFIG, Transcripts.PORTS + "!\n" + Transcripts.QOS + "end-of-it\n")) {
      for (String port : List.of(PORT, PLAIN)) {
        errors += Cuts.neverAnother(config, text -> qos(text, port).pfc());
        errors += Cuts.neverAnother(config, text -> qos(text, port).ecn());
        errors += Cuts.neverAnother(config, text -> qos(text, port).trust());
      }
      errors += Cuts.neverAnother(config, text -> qos(text, PORT).ets());
    }
    String shown = Transcripts.INTERFACE;
    errors += Cuts.neverAnother(shown, text -> InterfaceText.parse(PORT, text).mtu());
    errors += Cuts.neverAnother(shown, text -> InterfaceText.parse(PORT, text).pause());
    errors += Cuts.neverAnother(Transcripts.LLDP_XML, text -> LldpXml.parse(LEAF, text));
    errors += Cuts.neverAnother(Transcripts.VERSION, Os10Shows::release);
    assertThat(errors).isGreaterThan(3_000);
  }
}
