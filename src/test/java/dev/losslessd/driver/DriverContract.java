package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException.Kind;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.transport.Errno;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Contract of every NIC driver; one subclass per driver brings the host. */
public abstract class DriverContract extends OnFakeNic {
  /** From files and RDMA netlink, which no test cuts. */
  private static final Set<SettingKind> NOT_CUT =
      Set.of(
          SettingKind.DCQCN,
          SettingKind.MTU,
          SettingKind.ROCE_TOS,
          SettingKind.TRAFFIC_CLASS,
          SettingKind.OPTIONAL_COUNTERS);

  @Test
  void itTellsTheAddressThatItWasMadeWithAndNothingWhereTheDriverHasNoSuchCommand() {
    Target port = Target.port(nic.port());
    assertThat(session.identity(port)).isEqualTo(Identity.NONE);

    ethtool.permanent = new byte[] {0x0c, 0x42, (byte) 0xa1, 0, 0, 1};

    assertThat(session.identity(port).text()).isEqualTo("mac 0c:42:a1:00:00:01");
    ethtool.cutTo = 12;
    assertThatThrownBy(() -> session.identity(port))
        .isInstanceOfSatisfying(
            DeviceException.class, cut -> assertThat(cut.kind()).isEqualTo(Kind.GARBLED));
  }

  /** New values, one of each setting that this driver writes. */
  protected List<Setting> samples() {
    return List.of(
        new Pfc(PrioritySet.of(3)),
        new Ets(
            List.of(
                Selection.ETS,
                Selection.STRICT,
                Selection.STRICT,
                Selection.ETS,
                Selection.STRICT,
                Selection.STRICT,
                Selection.STRICT,
                Selection.STRICT),
            List.of(30, 0, 0, 70, 0, 0, 0, 0),
            List.of(0, 0, 0, 3, 0, 0, 6, 0)),
        DscpMap.of(Map.of(new Dscp(26), Priority.of(3), new Dscp(48), Priority.of(6))),
        new Headroom(
            List.of(0, 0, 0, 1, 0, 0, 0, 0), List.of(65_536L, 131_072L, 0L, 0L, 0L, 0L, 0L, 0L)),
        GlobalPause.OFF,
        new Mtu(4200));
  }

  /** An errno that this driver's device gives for good. */
  protected int refusal() {
    return Errno.EINVAL;
  }

  @Test
  void whatIsAppliedIsReadBack() {
    for (Setting sample : samples()) {
      session.apply(change(sample));

      assertThat(inForce(sample.kind())).isEqualTo(sample);
    }
  }

  @Test
  void applyingTwiceWritesOnce() {
    for (Setting sample : samples()) {
      Change change = change(sample);
      session.apply(change);
      assertThat(gate).as(change.text()).isNotEmpty();
      gate.clear();

      session.apply(change);

      assertThat(gate).as(change.text()).isEmpty();
    }
  }

  @Test
  void theInverseRestores() {
    for (Setting sample : samples()) {
      Observed before = session.read(target());
      Change change = change(sample);
      session.apply(change);

      session.apply(change.inverse());

      assertThat(session.read(target())).isEqualTo(before);
    }
  }

  @Test
  void whatCanBeWrittenHasACapability() {
    for (Setting sample : samples()) {
      assertThat(session.capabilities(target()).of(sample.kind()).access())
          .as(sample.kind().word())
          .isEqualTo(Capability.Access.WRITE);
    }
    assertThat(session.capabilities(target()).of(SettingKind.TRUST).access())
        .isEqualTo(Capability.Access.READ);
  }

  @Test
  void besideLldpadItsSettingsAreOnlyRead() {
    String head = "Num RefCount Protocol Flags Type St Inode Path\n";
    String line = "0000000000000000: 00000002 00000000 00000000 0002 01 4711 @/com/intel/lldpad";
    tree.file("proc/net/unix", head + line + "/812");
    assertThat(session.capabilities(target()).of(SettingKind.PFC).access())
        .as("a client of lldpad's is not lldpad")
        .isEqualTo(Capability.Access.WRITE);

    tree.file("proc/net/unix", head + line).file("run/lldpad.pid", "812\n\0");

    for (SettingKind kind : List.of(SettingKind.PFC, SettingKind.ETS, SettingKind.DSCP_MAP)) {
      Capability capability = session.capabilities(target()).of(kind);
      assertThat(capability.access()).isEqualTo(Capability.Access.READ);
      assertThat(capability.why())
          .isEqualTo(
              "two sources of DCB: lldpad (process 812) runs on this host; stop it, or leave DCB"
                  + " to it");
    }
    assertThat(session.capabilities(target()).of(SettingKind.GLOBAL_PAUSE).access())
        .isEqualTo(Capability.Access.WRITE);
  }

  @Test
  void aDscpEntryMeansTrustDscp() {
    assertThat(inForce(SettingKind.TRUST)).isEqualTo(new Trust(Trust.Field.PCP));

    session.apply(change(DscpMap.of(Map.of(new Dscp(26), Priority.of(3)))));

    assertThat(inForce(SettingKind.TRUST)).isEqualTo(new Trust(Trust.Field.DSCP));
  }

