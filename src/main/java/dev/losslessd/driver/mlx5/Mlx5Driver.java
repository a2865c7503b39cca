package dev.losslessd.driver.mlx5;

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
import dev.losslessd.driver.OptionalCountersKnob;
import dev.losslessd.driver.ParameterName;
import dev.losslessd.driver.PauseKnob;
import dev.losslessd.driver.PfcKnob;
import dev.losslessd.driver.RoceTosKnob;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.driver.TrustKnob;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Risk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** NVIDIA ConnectX and BlueField under mlx5_core, inbox or of the vendor. */
public final class Mlx5Driver implements NicDriver {
  private static final String EN_DCBNL = "Linux drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c";

  private final Ledger ledger;

  public Mlx5Driver() {
    List<Entry> entries = new ArrayList<>(HostLedger.entries());
    entries.add(
        new Entry(DcbPort.HOST_MODE, "DCB_CMD_SDCBX host cee ieee", EN_DCBNL, Evidence.SOURCED));
    entries.add(new Entry(DcbxKnob.FIRMWARE_MODE, "DCB_CMD_SDCBX 0", EN_DCBNL, Evidence.SOURCED));
    entries.add(
        new Entry(
            DcqcnKnob.DEBUGFS,
            "/sys/kernel/debug/mlx5/<pci>/cc_params/<parameter> = <decimal>",
            "Linux drivers/infiniband/hw/mlx5/cong.c",
            Evidence.SOURCED));
    entries.add(
        new Entry(
            DcqcnKnob.SYSFS,
            "/sys/class/net/<netdev>/ecn/roce_{np,rp}/{<parameter>,enable/<priority>} = <decimal>",
            "DOCA-OFED drivers/net/ethernet/mellanox/mlx5/core/en_ecn.c",
            Evidence.SOURCED));
    entries.add(
        new Entry(
            TrafficClassKnob.WRITE,
            "/sys/class/infiniband/<rdma>/tc/<n>/traffic_class = <decimal>, -1 for none",
            "DOCA-OFED drivers/infiniband/hw/mlx5/main_ext.c",
            Evidence.SOURCED));
    entries.add(
        new Entry(
            FirmwareKnob.WRITE,
            "mstconfig -d <pci> -y set <NAME>=<value>...",
            "mstconfig(1) of mstflint 4.21 and its usage",
            Evidence.SOURCED));
    ledger = new Ledger(entries);
  }

  @Override
  public String name() {
    return "mlx5";
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public boolean drives(Nic nic) {
    return nic.kernelDriver().equals("mlx5_core");
  }

  @Override
  public List<ParameterName> parameterNames() {
    return CcFiles.names();
  }

  @Override
  public boolean needsHeadroom() {
    return true;
  }

  @Override
  public boolean hasFirmwareSettings() {
    return true;
  }

  @Override
  public Session open(Nic nic, HostAccess access) {
    Optional<String> whyNot = NicWritability.whyNotSet(nic, access.files());
    List<SettingAccess> knobs =
        whyNot.isPresent()
            ? Bonds.knobs(nic, whyNot.get(), () -> ofRdma(nic, access))
            : knobs(nic, access);
    return new NicSession(nic, access, whyNot.isEmpty(), knobs, Mlx5Counters.ALL);
  }

  private List<SettingAccess> ofRdma(Nic nic, HostAccess access) {
    return List.of(
        DcqcnKnob.of(nic, access.files(), ledger),
        RoceTosKnob.of(nic, access.files(), ledger),
        TrafficClassKnob.of(nic, access.files(), ledger),
        OptionalCountersKnob.of(nic, access.rdma(), ledger));
  }

  private List<SettingAccess> knobs(Nic nic, HostAccess access) {
    DcbPort port = new DcbPort(nic, access.dcb(), ledger, true);
    RateSteps steps = RateSteps.of(access.files());
    return List.of(
        // any change of the mask toggles the port: mlx5e_dcbnl_ieee_setpfc
        new PfcKnob(port, Capability.writable(Risk.LINK_BOUNCE)),
        new EtsKnob(port, Capability.writable(), false),
        new TrustKnob(),
        // a switch between DSCP and PCP trust may reopen the channels
        new DscpKnob(port, Capability.writable(Risk.SHORT_STOP), true),
        new HeadroomKnob(port, Capability.writable(Risk.BUFFER_RECARVE)),
        new MaxRateKnob(port, Capability.writable(), steps::kept, steps.text()),
        new DcbxKnob(port, Capability.writable()),
        DcqcnKnob.of(nic, access.files(), ledger),
        RoceTosKnob.of(nic, access.files(), ledger),
        TrafficClassKnob.of(nic, access.files(), ledger),
        OptionalCountersKnob.of(nic, access.rdma(), ledger),
        FirmwareKnob.of(nic, access.firmware(), ledger),
        new PauseKnob(nic, access.ethtool(), ledger, Capability.writable()),
        new MtuKnob(nic, access.files()));
  }
}
