package dev.losslessd.driver.bnxt;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.EtsKnob;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.Knob;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.PfcKnob;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.IeeeEts;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PFC on bnxt, which refuses it with EINVAL until ETS was written once after its load
 * (bnxt_dcbnl_ieee_setpfc): then the schedule that is there is written as it is, and PFC again.
 */
record EtsFirst(PfcKnob pfc, Nic nic, HostAccess access, Ledger ledger) implements Knob {
  private static final Logger LOG = LoggerFactory.getLogger(EtsFirst.class);

  @Override
  public SettingKind kind() {
    return pfc.kind();
  }

  @Override
  public Capability capability(DcbView dcb) {
    return pfc.capability(dcb);
  }

  @Override
  public Reading read(DcbView dcb) {
    return pfc.read(dcb);
  }

  @Override
  public void write(Setting after) {
    try {
      pfc.write(after);
    } catch (TransportException e) {
      if (e.errno() != Errno.EINVAL) {
        throw e;
      }
      String ifname = nic.port().name();
      Optional<IeeeEts> ets = access.dcb().read(ifname).ets();
      if (ets.isEmpty()) {
        throw e;
      }
      LOG.info("{}: PFC refused, ETS is written as it is and PFC again", nic.port());
      ledger.require(EtsKnob.WRITE);
      access.dcb().setEts(ifname, ets.get());
      pfc.write(after);
    }
  }
}
