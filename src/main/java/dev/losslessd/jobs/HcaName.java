package dev.losslessd.jobs;

/**
 * Names of RDMA devices as NCCL prints them. A device with Data Direct has a twin {@code X_dma} for
 * its second PCIe function, and since 2.27 only the twin is listed (src/transport/net_ib/init.cc).
 */
final class HcaName {
  private static final String TWIN = "_dma";

  private HcaName() {}

  /** The device's own name, also for its twin; a port behind a colon stays. */
  static String base(String name) {
    int colon = name.indexOf(':');
    String device = colon < 0 ? name : name.substring(0, colon);
    return device.endsWith(TWIN)
        ? device.substring(0, device.length() - TWIN.length()) + name.substring(device.length())
        : name;
  }
}
