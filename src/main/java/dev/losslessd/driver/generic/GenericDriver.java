package dev.losslessd.driver.generic;

import dev.losslessd.driver.DscpAccess;
import dev.losslessd.driver.EtsAccess;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.NicPort;
import dev.losslessd.driver.PfcAccess;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.driver.TrustAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.ClassLayout.Numbering;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import java.util.Set;

/**
 * Any netdev: what its kernel driver shows by dcbnl can be set, and nothing else. What SDCBX does
 * is each driver's own affair, and congestion control has no vendor-neutral form.
 */
public final class GenericDriver extends NicDriver {
  /**
   * Drivers that bring APP entries into hardware; elsewhere the kernel only keeps them on a list.
   */
  private static final Set<String> DSCP_IN_HARDWARE = Set.of("i40e");

  private static final String NO_CC = "congestion control has no vendor-neutral interface";

  /** Effect of a write for which i40e rebuilds queues. */
  private static final Capability SHORT_STOP = Capability.writable(Risk.SHORT_STOP);

  public GenericDriver() {
    super("generic", GenericCounters.ALL);
    withDcbnl();
    // i40e switches DCB off where a class is left out (i40e_dcb_get_num_tc), and xgbe counts each
    // class that is not strict (xgbe_dcb_ieee_setets)
    classes(Numbering.CONTIGUOUS, Selection.STRICT);
    with(port -> new PfcAccess(port, SHORT_STOP));
    with(port -> new EtsAccess(port, SHORT_STOP, true));
    with(port -> inHardware(port, new TrustAccess()));
    with(port -> inHardware(port, new DscpAccess(port, SHORT_STOP, false)));
    without(SettingKind.DCQCN, nic -> NO_CC);
  }

  private static SettingAccess inHardware(NicPort port, SettingAccess setting) {
    String kernelDriver = port.nic().kernelDriver();
    return DSCP_IN_HARDWARE.contains(kernelDriver)
        ? setting
        : new SettingAccess.Absent(
            setting.kind(),
            "the kernel driver " + kernelDriver + " brings no DSCP entries into hardware");
  }
}
