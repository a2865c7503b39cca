package dev.losslessd.driver.esxi;

import static dev.losslessd.driver.esxi.EsxiServer.RDMA;
import static dev.losslessd.driver.esxi.EsxiServer.box;
import static dev.losslessd.driver.esxi.EsxiServer.change;
import static dev.losslessd.driver.esxi.EsxiServer.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceException.Kind;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A host that refuses, lies, breaks off, or has parameters that cannot be sent again. */
class EsxiFaultsTest extends OnEsxiServer {
  private static final Pfc THREE = new Pfc(PrioritySet.of(3));

  @Test
  void aRefusedLineLeavesWhatWasThere() throws Exception {
    leaf.core("max_vfs=4");
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();
      leaf.tell("refuse esx1 esxcli system module parameters set 1");
      Change change = change(session, box(), THREE);
      assertThatThrownBy(() -> session.apply(change))
          .isInstanceOfSatisfying(
              DeviceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
          .hasMessageContaining("Connection failure");
      assertThat(leaf.state()).isEqualTo(found);
      session.apply(change);
      assertThat(reading(session, box(), THREE).standing()).contains(THREE);
    }
  }

  @Test
  void aBootThatDoesNotBringWhatWasSetSaysSo() throws Exception {
    try (SwitchSession session = leaf.session()) {
      session.apply(change(session, box(), new Pfc(PrioritySet.of(4))));
      leaf.tell("reboot esx1");
      session.read(box());
      session.apply(change(session, box(), THREE));
      assertThat(reading(session, box(), THREE).text()).isEqualTo("4 (3 after reboot)");
    }
  }

  @Test
  void parametersThatTheShellWouldReadAreNeverSentAgain() throws Exception {
    for (String hostile : List.of("a=$(reboot)", "a=`reboot`", "a=1;reboot", "a=\"1\"", "a=\\x")) {
      Options options = new Options(hostile).with("trust_state", "2");
      assertThatThrownBy(() -> EsxiLedger.setOptions(Module.NMLX5_CORE, options.text()))
          .isInstanceOfSatisfying(
              DeviceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED))
          .hasMessageContaining("set them by hand");
    }
    try (SwitchSession session = leaf.session()) {
      for (String words : List.of("pfctx=8;reboot, no pfcrx", "trust_state=2", "no pfctx")) {
        Change worded = new Change(box(), Pfc.OFF, THREE, "", words, List.of(), Set.of());
        assertThatThrownBy(() -> session.apply(worded)).hasMessageContaining("no parameters of");
      }
      Change untrue =
          new Change(box(), Pfc.OFF, THREE, "", "pfctx=0x10, pfcrx=0x10", List.of(), Set.of());
      assertThatThrownBy(() -> session.apply(untrue)).hasMessageContaining("would be 4");
      Target strange = Target.port(new PortId(EsxiServer.HOST, "vmnic2:reboot"));
      assertThatThrownBy(() -> session.read(strange)).hasMessageContaining("no such port");
      assertThat(leaf.writes()).isEmpty();
    }
  }

  @Test
  void anAccountThatMayNotReadIsToldBefore() throws Exception {
    try (SwitchSession admin = leaf.session();
        SwitchSession observer = leaf.session("observer")) {
      assertThat(admin.missingPermissions()).isEmpty();
      assertThat(observer.missingPermissions())
          .hasSize(3)
          .allSatisfy(what -> assertThat(what).contains("observer", "denied"));
    }
  }

  @Test
  void countersKeepTheirMeaningAndTheirNames() throws Exception {
    leaf.tell("ahead esx1 100");
    try (SwitchSession session = leaf.session()) {
      List<Sweep> sweeps = session.queues().sweep(List.of(RDMA, EsxiServer.OTHER), 7, 8);
      assertThat(sweeps).extracting(Sweep::port).containsExactly(RDMA, EsxiServer.OTHER);
      Sweep sweep = sweeps.getFirst();
      assertThat(sweep.schema().counters())
          .anySatisfy(counter -> {
            assertThat(counter.signal()).isEqualTo(Signal.PFC_PAUSE_FRAMES);
            assertThat(counter.rawName()).isEqualTo("rx_prio3_pause");
          })
          .anySatisfy(counter -> {
            assertThat(counter.signal()).isEqualTo(Signal.GLOBAL_PAUSE_FRAMES);
            assertThat(counter.rawName()).isEqualTo("rx_global_pause");
          })
          .anySatisfy(counter -> {
            assertThat(counter.signal()).isEqualTo(Signal.OTHER);
            assertThat(counter.rawName()).isEqualTo("rxPauseCtrlPhy");
          });
      assertThatThrownBy(() -> session.sweeper(RDMA)).hasMessageContaining("no SNMP");
    }
  }

  @Test
  void everyEntryOfTheLedgerNamesItsSourceAndOnlyDcbStatusIsUnverified() {
    assertThat(EsxiLedger.LEDGER.entries())
        .allSatisfy(entry -> assertThat(entry.source()).isNotBlank())
        .filteredOn(entry -> entry.evidence() == Ledger.Evidence.UNVERIFIED)
        .extracting(Ledger.Entry::id)
        .containsExactly(EsxiLedger.DCB);
    assertThat(EsxiLedger.LEDGER.find("esxcli --formatter=json network nic list")).isEmpty();
    assertThat(EsxiLedger.LEDGER.find("reboot")).isEmpty();
  }
}
