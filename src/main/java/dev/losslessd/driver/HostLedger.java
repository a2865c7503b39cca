package dev.losslessd.driver;

import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Ledger.Evidence;
import java.util.List;

/** The writes that the kernel offers for every netdev, with their sources. */
public final class HostLedger {
  private static final String DCBNL = "Linux net/dcb/dcbnl.c, include/uapi/linux/dcbnl.h";

  private HostLedger() {}

  /**
   * PFC, ETS, APP, BUFFER and MAXRATE by dcbnl, link pause by ethtool, the MTU in sysfs, rdma_cm's
   * mark in configfs.
   */
  public static List<Entry> entries() {
    return List.of(
        dcbnl(PfcAccess.WRITE, "DCB_CMD_IEEE_SET{IEEE_PFC}"),
        dcbnl(EtsAccess.WRITE, "DCB_CMD_IEEE_SET{IEEE_ETS}"),
        dcbnl(DscpAccess.ADD, "DCB_CMD_IEEE_SET{IEEE_APP_TABLE{selector 5}}"),
        dcbnl(DscpAccess.DELETE, "DCB_CMD_IEEE_DEL{IEEE_APP_TABLE{selector 5}}"),
        dcbnl(HeadroomAccess.WRITE, "DCB_CMD_IEEE_SET{DCB_BUFFER}"),
        dcbnl(MaxRateAccess.WRITE, "DCB_CMD_IEEE_SET{IEEE_MAXRATE}"),
        new Entry(
            PauseAccess.WRITE,
            "ETHTOOL_SPAUSEPARAM",
            "Linux net/ethtool/ioctl.c, include/uapi/linux/ethtool.h",
            Evidence.SOURCED),
        new Entry(
            MtuAccess.WRITE,
            "/sys/class/net/<netdev>/mtu = <decimal>",
            "Linux net/core/net-sysfs.c, Documentation/ABI/testing/sysfs-class-net",
            Evidence.SOURCED),
        new Entry(
            RoceTosAccess.WRITE,
            "/sys/kernel/config/rdma_cm/<rdma>/ports/<n>/default_roce_tos = <decimal>",
            "Linux drivers/infiniband/core/cma_configfs.c",
            Evidence.SOURCED),
        new Entry(
            OptionalCountersAccess.WRITE,
            "RDMA_NLDEV_CMD_STAT_SET{STAT_HWCOUNTERS{STAT_HWCOUNTER_INDEX}}",
            "Linux drivers/infiniband/core/nldev.c",
            Evidence.SOURCED));
  }

  private static Entry dcbnl(String id, String form) {
    return new Entry(id, form, DCBNL, Evidence.SOURCED);
  }
}
