package dev.losslessd.driver.irdma;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.NetdevAddresses;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.util.Collection;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A setting that ice puts in force with the netdev down and up (ice_dcbnl_devreset). Addresses and
 * routes that this took from the netdev are noted in the reading for as long as they are missing.
 */
record NetdevReset(SettingAccess settingAccess, Nic nic, HostAccess access)
    implements SettingAccess {
  private static final Logger LOG = LoggerFactory.getLogger(NetdevReset.class);

  @Override
  public SettingKind kind() {
    return settingAccess.kind();
  }

  @Override
  public Capability capability(DcbView dcb) {
    return settingAccess.capability(dcb);
  }

  @Override
  public Reading read(DcbView dcb) {
    Reading reading = settingAccess.read(dcb);
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
    return access.addresses().missing(nic.port().name(), access.files());
  }

  @Override
  public void write(Setting after) {
    Set<String> before = access.addresses().of(nic.port().name(), access.files());
    try {
      settingAccess.write(after);
    } finally {
      access.addresses().compare(nic.port().name(), before, access.files());
      Collection<String> lost = missing();
      if (!lost.isEmpty()) {
        LOG.warn("{}: {}; add them again", nic.port(), NetdevAddresses.text(lost));
      }
    }
  }
}
