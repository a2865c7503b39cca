package dev.losslessd.driver.onyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.OnLeaf;
import dev.losslessd.driver.SnmpSet;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.Authentication;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.Privacy;
import dev.losslessd.transport.snmp.SnmpVersion;
import dev.losslessd.transport.snmp.SnmpWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The one write of Onyx, with a switch of the fabric: an SNMP SET. */
class SwitchPfcTest extends OnLeaf {
  private static final Target PORT = Target.port(new PortId(FabricLeaf.ID, "Eth1/1"));
  private static final Lossless THREE = new Lossless(PrioritySet.of(3));
  private static final Oid STATE = Oid.of("1.3.6.1.4.1.33049.8.1.1.2.0");

  /** Priority 3 and a port of it, and PFC off for the whole switch. */
  private static final String SITE =
      "dcb priority-flow-control priority 3 enable force"
          + " ; interface ethernet 1/1 dcb priority-flow-control mode on force";

  SwitchPfcTest() {
    super(SwitchSystem.ONYX, new OnyxDriver(), PORT);
  }

  private static SnmpVersion community(String name) {
    return new SnmpVersion.V2c(name::toCharArray);
  }

  private static SnmpVersion user(String name) {
    return SnmpVersion.V3.authPriv(
        name,
        Authentication.SHA256,
        "losslessd-demo-auth"::toCharArray,
        Privacy.AES128,
        "losslessd-demo-priv"::toCharArray);
  }

  private SwitchSession writing(SnmpVersion version, WriteGate gate) throws IOException {
    return leaf.session(
        "admin",
        WriteGate.OPEN,
        Optional.of(leaf.snmp(socket)),
        Optional.of(leaf.writer(socket, version, gate)));
  }

  private SwitchSession writing() throws IOException {
    return writing(community("losslessd-demo-rw"), WriteGate.OPEN);
  }

