package dev.losslessd.driver;

import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;

/**
 * The ways into this host's kernel. Each user of it, poller or commit, has its own, so that one
 * that waits does not hold up the other.
 */
public record HostAccess(HostFiles files, DcbClient dcb, EthtoolClient ethtool, RdmaClient rdma)
    implements AutoCloseable {
  @Override
  public void close() {
    dcb.close();
    ethtool.close();
    rdma.close();
  }
}
