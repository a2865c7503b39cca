package dev.losslessd.driver.irdma;

import dev.losslessd.driver.Bonds;
import dev.losslessd.driver.DcbPort;
import dev.losslessd.driver.DcbxKnob;
import dev.losslessd.driver.DscpKnob;
import dev.losslessd.driver.EtsKnob;
import dev.losslessd.driver.HeadroomKnob;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.HostLedger;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.MaxRateKnob;
import dev.losslessd.driver.MtuKnob;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.NicSession;
import dev.losslessd.driver.NicWritability;
import dev.losslessd.driver.PauseBesidePfc;
import dev.losslessd.driver.PauseKnob;
import dev.losslessd.driver.PfcKnob;
import dev.losslessd.driver.RoceTosKnob;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.driver.TrustKnob;
import dev.losslessd.model.Capability;
import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Intel E800 under ice, with RDMA of irdma. It has one PFC traffic class; its DSCP mode begins with
 * the first DSCP entry, and from then on refuses another priority map (ice_dcb_nl.c).
 */
public final class IrdmaDriver implements NicDriver {
  private static final String BONDED = "a member of a bond: ice refuses every DCB setting in one";

  /** A reset of the netdev takes seconds, and each DSCP entry is one: time for a dozen. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Side effects of ice_dcbnl_devreset, which calls dev_close and dev_open. */
  private static final Capability RESETS =
      Capability.writable(Risk.LINK_BOUNCE, Risk.ADDRESSES_LOST);

  private static final Capability BEGINS =
      Capability.writable(Risk.LINK_BOUNCE, Risk.ADDRESSES_LOST, Risk.SCHEDULE_RESET);

  private static final String NO_CC =
      "irdma of the kernel has no congestion control knobs; the vendor's driver takes them as"
          + " module parameters (dcqcn_enable ...) when it is loaded";

  private final Ledger ledger = new Ledger(HostLedger.entries());

  @Override
  public String name() {
    return "irdma";
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public boolean drives(Nic nic) {
    return nic.kernelDriver().equals("ice");
  }

  /** ice_dcb_get_num_tc; and of DSCP mode ice_dcbnl_setapp. */
  @Override
  public ClassLayout classes(Nic nic) {
    return new ClassLayout(ClassLayout.Numbering.DSCP_IS_CLASS, Ets.Selection.ETS);
  }

  @Override
  public Session open(Nic nic, HostAccess access) {
    Optional<String> whyNot = whyNotSet(nic, access);
    List<SettingAccess> knobs =
        whyNot.isPresent()
            ? Bonds.knobs(nic, whyNot.get(), () -> ofRdma(nic, access))
            : knobs(nic, access);
    return new NicSession(nic, access, whyNot.isEmpty(), knobs, IrdmaCounters.ALL, PATIENCE);
  }

  private static Optional<String> whyNotSet(Nic nic, HostAccess access) {
    return nic.role() == Nic.Role.BOND_MEMBER
        ? Optional.of(BONDED)
        : NicWritability.whyNotSet(nic, access.files());
  }

  private List<SettingAccess> ofRdma(Nic nic, HostAccess access) {
    return List.of(RoceTosKnob.of(nic, access.files(), ledger));
  }

  private List<SettingAccess> knobs(Nic nic, HostAccess access) {
    String agentOff =
        "switch its LLDP agent off with 'ethtool --set-priv-flags "
            + nic.port().name()
            + " fw-lldp-agent off'";
    DcbPort port = new DcbPort(nic, access.dcb(), ledger, false, agentOff);
    return List.of(
        new NetdevReset(new PfcKnob(port, RESETS), nic, access),
        new NetdevReset(new IceEts(new EtsKnob(port, RESETS, false), port), nic, access),
        new TrustKnob(),
        new NetdevReset(new IceDscp(new DscpKnob(port, BEGINS, false), port), nic, access),
        new HeadroomKnob(port, Capability.writable(Risk.BUFFER_RECARVE)),
        new MaxRateKnob(port, Capability.writable()),
        DcbxKnob.readOnly(port),
        new SettingAccess.Absent(SettingKind.DCQCN, NO_CC),
        RoceTosKnob.of(nic, access.files(), ledger),
        new PauseBesidePfc(
            new PauseKnob(nic, access.ethtool(), ledger, Capability.writable(Risk.LINK_BOUNCE)),
            port),
        new MtuKnob(nic, access.files()));
  }
}
