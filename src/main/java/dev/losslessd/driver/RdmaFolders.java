package dev.losslessd.driver;

import dev.losslessd.model.Nic;

/**
 * Folders with counters of an RDMA port and its device (Linux drivers/infiniband/core/sysfs.c).
 *
 * <p>Counters of the device are shown with its first port. mlx5 in switchdev mode has them of the
 * physical function and its uplink, which is port 1 here, and ports of its guests besides.
 *
 * @param port of the device, {@code sys/class/infiniband/mlx5_0/ports/1}
 * @param hardware counters of the port's driver
 * @param ofDevice counters of the device's driver; empty for a port that is not the first
 */
record RdmaFolders(String port, String hardware, String ofDevice) {
  /** Folders of a NIC with an RDMA device. */
  static RdmaFolders of(Nic nic) {
    String device = Discovery.RDMA + nic.rdmaDevice();
    String port = device + "/ports/" + nic.rdmaPort();
    return new RdmaFolders(
        port, port + "/hw_counters", nic.rdmaPort() == 1 ? device + "/hw_counters" : "");
  }
}
