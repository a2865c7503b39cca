package dev.losslessd.driver;

import dev.losslessd.model.PortId;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;

/**
 * The ways into this host's kernel. Each user of it, poller or commit, has its own, so that one
 * that waits does not hold up the other; the way to firmware is one for all, and so is what is
 * known of lost addresses.
 */
public record HostAccess(
    HostFiles files,
    DcbClient dcb,
    EthtoolClient ethtool,
    RdmaClient rdma,
    NicFirmware firmware,
    NetdevAddresses addresses)
    implements AutoCloseable {
  /** The same ways, whose files are charged to a port. */
  public HostAccess of(PortId port) {
    return new HostAccess(files.of(port.name()), dcb, ethtool, rdma, firmware, addresses);
  }

  @Override
  public void close() {
    dcb.close();
    ethtool.close();
    rdma.close();
  }
}
