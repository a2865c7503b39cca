package dev.losslessd.driver.onyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.QueueCell;
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
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session over real SSH with a switch that answers from a script. */
class OnyxSessionTest {
  private static final Target BOX = new Target.Device(Transcripts.LEAF);
  private static final PortId PORT_ID = new PortId(Transcripts.LEAF, "Eth1/3");
  private static final Target PORT = Target.port(PORT_ID);

  @SuppressWarnings("NullAway.Init") // before each test
  private ScriptedSwitch onyx;

  @SuppressWarnings("NullAway.Init") // before each test
  private SwitchSession session;

  @BeforeEach
  void open() throws Exception {
    onyx =
        new ScriptedSwitch("leaf1 [standalone: master] > ", "% Unrecognized command \"x\".")
            .answer("enable", "")
            .answer("no cli session paging enable", "")
            .answer("show version | json-print", Transcripts.VERSION)
            .answer("show interfaces ethernet | json-print", Transcripts.INTERFACES)
            .answer("show dcb priority-flow-control | json-print", Transcripts.PFC)
            .answer("show qos interface ethernet 1/3 | json-print", Transcripts.qos("both"))
            .answer("show dcb ets interface ethernet 1/3 | json-print", Transcripts.ETS)
            .answer(
                "show interfaces ethernet 1/3 congestion-control | json-print",
                Transcripts.CONGESTION)
            .answer("show lldp remote | json-print", Transcripts.LLDP);
    session = onyx.session(new OnyxDriver());
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    onyx.close();
  }

  @Test
  void poolsAreToldWhereTheReleaseHasThem() {
    onyx.answer("show traffic pool | json-print", Transcripts.POOLS);

    assertThat(session.read(BOX).reading(SettingKind.LOSSLESS).text())
        .isEqualTo("3,5 (pool roce for 3,5, 7.1M)");
  }

  @Test
  void whereTheJsonHasPortsAloneTheTextIsAsked() {
    onyx.answer("show dcb priority-flow-control | json-print", Transcripts.PFC_PORTS);
    onyx.answer("show dcb priority-flow-control", Transcripts.PFC_TEXT);

    assertThat(session.read(PORT).inForce(SettingKind.PFC)).contains(new Pfc(PrioritySet.of(3, 5)));
  }

  @Test
  void aCutAnswerIsUnread() {
    String whole = Transcripts.qos("L3");
    onyx.answer(
        "show qos interface ethernet 1/3 | json-print",
        whole.substring(0, whole.lastIndexOf('\n', whole.length() / 2) + 1));

    Observed port = session.read(PORT);

    assertThat(port.reading(SettingKind.DSCP_MAP)).isInstanceOf(Reading.Unread.class);
    assertThat(port.reading(SettingKind.TRUST)).isInstanceOf(Reading.Unread.class);
  }

  @Test
  void anotherSystemIsNamed() {
    onyx.answer("show version | json-print", Transcripts.VERSION.replace("Onyx", "Other OS"));

    assertThatThrownBy(() -> session.targets()).hasMessageContaining("Other OS");
  }

  @Test
  void everyChangeIsRefusedAndNothingIsSent() {
    for (Target target : List.of(BOX, PORT)) {
      assertThat(session.capabilities(target).settings().values())
          .isNotEmpty()
          .allSatisfy(one -> assertThat(one.access()).isEqualTo(Capability.Access.READ))
          .allSatisfy(one ->
              assertThat(one.why()).containsAnyOf("only watches Onyx", "is written by SNMP alone"));
    }
    Change change = new Change(PORT, new Mtu(9216), new Mtu(1500), "", "", List.of(), Set.of());
    assertThatThrownBy(() -> session.apply(change))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED));
    assertThatThrownBy(() -> session.save()).isInstanceOf(DeviceException.class);
    assertThat(onyx.sent()).isEmpty();
  }

  @Test
  void everyLineThatIsSentIsAReadOfTheLedger() {
    session.targets();
    session.read(BOX);
    session.read(PORT);
    session.neighbours();
    session.queues().sweep(List.of(PORT_ID), 1_000, 2_000);

    assertThat(session.missingPermissions()).isEmpty();
    onyx.requireOnlyReadsOf(OnyxLedger.LEDGER);
  }

  @Test
  void queuesThatAreNotUnderstoodLeaveOutTheirOwnPort() {
    PortId other = new PortId(Transcripts.LEAF, "Eth1/7");
    onyx.answer("show interfaces ethernet 1/7 congestion-control | json-print", "[ 3 ]\n");

    assertThat(session.queues().sweep(List.of(other, PORT_ID), 1_000, 2_000))
        .extracting(Sweep::port)
        .containsExactly(PORT_ID);
    assertThat(session.queues().leftOut())
        .containsOnlyKeys(other)
        .hasEntrySatisfying(other, why -> assertThat(why).contains("congestion-control"));
  }

  @Test
  void neighboursAndMarksComeByTheCommandLine() {
    assertThat(session.neighbours()).extracting(one -> one.remoteSystem()).contains("spine2");
    onyx.answer("show lldp remote | json-print", "no json here\n");
    onyx.answer("show lldp remote", Transcripts.LLDP_TEXT);
    assertThat(session.neighbours()).extracting(one -> one.remoteSystem()).contains("spine2");

    Sweep sweep = session.queues().sweep(List.of(PORT_ID), 1_000, 2_000).getFirst();

    long there = 0;
    for (int n = 0; n < QueueCell.columns().size(); n++) {
      there += sweep.has(n) ? 1 : 0;
    }
    assertThat(there).isEqualTo(2);
  }
}