  @Test
  void aMovedDscpLeavesItsOldPriority() {
    session.apply(
        change(DscpMap.of(Map.of(new Dscp(26), Priority.of(3), new Dscp(8), Priority.of(1)))));
    DscpMap moved = DscpMap.of(Map.of(new Dscp(26), Priority.of(4)));

    session.apply(change(moved));

    assertThat(inForce(SettingKind.DSCP_MAP)).isEqualTo(moved);
    assertThat(dcb.apps).hasSize(1);
  }

  @Test
  void pfcKeepsCableAndMacsec() {
    dcb.pfc[2] = 1;
    dcb.pfc[4] = 42;

    session.apply(change(new Pfc(PrioritySet.of(3))));

    assertThat(dcb.pfc[1]).isEqualTo((byte) 8);
    assertThat(dcb.pfc[2]).isEqualTo((byte) 1);
    assertThat(dcb.pfc[4]).isEqualTo((byte) 42);
  }

  @Test
  void aRefusedWriteIsSeen() {
    Change change = change(new Pfc(PrioritySet.of(3)));
    dcb.refuseNext = refusal();

    assertThatThrownBy(() -> session.apply(change))
        .isInstanceOfSatisfying(
            DeviceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
        .hasMessage("node7:ens2f0np0 pfc 3: IEEE_SET PFC ens2f0np0: " + Errno.text(refusal()));
  }

  @Test
  void anIgnoredWriteIsSeenByReadingBack() {
    dcb.lies = true;

    session.apply(change(new Pfc(PrioritySet.of(3))));

    assertThat(inForce(SettingKind.PFC)).isEqualTo(Pfc.OFF);
  }

  @Test
  void aCutReplyIsUnreadAndNeverAValue() {
    for (int cut = 0; cut < 340; cut += 7) {
      dcb.cutTo = cut;
      ethtool.cutTo = Math.min(cut, 15);
      Observed observed = session.read(target());
      for (Setting sample : samples()) {
        if (NOT_CUT.contains(sample.kind())) {
          continue;
        }
        assertThat(observed.reading(sample.kind()))
            .as(sample.kind().word() + " of " + cut + " bytes")
            .isInstanceOf(Reading.Unread.class);
        assertThat(session.capabilities(target()).of(sample.kind()).access())
            .isEqualTo(Capability.Access.NONE);
      }
    }
  }

  @Test
  void nothingPassesAClosedGate() {
    List<Change> changes = samples().stream().map(this::change).toList();
    gateOpen = false;
    Observed before = session.read(target());

    for (Change change : changes) {
      assertThatThrownBy(() -> session.apply(change))
          .isInstanceOfSatisfying(
              DeviceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOSED_GATE));
    }
    assertThat(session.read(target())).isEqualTo(before);
  }

  @Test
  void sharesOfMoreThanAHundredAreRefusedBeforeTheyAreWritten() {
    Ets more =
        new Ets(
            List.of(
                Selection.ETS,
                Selection.ETS,
                Selection.ETS,
                Selection.ETS,
                Selection.ETS,
                Selection.ETS,
                Selection.ETS,
                Selection.ETS),
            List.of(50, 0, 0, 60, 0, 0, 0, 0),
            List.of(0, 1, 2, 3, 4, 5, 6, 7));
    Change change = change(more);

    assertThatThrownBy(() -> session.apply(change))
        .hasMessageEndingWith("shares sum to 110, expected at most 100");
    assertThat(gate).isEmpty();
  }

  @Test
  void moreBufferThanThereIsIsRefusedBeforeItIsWritten() {
    Change change =
        change(
            new Headroom(
                List.of(0, 0, 0, 1, 0, 0, 0, 0),
                List.of(200_000L, 100_000L, 0L, 0L, 0L, 0L, 0L, 0L)));

    assertThatThrownBy(() -> session.apply(change))
        .hasMessageEndingWith("300000 bytes, the NIC has 261888");
    assertThat(gate).isEmpty();
  }

  @Test
  void whatAPlanDoesNotRefuseIsCarriedOutAndTakenBack() throws Exception {
    FeasibleLaw law =
        new FeasibleLaw(
            session, List.of(target()), () -> session.read(target()), Set.of(), () -> {});
    for (Setting sample : samples()) {
      law.check(new Key(target(), sample.kind()), sample);
    }
    assertThat(law.ran()).isPositive();
    law.checkAll(target(), 37);

    System.out.println(driver().name() + ": " + law);
    assertThat(law.failures()).as(law.toString()).isEmpty();
  }

  @Test
  void anotherPortIsNotOurs() {
    assertThatThrownBy(() -> session.read(Target.parse("node7:ens9")))
        .isInstanceOf(DeviceException.class);
  }

  @Test
  void everyWriteOfTheLedgerNamesItsSource() {
    assertThat(driver().ledger().entries())
        .isNotEmpty()
        .allSatisfy(entry -> assertThat(entry.source()).isNotBlank())
        .extracting(Ledger.Entry::id)
        .doesNotHaveDuplicates();
  }
}
