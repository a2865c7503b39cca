package dev.losslessd.driver;

import dev.losslessd.model.Nic;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
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
public record PauseBesidePfc(PauseAccess plain) implements ForwardingAccess {
  @Override
  public void write(Setting after) {
    try {
      plain.write(after);
    } catch (TransportException e) {
      int mask = e.errno() == Errno.EOPNOTSUPP ? pfc() : 0;
      if (mask == 0) {
        throw e;
      }
      Nic nic = plain.port().nic();
      throw new DeviceException(
          DeviceException.Kind.REFUSED,
          "%s %s: %s takes no global-pause while pfc is on, and pfc is %s; expected none"
              .formatted(nic.port(), after.text(), nic.kernelDriver(), new PrioritySet(mask)),
          e);
    }
  }

  private int pfc() {
    Optional<IeeePfc> pfc = Optional.of(plain.port().read()).flatMap(DcbState::pfc);
    return pfc.map(IeeePfc::enabled).orElse(0);
  }
}
