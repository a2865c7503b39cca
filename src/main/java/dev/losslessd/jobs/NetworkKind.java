package dev.losslessd.jobs;

import java.util.Locale;

/** What stands behind the name of a network that NCCL prints. */
enum NetworkKind {
  /** NCCL's own verbs transport, or that of the SHARP plug-in; for RoCE and InfiniBand alike. */
  VERBS,
  TCP,
  /** A plug-in that brings its own transport: AWS OFI, UCX, others. */
  PLUGIN;

  static NetworkKind of(String network) {
    String name = network.toLowerCase(Locale.ROOT);
    if (name.equals("socket") || name.startsWith("fastsocket")) {
      return TCP;
    }
    return name.equals("ib") || name.startsWith("ibext") || name.startsWith("nccl rdma")
        ? VERBS
        : PLUGIN;
  }

  /** What a plug-in's name tells; empty where it tells nothing. */
  static String plugin(String network) {
    String name = network.toLowerCase(Locale.ROOT);
    if (name.contains("libfabric") || name.contains("ofi")) {
      return "AWS OFI (libfabric)";
    }
    if (name.contains("ucx")) {
      return "UCX";
    }
    if (name.contains("spectrum") || name.contains("spcx")) {
      return "Spectrum-X";
    }
    if (name.equals("gib")) {
      return "Google gIB (RoCE)";
    }
    return name.startsWith("ibext") || name.startsWith("nccl rdma") ? "NCCL RDMA SHARP" : "";
  }

  /** Whether a plug-in moves data by TCP of its own, with the GPU's memory read by the NIC. */
  static boolean isDeviceTcp(String network) {
    String name = network.toLowerCase(Locale.ROOT);
    return name.contains("tcpx") || name.contains("fastrak");
  }

  /** Whether libfabric runs on TCP or UDP sockets. */
  static boolean isSocketProvider(String provider) {
    return provider.startsWith("tcp")
        || provider.startsWith("sockets")
        || provider.startsWith("udp")
        || provider.startsWith("net");
  }
}
