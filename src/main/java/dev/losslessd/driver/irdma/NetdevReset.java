package dev.losslessd.driver.irdma;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.ForwardingAccess;
import dev.losslessd.driver.NetdevAddresses;
import dev.losslessd.driver.NicPort;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import java.util.Collection;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A setting that ice puts in force with the netdev down and up (ice_dcbnl_devreset). Addresses and
 * routes that this took from the netdev are noted in the reading for as long as they are missing.
 */
record NetdevReset(SettingAccess plain, NicPort port) implements ForwardingAccess {
  private static final Logger LOG = LoggerFactory.getLogger(NetdevReset.class);

  @Override
  public Reading read(DcbView dcb) {
    Reading reading = plain.read(dcb);
    if (!(reading instanceof Reading.Value value)) {
      return reading;
    }
    Collection<String> lost = missing();
    return lost.isEmpty()
        ? reading
        : new Reading.Value(
            value.setting(), value.words(), NetdevAddresses.text(lost), value.whole());
  }

  private Collection<String> missing() {
    return port.access().addresses().missing(port.ifname(), port.files());
  }

  @Override
  public void write(Setting after) {
    NetdevAddresses addresses = port.access().addresses();
    Set<String> before = addresses.of(port.ifname(), port.files());
    try {
      plain.write(after);
    } finally {
      addresses.compare(port.ifname(), before, port.files());
      Collection<String> lost = missing();
      if (!lost.isEmpty()) {
        LOG.warn("{}: {}; add them again", port.nic().port(), NetdevAddresses.text(lost));
      }
    }
  }
}
