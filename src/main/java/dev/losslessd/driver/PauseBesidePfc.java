package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.DcbState;
import dev.losslessd.transport.netlink.IeeePfc;
import java.util.Optional;

/**
 * Link pause of a driver that answers EOPNOTSUPP while PFC is on, and takes it otherwise:
 * ice_set_pauseparam of drivers/net/ethernet/intel/ice/ice_ethtool.c, hclge_set_pauseparam of
 * hisilicon/hns3/hns3pf/hclge_main.c.
 */
public record PauseBesidePfc(PauseKnob pause, DcbPort port) implements SettingAccess {
  @Override
  public SettingKind kind() {
    return pause.kind();
  }

  @Override
  public Capability capability(DcbView dcb) {
    return pause.capability(dcb);
  }

  @Override
  public Reading read(DcbView dcb) {
    return pause.read(dcb);
  }

  @Override
  public void write(Setting after) {
    try {
      pause.write(after);
    } catch (TransportException e) {
      int mask = e.errno() == Errno.EOPNOTSUPP ? pfc() : 0;
      if (mask == 0) {
        throw e;
      }
      throw new DeviceException(
          DeviceException.Kind.REFUSED,
          port.nic().port()
              + " "
              + after.text()
              + ": "
              + port.nic().kernelDriver()
              + " takes no global-pause while pfc is on, and pfc is "
              + new PrioritySet(mask)
              + "; expected none",
          e);
    }
  }

  private int pfc() {
    Optional<IeeePfc> pfc = Optional.of(port.read()).flatMap(DcbState::pfc);
    return pfc.map(IeeePfc::enabled).orElse(0);
  }
}
