package dev.losslessd.driver.mlx5;

import dev.losslessd.driver.DcbxAccess;
import dev.losslessd.driver.DscpAccess;
import dev.losslessd.driver.EtsAccess;
import dev.losslessd.driver.MaxRateAccess;
import dev.losslessd.driver.MtuAccess;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.NicPort;
import dev.losslessd.driver.OptionalCountersAccess;
import dev.losslessd.driver.PauseAccess;
import dev.losslessd.driver.PfcAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Risk;

/** NVIDIA ConnectX and BlueField under mlx5_core, inbox or of the vendor. */
public final class Mlx5Driver extends NicDriver {
  private static final String EN_DCBNL = "Linux drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c";

  public Mlx5Driver() {
    super("mlx5", Mlx5Counters.ALL, "mlx5_core");
    withDcbnl();
    takesHostMode();
    // any change of the mask toggles the port: mlx5e_dcbnl_ieee_setpfc
    with(port -> new PfcAccess(port, Capability.writable(Risk.LINK_BOUNCE)));
    with(port -> new EtsAccess(port, Capability.writable(), false));
    // a switch between DSCP and PCP trust may reopen the channels
    with(port -> new DscpAccess(port, Capability.writable(Risk.SHORT_STOP), true));
    with(Mlx5Driver::maxRate);
    with(port -> new DcbxAccess(port, Capability.writable()));
    with(port -> new PauseAccess(port, Capability.writable()));
    // the port's MTU and its buffers' thresholds follow: mlx5e_change_mtu
    with(port -> MtuAccess.of(port, Risk.BUFFER_RECARVE));
    with(FirmwareAccess::of);
    withRdma(Mlx5Dcqcn::of);
    withRdma(TrafficClassAccess::of);
    withRdma(OptionalCountersAccess::of);
    parameterNames(Mlx5Dcqcn.names());
    withWrites();
  }

  @Override
  public boolean needsHeadroom() {
    return true;
  }

  @Override
  public boolean hasFirmwareSettings() {
    return true;
  }

  private static MaxRateAccess maxRate(NicPort port) {
    RateSteps steps = RateSteps.of(port.files());
    return new MaxRateAccess(port, Capability.writable(), steps::kept, steps.text());
  }

  private void withWrites() {
    writes(NicPort.HOST_MODE, "DCB_CMD_SDCBX host cee ieee", EN_DCBNL);
    writes(DcbxAccess.FIRMWARE_MODE, "DCB_CMD_SDCBX 0", EN_DCBNL);
    writes(
        Mlx5Dcqcn.DEBUGFS,
        "/sys/kernel/debug/mlx5/<pci>/cc_params/<parameter> = <decimal>",
        "Linux drivers/infiniband/hw/mlx5/cong.c");
    writes(
        Mlx5Dcqcn.SYSFS,
        "/sys/class/net/<netdev>/ecn/roce_{np,rp}/{<parameter>,enable/<priority>} = <decimal>",
        "DOCA-OFED drivers/net/ethernet/mellanox/mlx5/core/en_ecn.c");
    writes(
        TrafficClassAccess.WRITE,
        "/sys/class/infiniband/<rdma>/tc/<n>/traffic_class = <decimal>, -1 for none",
        "DOCA-OFED drivers/infiniband/hw/mlx5/main_ext.c");
    writes(
        FirmwareAccess.WRITE,
        "mstconfig -d <pci> -y set <NAME>=<value>...",
        "mstconfig(1) of mstflint 4.21 and its usage");
  }
}
