package dev.losslessd.driver.irdma;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.Knob;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A setting that ice puts in force with the netdev down and up (ice_dcbnl_devreset): what that took
 * from the netdev is looked for, and told with the reading for as long as it is missing.
 */
record NetdevReset(Knob knob, Nic nic, NetdevAddresses addresses) implements Knob {
  private static final Logger LOG = LoggerFactory.getLogger(NetdevReset.class);

  @Override
  public SettingKind kind() {
    return knob.kind();
  }

  @Override
  public Capability capability(DcbView dcb) {
    return knob.capability(dcb);
  }

  @Override
  public Reading read(DcbView dcb) {
    Reading reading = knob.read(dcb);
    if (!(reading instanceof Reading.Value value)) {
      return reading;
    }
    Collection<String> lost = addresses.lost();
    return lost.isEmpty()
        ? reading
        : new Reading.Value(value.setting(), value.words(), note(lost), value.whole());
  }

  private static String note(Collection<String> lost) {
    return "the netdev went down and up for a setting, and lost " + String.join(", ", lost);
  }

  @Override
  public void write(Setting after) {
    addresses.remember();
    try {
      knob.write(after);
    } finally {
      Collection<String> lost = addresses.lost();
      if (!lost.isEmpty()) {
        LOG.warn("{}: {}; add them again", nic.port(), note(lost));
      }
    }
  }
}
