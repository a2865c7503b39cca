package dev.losslessd.driver.hns;

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
import java.util.List;
import java.util.Optional;

/** HiSilicon under hns3, with RDMA of hns_roce. */
public final class HnsDriver implements NicDriver {
  private static final String AGENT_OFF = "hns3 takes DCBX host and ieee only";

  private final Ledger ledger = new Ledger(HostLedger.entries());

  @Override
  public String name() {
    return "hns";
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public boolean drives(Nic nic) {
    return nic.kernelDriver().equals("hns3");
  }

  /** hclge_dcb_common_validate: a gap costs classes, and a card may have fewer than eight. */
  @Override
  public ClassLayout classes(Nic nic) {
    return new ClassLayout(ClassLayout.Numbering.CONTIGUOUS, Ets.Selection.ETS);
  }

  @Override
  public Session open(Nic nic, HostAccess access) {
    Optional<String> whyNot = NicWritability.whyNotSet(nic, access.files());
    List<SettingAccess> knobs =
        whyNot.isPresent()
            ? Bonds.knobs(nic, whyNot.get(), () -> ofRdma(nic, access))
            : knobs(nic, access);
    return new NicSession(nic, access, whyNot.isEmpty(), knobs, HnsCounters.ALL);
  }

  private List<SettingAccess> ofRdma(Nic nic, HostAccess access) {
    return List.of(RoceTosKnob.of(nic, access.files(), ledger));
  }

  private List<SettingAccess> knobs(Nic nic, HostAccess access) {
    DcbPort port = new DcbPort(nic, access.dcb(), ledger, false, AGENT_OFF);
    return List.of(
        // takes the interface's client down and up
        new PfcKnob(port, Capability.writable(Risk.SHORT_STOP)),
        new HnsEts(new EtsKnob(port, Capability.writable(Risk.SHORT_STOP), false), port),
        new TrustKnob(),
        // hclge_ieee_setapp writes a table, and no client goes down
        new DscpKnob(port, Capability.writable(), true),
        new HeadroomKnob(port, Capability.writable(Risk.BUFFER_RECARVE)),
        new MaxRateKnob(port, Capability.writable()),
        DcbxKnob.readOnly(port),
        new SettingAccess.Absent(SettingKind.DCQCN, ccPlace(nic)),
        RoceTosKnob.of(nic, access.files(), ledger),
        new PauseBesidePfc(
            new PauseKnob(nic, access.ethtool(), ledger, Capability.writable(Risk.LINK_BOUNCE)),
            port),
        new MtuKnob(nic, access.files()));
  }

  /** Ranges of its four algorithms are known, units are not: nothing that we could promise. */
  private static String ccPlace(Nic nic) {
    return "hns_roce has algorithms of its own, in units that no source tells: set them in"
        + " /sys/kernel/debug/hns_roce/"
        + nic.pciAddress()
        + "/{dcqcn,ldcp,hc3,dip}_cc_param";
  }
}
