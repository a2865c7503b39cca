package dev.losslessd.driver.bnxt;

import dev.losslessd.driver.Bonds;
import dev.losslessd.driver.DcbPort;
import dev.losslessd.driver.DcbxKnob;
import dev.losslessd.driver.DscpKnob;
import dev.losslessd.driver.EtsKnob;
import dev.losslessd.driver.HeadroomKnob;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.HostLedger;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Ledger.Evidence;
import dev.losslessd.driver.MaxRateKnob;
import dev.losslessd.driver.MtuKnob;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.NicSession;
import dev.losslessd.driver.NicWritability;
import dev.losslessd.driver.ParameterName;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Broadcom NetXtreme-E (Thor, Thor2) under bnxt_en, inbox or of the vendor. */
public final class BnxtDriver implements NicDriver {
  private static final String AGENT_OFF =
      "switch its LLDP agent off in the NIC's NVRAM (niccli), it takes effect after a reset";

  private final Ledger ledger;

  public BnxtDriver() {
    List<Entry> entries = new ArrayList<>(HostLedger.entries());
    entries.add(
        new Entry(
            DcqcnKnob.DEBUGFS,
            "/sys/kernel/debug/bnxt_re/<pci>/cc_config/{enable_cc,alt_vlan_pcp,alt_vlan_dscp}"
                + " = <decimal>",
            "Linux drivers/infiniband/hw/bnxt_re/debugfs.c (7.2)",
            Evidence.SOURCED));
    entries.add(
        new Entry(
            DcqcnKnob.CONFIGFS,
            "/sys/kernel/config/bnxt_re/<rdma>/ports/<n>/cc/{ecn_enable,cnp_prio,cnp_dscp} ="
                + " 0x<hex>, then apply = 0x1",
            "Broadcom bnxt_re configfs.c and bnxt_setupcc.sh",
            Evidence.SOURCED));
    ledger = new Ledger(entries);
  }

  @Override
  public String name() {
    return "bnxt";
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public boolean drives(Nic nic) {
    return nic.kernelDriver().equals("bnxt_en");
  }

  @Override
  public List<ParameterName> parameterNames() {
    return CcFiles.names();
  }

  /**
   * bnxt_ets_validate: beside shares of 100 % no class has a share of 0, and above its last class
   * there is nothing but strict.
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
    return new NicSession(nic, access, whyNot.isEmpty(), knobs, BnxtCounters.ALL);
  }

  private List<SettingAccess> ofRdma(Nic nic, HostAccess access) {
    return List.of(DcqcnKnob.of(nic, access, ledger), RoceTosKnob.of(nic, access.files(), ledger));
  }

  private List<SettingAccess> knobs(Nic nic, HostAccess access) {
    DcbPort port = new DcbPort(nic, access.dcb(), ledger, false, AGENT_OFF);
    return List.of(
        new BnxtPfc(new PfcKnob(port, Capability.writable(Risk.SHORT_STOP)), port),
        // bnxt answers ENOTSUPP to a selection that its firmware lacks, which arrives as ENOMEM
        new BnxtEts(new EtsKnob(port, Capability.writable(Risk.SHORT_STOP), false), port),
        new TrustKnob(),
        // it keeps two entries of one DSCP
        new DscpKnob(port, Capability.writable(), false),
        new HeadroomKnob(port, Capability.writable(Risk.BUFFER_RECARVE)),
        new MaxRateKnob(port, Capability.writable()),
        DcbxKnob.readOnly(port),
        DcqcnKnob.of(nic, access, ledger),
        RoceTosKnob.of(nic, access.files(), ledger),
        new PauseKnob(nic, access.ethtool(), ledger, Capability.writable(Risk.LINK_BOUNCE)),
        new MtuKnob(nic, access.files()));
  }
}
