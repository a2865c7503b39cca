package dev.losslessd.driver.hns;

import dev.losslessd.driver.DscpAccess;
import dev.losslessd.driver.EtsAccess;
import dev.losslessd.driver.MtuAccess;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.PauseAccess;
import dev.losslessd.driver.PauseBesidePfc;
import dev.losslessd.driver.PfcAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.ClassLayout.Numbering;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;

/** HiSilicon under hns3, with RDMA of hns_roce. */
public final class HnsDriver extends NicDriver {
  private static final Capability LINK_BOUNCE = Capability.writable(Risk.LINK_BOUNCE);

  /** Effect of a write that takes the interface's client down and up. */
  private static final Capability SHORT_STOP = Capability.writable(Risk.SHORT_STOP);

  public HnsDriver() {
    super("hns", HnsCounters.ALL, "hns3");
    withDcbnl();
    // hclge_dcb_common_validate: a gap costs classes, and a card may have fewer than eight
    classes(Numbering.CONTIGUOUS, Selection.ETS);
    agentOff(nic -> "hns3 takes DCBX host and ieee only");
    with(port -> new PfcAccess(port, SHORT_STOP));
    with(port -> new HnsEts(new EtsAccess(port, SHORT_STOP, false)));
    // hclge_ieee_setapp writes a table, and no client goes down
    with(port -> new DscpAccess(port, Capability.writable(), true));
    with(port -> new PauseBesidePfc(new PauseAccess(port, LINK_BOUNCE)));
    // hclge_set_vport_mtu: the client goes down and up, and buffers are carved anew
    with(port -> MtuAccess.of(port, Risk.BUFFER_RECARVE));
    without(SettingKind.DCQCN, HnsDriver::ccPlace);
  }

  /** Ranges of its four algorithms are known, units are not: nothing that we could promise. */
  private static String ccPlace(Nic nic) {
    return ("hns_roce has algorithms of its own, in units that no source tells: set them in"
            + " /sys/kernel/debug/hns_roce/%s/{dcqcn,ldcp,hc3,dip}_cc_param")
        .formatted(nic.pciAddress());
  }
}
