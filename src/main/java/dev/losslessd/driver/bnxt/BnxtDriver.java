package dev.losslessd.driver.bnxt;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.DscpAccess;
import dev.losslessd.driver.EtsAccess;
import dev.losslessd.driver.ForwardingAccess;
import dev.losslessd.driver.MtuAccess;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.PfcAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.ClassLayout.Numbering;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;

/** Broadcom NetXtreme-E (Thor, Thor2) under bnxt_en, inbox or of the vendor. */
public final class BnxtDriver extends NicDriver {
  private static final String AGENT_OFF =
      "switch its LLDP agent off in the NIC's NVRAM (niccli), it takes effect after a reset";

  private static final Capability SHORT_STOP = Capability.writable(Risk.SHORT_STOP);

  public BnxtDriver() {
    super("bnxt", BnxtCounters.ALL, "bnxt_en");
    withDcbnl();
    // bnxt_ets_validate: beside shares of 100 % no class has a share of 0, and above its
    // last class there is nothing but strict
    classes(Numbering.CONTIGUOUS, Selection.STRICT);
    agentOff(nic -> AGENT_OFF);
    with(port -> new BnxtPfc(new PfcAccess(port, SHORT_STOP)));
    // it answers ENOTSUPP to a selection that its firmware lacks, which arrives as ENOMEM
    with(port -> new BnxtEts(new EtsAccess(port, SHORT_STOP, false)));
    // it keeps two entries of one DSCP
    with(port -> new DscpAccess(port, Capability.writable(), false));
    // bnxt_change_mtu closes and opens the rings, and leaves the link
    with(MtuAccess::of);
    withRdma(BnxtDcqcn::of);
    parameterNames(BnxtDcqcn.names());
    writes(
        BnxtDcqcn.DEBUGFS,
        "/sys/kernel/debug/bnxt_re/<pci>/cc_config/{enable_cc,alt_vlan_pcp,alt_vlan_dscp}"
            + " = <decimal>",
        "Linux drivers/infiniband/hw/bnxt_re/debugfs.c (7.2)");
    writes(
        BnxtDcqcn.CONFIGFS,
        "/sys/kernel/config/bnxt_re/<rdma>/ports/<n>/cc/{ecn_enable,cnp_prio,cnp_dscp} ="
            + " 0x<hex>, then apply = 0x1",
        "Broadcom bnxt_re configfs.c and bnxt_setupcc.sh");
  }

  /** PFC on bnxt, which has to know the class of each priority first: {@link FirstWrite}. */
  record BnxtPfc(PfcAccess plain) implements ForwardingAccess {
    @Override
    public Reading read(DcbView dcb) {
      return FirstWrite.reading(dcb, Pfc.OFF, plain.read(dcb));
    }

    @Override
    public void write(Setting after) {
      if (!((Pfc) after).lossless().isEmpty()
          && FirstWrite.isToCome(plain.port().inHostMode(plain.port().read()))) {
        throw plain
            .port()
            .refuse(
                after.text()
                    + ": bnxt refuses pfc until ets was written since its load, and does not tell"
                    + " what it has; set ets first");
      }
      plain.write(after);
    }
  }
}
