package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.text.Pattern;
import dev.losslessd.topology.MacAddress;
import java.util.Optional;
import java.util.function.Function;

/** Whether the far end of a cable is a switch or a NIC, also where it is of no known device. */
final class FarPort {
  /** The kind of a port. */
  enum Kind {
    SWITCH,
    NIC,
    UNKNOWN
  }

  /** Forms of port names of switches; a name of a netdev has no slash (dev_valid_name). */
  private static final Pattern OF_SWITCH =
      Pattern.compile(
          "\\S*/\\S*|(Ethernet|Eth|swp|et-|xe-|ge-|Gi|Te|Twe|Fo|Hu|FourHundredGigE|ether|combo|sfp"
              + "|qsfp|port|lan|Po)[A-Za-z_-]*\\d\\S*");

  /**
   * Names that the kernel and udev give to netdevs and RDMA devices (systemd.net-naming-scheme(7),
   * rdma_rename of rdma-core), and those of ESXi.
   */
  private static final Pattern OF_NIC =
      Pattern.compile(
          "en(P\\d+)?[abciopsuvx]\\w*|eth(\\d+|_\\w+)|ib(\\d+|[opsP]\\w+)|bond\\d*|roce\\w+"
              + "|(mlx[45]|hns|irdma|ionic|rocm)_?\\w*\\d+|bnxt_re\\d+|vmnic\\d+");

  private FarPort() {}

  /**
   * Returns the kind of a far end.
   *
   * @param host this one: a cable may lead back to it
   * @param isSwitch of devices of the config; empty of others
   */
  static Kind kind(PortId far, DeviceId host, Function<DeviceId, Optional<Boolean>> isSwitch) {
    return far.device().equals(host)
        ? Kind.NIC
        : isSwitch
            .apply(far.device())
            .map(one -> one ? Kind.SWITCH : Kind.NIC)
            .orElseGet(() -> byName(far));
  }

  /** Firmware of a NIC sends addresses alone; a system with a name may be either. */
  private static Kind byName(PortId far) {
    if (MacAddress.is(far.name())) {
      return MacAddress.is(far.device().name()) ? Kind.NIC : Kind.UNKNOWN;
    }
    return OF_SWITCH.matcher(far.name()).matches()
        ? Kind.SWITCH
        : OF_NIC.matcher(far.name()).matches() ? Kind.NIC : Kind.UNKNOWN;
  }
}