  private void site(String... more) throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    for (String line : more) {
      leaf.tell("foreign leaf1 " + line);
    }
    leaf.tell("log leaf1 clear");
  }

  private static Change to(SwitchSession session, Lossless wanted) {
    Observed now = session.read(new Target.Device(FabricLeaf.ID));
    Reading reading = now.reading(SettingKind.LOSSLESS);
    return new Change(
        now.target(),
        reading.inForce().orElseThrow(),
        wanted,
        reading.words(),
        "",
        List.of(),
        Set.of());
  }

  private List<String> sets() throws IOException {
    return leaf.sent().stream().filter(line -> line.startsWith("snmp set")).toList();
  }

  @Test
  void whatIsSetIsReadBackTwiceIsOnceAndTheInverseRestores() throws IOException {
    SwitchSession plain = session;
    try (SwitchSession writing = writing()) {
      session = writing;
      keepTheLaws(
          SITE,
          List.of(Map.entry(BOX, THREE), Map.entry(BOX, Lossless.NONE), Map.entry(BOX, THREE)));
    } finally {
      session = plain;
    }
    assertThat(sets()).as("three steps there and three back, each once").hasSize(6);
  }

  @Test
  void aUserOfVersion3WritesToo() throws IOException {
    site();
    try (SwitchSession writing = writing(user("operator256"), WriteGate.OPEN)) {
      writing.apply(to(writing, THREE));

      assertThat(writing.read(BOX).inForce(SettingKind.LOSSLESS)).contains(THREE);
      assertThat(writing.read(PORT).reading(SettingKind.PFC).text()).isEqualTo("3");
    }
  }

  @Test
  void whoeverMayOnlyReadIsRefusedAndNothingChanges() throws IOException {
    site();
    List<String> before = leaf.state();
    for (SnmpVersion reader : List.of(community("losslessd-demo"), user("monitor256"))) {
      try (SwitchSession writing = writing(reader, WriteGate.OPEN)) {
        refused(writing, DeviceException.Kind.REFUSED, "No access");
      }
    }
    assertThat(leaf.state()).isEqualTo(before);
  }

  private static void refused(SwitchSession writing, DeviceException.Kind kind, String words) {
    Change change = to(writing, THREE);
    assertThatThrownBy(() -> writing.apply(change))
        .isInstanceOfSatisfying(DeviceException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageContaining(words);
  }

  @Test
  void aSwitchWithoutRoomForItSaysSo() throws IOException {
    site();
    leaf.tell("refuse leaf1 snmp set");
    try (SwitchSession writing = writing()) {
      refused(writing, DeviceException.Kind.REFUSED, "Resource unavailable");
    }
  }

  @Test
  void aLieIsSeenByReadingTheAgent() throws IOException {
    site();
    leaf.tell("lie leaf1 pfc");
    try (SwitchSession writing = writing()) {
      refused(writing, DeviceException.Kind.LIED, "said yes and tells disabled");
    }
  }

  @Test
  void anAgentThatLiesIsSeenByTheCommandLine() throws IOException {
    site();
    leaf.tell("lie leaf1 agent");
    try (SwitchSession writing = writing()) {
      writing.apply(to(writing, THREE));

      assertThat(writing.read(BOX).reading(SettingKind.LOSSLESS).text())
          .isEqualTo(
              "unread: 'show dcb priority-flow-control' says PFC: disabled, and its agent enabled"
                  + " (mellanoxPFCProtocolState)");
    }
  }

  @Test
  void whetherALostRequestOrALostAnswerOnlyReadingTells() throws IOException {
    site();
    try (SwitchSession writing = writing()) {
      leaf.tell("lose leaf1 request 1");
      refused(writing, DeviceException.Kind.TIMEOUT, "it may have been done");
      assertThat(writing.read(BOX).inForce(SettingKind.LOSSLESS)).contains(Lossless.NONE);

      leaf.tell("lose leaf1 answer 1");
      writing.apply(to(writing, THREE));
      assertThat(writing.read(BOX).inForce(SettingKind.LOSSLESS)).contains(THREE);
    }
    assertThat(sets()).as("never sent again").hasSize(2);
  }

  @Test
  void otherPrioritiesThanListedAreNotWritten() throws IOException {
    site("dcb priority-flow-control priority 5 enable");
    try (SwitchSession writing = writing()) {
      refused(writing, DeviceException.Kind.UNSUPPORTED, "for priorities 3,5");
      Capability can = writing.capabilities(BOX).of(SettingKind.LOSSLESS);
      assertThat(can.takes(THREE)).isFalse();
      assertThat(can.takes(new Lossless(PrioritySet.of(3, 5)))).isTrue();
      assertThat(can.why()).contains("for priorities 3,5");
    }
    assertThat(sets()).isEmpty();
  }

  @Test
  void nothingLeavesWhileTheGateIsClosed() throws IOException {
    site();
    WriteGate closed =
        what -> {
          throw new TransportException(TransportException.Kind.CLOSED_GATE, what + ": closed");
        };
    try (SwitchSession writing = writing(community("losslessd-demo-rw"), closed)) {
      refused(
          writing,
          DeviceException.Kind.CLOSED_GATE,
          "snmp leaf1 SET 1.3.6.1.4.1.33049.8.1.1.2.0 INTEGER 1");
    }
    assertThat(sets()).isEmpty();
  }

  @Test
  void aCutTableStopsItBeforeAnythingIsSet() throws IOException {
    site();
    try (SwitchSession writing = writing()) {
      Change change = to(writing, THREE);
      leaf.tell("truncate leaf1");
      assertThatThrownBy(() -> writing.apply(change)).isInstanceOf(DeviceException.class);
    }
    assertThat(sets()).isEmpty();
  }

  @Test
  void itCanBeWrittenOnlyByAWayOfItsOwn() throws IOException {
    Capability without = session.capabilities(BOX).of(SettingKind.LOSSLESS);
    assertThat(without.access()).isEqualTo(Capability.Access.READ);
    assertThat(without.why()).contains("'manage: true'", "version 3", "writeCommunity");
    Change change = to(session, THREE);
    assertThatThrownBy(() -> session.apply(change)).hasMessageContaining("writeCommunity");

    try (SwitchSession writing = writing()) {
      assertThat(writing.capabilities(BOX).of(SettingKind.LOSSLESS))
          .satisfies(one -> assertThat(one.risks()).containsExactly(Risk.LINK_BOUNCE))
          .satisfies(one -> assertThat(one.takes(Lossless.NONE)).isTrue());
      assertThat(writing.capabilities(PORT).settings().values())
          .allSatisfy(one -> assertThat(one.access()).isEqualTo(Capability.Access.READ));
    }
  }

  @Test
  void theLedgerAllowsThisObjectAndItsTwoValuesAlone() throws IOException {
    assertThat(OnyxLedger.LEDGER.entries())
        .filteredOn(one -> one.access() == Ledger.Access.WRITE)
        .filteredOn(one -> one.evidence() == Ledger.Evidence.SOURCED)
        .extracting(Ledger.Entry::id)
        .containsExactly("onyx.snmp-pfc");
    assertThat(new SnmpSet(OnyxLedger.LEDGER, "onyx.snmp-pfc", STATE, 2).text())
        .isEqualTo("SET 1.3.6.1.4.1.33049.8.1.1.2.0 INTEGER 2");
    Oid ets = Oid.of("1.3.6.1.4.1.33049.8.1.1.1.0");
    assertThatThrownBy(() -> new SnmpSet(OnyxLedger.LEDGER, "onyx.snmp-pfc", STATE, 3))
        .hasMessageContaining("not in the ledger");
    assertThatThrownBy(() -> new SnmpSet(OnyxLedger.LEDGER, "onyx.snmp-pfc", ets, 1))
        .hasMessageContaining("not in the ledger");

    SnmpWriter past = leaf.writer(socket, community("losslessd-demo-rw"), WriteGate.OPEN);
    assertThatThrownBy(() -> past.set(STATE, 3)).hasMessageContaining("Wrong value");
    assertThatThrownBy(() -> past.set(ets, 1)).hasMessageContaining("Not writable");
    assertThatThrownBy(
            () -> leaf.writer(socket, new SnmpVersion.V3("monitor256", null, null), WriteGate.OPEN))
        .hasMessageContaining("expected SNMPv3 with authentication and privacy");
  }

  @Test
  void theTimeOfASetIsToldAsThatOfARead() throws IOException {
    List<Long> took = new CopyOnWriteArrayList<>();
    SnmpWriter writer =
        leaf.writer(socket, community("losslessd-demo-rw"), WriteGate.OPEN, took::add);

    assertThatThrownBy(() -> writer.set(STATE, 3)).hasMessageContaining("Wrong value");

    assertThat(took).as("a GET before it, and the SET").hasSize(2).allMatch(nanos -> nanos > 0);
  }

  @Test
  void aReleaseThatListsNoPrioritiesWhileOffIsRestoredAndNotGuessedAt() throws IOException {
    FabricLeaf old = leaf.beside(new DeviceId("leaf2"));
    old.tell("reset leaf2");
    old.tell("foreign leaf2 dcb priority-flow-control enable");
    old.tell("foreign leaf2 dcb priority-flow-control priority 3 enable");
    List<String> before = old.state();
    Target box = new Target.Device(old.id());
    try (SwitchSession writing =
        old.session(
            "admin",
            WriteGate.OPEN,
            Optional.of(old.snmp(socket)),
            Optional.of(old.writer(socket, community("losslessd-demo-rw"), WriteGate.OPEN)))) {
      Reading on = writing.read(box).reading(SettingKind.LOSSLESS);
      Change off = new Change(box, THREE, Lossless.NONE, on.words(), "", List.of(), Set.of());
      writing.apply(off);
      assertThat(writing.read(box).inForce(SettingKind.LOSSLESS)).contains(Lossless.NONE);
      Change guess = new Change(box, Lossless.NONE, THREE, List.of(), Set.of());
      assertThatThrownBy(() -> writing.apply(guess)).hasMessageContaining("for priorities none");

      writing.apply(off.inverse());

      assertThat(off.inverse().isMet(writing.read(box).reading(SettingKind.LOSSLESS))).isTrue();
      assertThat(old.state()).isEqualTo(before);
    }
  }
}
