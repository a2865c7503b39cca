package dev.losslessd.driver.os10;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ScriptedSwitch;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session over real SSH with a switch that answers from a script. */
class Os10SessionTest {
  private static final Target BOX = new Target.Device(Transcripts.LEAF);
  private static final PortId PORT_ID = new PortId(Transcripts.LEAF, "ethernet1/1/1");
  private static final Target PORT = Target.port(PORT_ID);
  private static final String SHOW_PORT = "show interface ethernet1/1/1";

  @SuppressWarnings("NullAway.Init") // before each test
  private ScriptedSwitch os10;

  @SuppressWarnings("NullAway.Init") // before each test
  private SwitchSession session;

  @BeforeEach
  void open() throws Exception {
    os10 =
        new ScriptedSwitch("leaf1# ", "% Error: Unrecognized command.")
            .answer("terminal length 0", "")
            .answer("show version", Transcripts.VERSION)
            .answer("show running-configuration", Transcripts.CONFIG)
            .answer(SHOW_PORT, Transcripts.INTERFACE)
            .answer("show lldp neighbors | display-xml", Transcripts.LLDP_XML);
    session = os10.session(new Os10Driver());
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    os10.close();
  }

  @Test
  void everySettingIsReadOrSaysWhyNot() {
    assertThat(session.targets())
        .containsExactly(BOX, PORT, Target.port(new PortId(Transcripts.LEAF, "ethernet1/1/5:2")));

    Observed port = session.read(PORT);

    assertThat(port.inForce(SettingKind.PFC)).contains(new Pfc(PrioritySet.of(3)));
    assertThat(port.inForce(SettingKind.MTU)).contains(new Mtu(9184));
    assertThat(port.reading(SettingKind.GLOBAL_PAUSE).text()).isEqualTo("tx");
    assertThat(port.reading(SettingKind.TRUST).text()).isEqualTo("pcp");
    assertThat(port.reading(SettingKind.ETS).text()).contains("tc3=55%");
    assertThat(port.reading(SettingKind.ECN).text())
        .startsWith("3=120KB..1400KB@20%")
        .contains("unverified");
    assertThat(port.reading(SettingKind.DSCP_MAP)).isInstanceOf(Reading.Unsupported.class);
    assertThat(port.reading(SettingKind.PFC_WATCHDOG)).isInstanceOf(Reading.Unsupported.class);
    assertThat(session.read(BOX).readings()).isEmpty();
  }

  @Test
  void aCutConfigurationIsUnread() {
    String cut =
        Transcripts.CONFIG.substring(0, Transcripts.CONFIG.indexOf("policy-map type queuing"));
    os10.answer("show running-configuration", Transcripts.PORTS + "!\n" + cut);

    Observed port = session.read(PORT);

    assertThat(port.reading(SettingKind.TRUST)).isInstanceOf(Reading.Unread.class);
    assertThat(port.reading(SettingKind.ECN)).isInstanceOf(Reading.Unread.class);
    assertThat(port.inForce(SettingKind.MTU)).isPresent();
  }

  @Test
  void oneRefusedCommandLeavesTheOthers() {
    os10.answer(SHOW_PORT, "% Error: Illegal parameter.\n");

    Observed port = session.read(PORT);

    assertThat(port.reading(SettingKind.MTU)).isInstanceOf(Reading.Unread.class);
    assertThat(port.inForce(SettingKind.PFC)).isPresent();
  }

  @Test
  void everyChangeIsRefusedAndNothingIsSent() {
    assertThat(session.capabilities(PORT).settings().values())
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.access()).isEqualTo(Capability.Access.READ))
        .allSatisfy(one -> assertThat(one.why()).contains("only watches OS10"));
    Change change = new Change(PORT, new Mtu(9184), new Mtu(1500), "", "", List.of(), Set.of());
    assertThatThrownBy(() -> session.apply(change))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED));
    assertThatThrownBy(() -> session.save()).isInstanceOf(DeviceException.class);
    assertThat(os10.sent()).isEmpty();
  }

  @Test
  void everyLineThatIsSentIsAReadOfTheLedger() {
    session.targets();
    session.read(PORT);
    session.neighbours();
    assertThat(session.sweepQueues(List.of(PORT_ID), 1_000, 2_000)).isEmpty();

    assertThat(session.missingPermissions()).isEmpty();
    os10.requireOnlyReadsOf(Os10Ledger.LEDGER);
  }

  @Test
  void whatTheAccountMayNotIsTold() {
    os10.answer("show running-configuration", "% Error: Permission denied.\n");

    assertThat(session.missingPermissions())
        .containsExactly("show running-configuration: % Error: Permission denied.");
  }

  @Test
  void withoutXmlTheTableIsRead() {
    assertThat(session.neighbours()).hasSize(2);
    os10.answer("show lldp neighbors | display-xml", "% Error: Unrecognized command.\n");
    os10.answer("show lldp neighbors", Transcripts.LLDP_TEXT);

    assertThat(session.neighbours())
        .extracting(one -> one.remoteSystem())
        .containsExactly("gpu07", "b8:ce:f6:0a:0b:0c");
  }
}
