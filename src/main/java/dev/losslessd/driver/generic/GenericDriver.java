package dev.losslessd.driver.generic;

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
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Any netdev: what its kernel driver shows by dcbnl can be set, and nothing else. Congestion
 * control has no vendor-neutral form, so it is not here.
 */
public final class GenericDriver implements NicDriver {
  /**
   * Drivers that bring APP entries into hardware; elsewhere the kernel only keeps them on a list.
   */
  private static final Set<String> DSCP_IN_HARDWARE = Set.of("i40e");

  private static final String NO_CC = "congestion control has no vendor-neutral interface";

  private final Ledger ledger = new Ledger(HostLedger.entries());

  @Override
  public String name() {
    return "generic";
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public boolean drives(Nic nic) {
    return true;
  }

  /**
   * i40e switches DCB off where a class is left out (i40e_dcb_get_num_tc), and xgbe counts each
   * class that is not strict (xgbe_dcb_ieee_setets).
   */
  @Override
  public ClassLayout classes(Nic nic) {
    return new ClassLayout(ClassLayout.Numbering.CONTIGUOUS, Ets.Selection.STRICT);
  }

  @Override
  public Session open(Nic nic, HostAccess access) {
    Optional<String> whyNot = NicWritability.whyNotSet(nic, access.files());
    List<SettingAccess> knobs =
        whyNot.isPresent()
            ? Bonds.knobs(nic, whyNot.get(), () -> ofRdma(nic, access))
            : knobs(nic, access);
    return new NicSession(nic, access, whyNot.isEmpty(), knobs, GenericCounters.ALL);
  }

  private List<SettingAccess> ofRdma(Nic nic, HostAccess access) {
    return List.of(RoceTosKnob.of(nic, access.files(), ledger));
  }

  private List<SettingAccess> knobs(Nic nic, HostAccess access) {
    // what SDCBX does is each driver's own affair
    DcbPort port = new DcbPort(nic, access.dcb(), ledger, false);
    return List.of(
        // i40e rebuilds queues
        new PfcKnob(port, Capability.writable(Risk.SHORT_STOP)),
        new EtsKnob(port, Capability.writable(Risk.SHORT_STOP), true),
        dscp(nic, SettingKind.TRUST, new TrustKnob()),
        dscp(
            nic,
            SettingKind.DSCP_MAP,
            new DscpKnob(port, Capability.writable(Risk.SHORT_STOP), false)),
        new HeadroomKnob(port, Capability.writable(Risk.BUFFER_RECARVE)),
        new MaxRateKnob(port, Capability.writable()),
        DcbxKnob.readOnly(port),
        new SettingAccess.Absent(SettingKind.DCQCN, NO_CC),
        // with autonegotiation a change is negotiated anew
        RoceTosKnob.of(nic, access.files(), ledger),
        new PauseKnob(nic, access.ethtool(), ledger, Capability.writable(Risk.LINK_BOUNCE)),
        new MtuKnob(nic, access.files()));
  }

  private static SettingAccess dscp(Nic nic, SettingKind kind, SettingAccess settingAccess) {
    return DSCP_IN_HARDWARE.contains(nic.kernelDriver())
        ? settingAccess
        : new SettingAccess.Absent(
            kind,
            "the kernel driver " + nic.kernelDriver() + " brings no DSCP entries into hardware");
  }
}
