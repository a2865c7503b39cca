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
import dev.losslessd.model.PortId;
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
  private static final Target PORT = Target.port(new PortId(Transcripts.LEAF, "ethernet1/1/1"));

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
            .answer("show interface ethernet1/1/1", Transcripts.INTERFACE)
            .answer("show lldp neighbors | display-xml", Transcripts.LLDP_XML);
    session = os10.session(new Os10Driver());
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    os10.close();
  }

  @Test
  void aCutConfigurationHasNoValue() {
    String cut =
        Transcripts.CONFIG.substring(0, Transcripts.CONFIG.indexOf("policy-map type queuing"));
    os10.answer("show running-configuration", Transcripts.PORTS + "!\n" + cut);

    Observed port = session.read(PORT);

    assertThat(port.reading(SettingKind.TRUST).text()).contains("no 'system qos', or ends before");
    assertThat(port.reading(SettingKind.ECN)).isInstanceOf(Reading.Unread.class);
    assertThat(port.inForce(SettingKind.MTU)).isPresent();
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
    os10.requireOnlyReadsOf(Os10Ledger.LEDGER);
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
