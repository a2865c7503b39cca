package dev.losslessd.jobs;

import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Optional;

/**
 * Warnings of NCCL and RCCL whose meaning for the network is known.
 *
 * @param text of the warning
 * @param advice empty where no connection fails by it
 */
record KnownWarning(Pattern text, String advice) {
  private static final List<KnownWarning> ALL =
      List.of(
          failure(
              "open failed in ncclIbRoceGetVersionNum",
              "the GIDs of the device are not in /sys/class/infiniband where the job runs: mount"
                  + " sysfs there, or set NCCL_IB_GID_INDEX to the slot of the RoCE v2 address"),
          failure(
              "failed in ncclIbRoceGetVersionNum(?:: Invalid argument|,)",
              "NCCL 2.21 to 2.25 end here: one of the GID slots is empty, as in pods with macvlan"
                  + " or SR-IOV. Set NCCL_IB_GID_INDEX to the slot of the RoCE v2 address"
                  + " (losslessd discover), or use NCCL 2.26 or newer"),
          failure(
              "failed in ncclIbRoceGetVersionNum",
              "the type of a GID slot could not be read: check gid_attrs/types of the port in"
                  + " /sys/class/infiniband where the job runs, or set NCCL_IB_GID_INDEX to the"
                  + " slot of the RoCE v2 address"),
          failure(
              "no socket interface found|No IP interface found|no interface found"
                  + "|No usable listening interface|no device found matching",
              "NCCL_SOCKET_IFNAME names no netdev that is up here: losslessd env tells one"),
          failure(
              "incompatible (?:devices|with the local)|different link_layer",
              "one end took InfiniBand, the other RoCE: NICs of one kind with NCCL_IB_HCA"),
          failure(
              "Mismatched NCCL version|mixed local Net device counts",
              "hosts are not alike: one version of NCCL and the same NICs everywhere"),
          failure(
              "Error: network .* not found|Failed to initialize any NET plugin",
              "NCCL_NET or NCCL_NET_PLUGIN asks for a network that is not there: unset it, or"
                  + " install the plug-in"),
          failure(
              "(?i)connect(?:\\s|ion)? ?to .* (?:failed|returned|timed out)|Connection refused",
              "TCP between hosts fails: firewall, route, or a bootstrap netdev that the other host"
                  + " does not reach (NCCL_SOCKET_IFNAME)"),
          failure(
              "Device \\d+ marked as failed|does not support more than a single failed device",
              "NCCL went on over another NIC of the connection: look at the port that failed"),
          failure(
              "Port recovery on device .* failed|permanently failed|No functional device",
              "NCCL gave the port up: look at its link and its GID slot, then restart the job"),
          failure(
              "Unable to use GIN|neither nv_peer_mem",
              "communication from the GPU needs nvidia_peermem or dma-buf: load the module that"
                  + " belongs to the GPU driver"),
          failure(
              "No GIN-capable devices|GIN(?: is)? (?:not supported|disabled)|DOCA (?:failure|Error)"
                  + "|GIN-capable device type mismatch",
              "communication from the GPU (GIN) did not start on this host's NICs: DOCA, firmware"
                  + " and driver of the NIC, NCCL_GIN_TYPE"),
          failure(
              "NVSHMEM: (?:cound|could) not find user specified HCA",
              "NVSHMEM_HCA_LIST or NVSHMEM_HCA_PE_MAPPING names a device that is not here"),
          failure(
              "NVSHMEM: (?:init failed for|Unable to initialize any) ",
              "a transport of NVSHMEM did not start: look at the error before it. IBGDA needs mlx5"
                  + " devices that are ACTIVE, DevX rights in the container, and"
                  + " PeerMappingOverride=1 of the NVIDIA driver or GDRCopy"),
          failure(
              "NVSHMEM: (?:device|found inactive|Failed to initialize all)",
              "NVSHMEM leaves this device out: check that its port is ACTIVE and that its driver is"
                  + " mlx5, or name others with NVSHMEM_HCA_LIST"),
          failure(
              "posted incorrect receive info|collective mismatch|message truncated",
              "ranks disagree on sizes: no fault of the network; one NCCL version, one order of"
                  + " collectives"),
          harmless(
              "Missing \"(?:iommu|amd_iommu|HSA_)|NUMA auto.?balancing|MSCCL|cuMem support|CUMEM"),
          harmless("User asked for a (?:mini|maxi)mum|Could not find a path for pattern|CTAs \\d"),
          harmless("CollNet|COLLNET|splitShare|NCCL_CGA_CLUSTER_SIZE|Could not find real path"),
          harmless("dlv?sym failed|Failed to open lib|missing symbol|lib wrapper not initialized"),
          harmless("Ip address|NCCL_SOCKET_NTHREADS|NSOCKS_PERTHREAD|register userbuff"),
          harmless("mergedDev|mismatched physical devices|thread context due to old driver"),
          harmless("Failed to (?:create|set) CUDA context|Resiliency is enabled|GDRCOPY|gdr_"),
          harmless("NCCL_IGNORE_DISABLED_P2P|Plugin|unlink shared memory"));

  private static KnownWarning failure(String text, String advice) {
    return new KnownWarning(Pattern.compile(text), advice);
  }

  private static KnownWarning harmless(String text) {
    return new KnownWarning(Pattern.compile(text), "");
  }

  /** The first that fits; empty for a warning of which nothing is known. */
  static Optional<KnownWarning> of(String message) {
    return ALL.stream().filter(one -> one.text().matcher(message).find()).findFirst();
  }

  private static final Pattern CONSEQUENCE =
      Pattern.compile(
          "^Proxy Call to rank|while polling for opId|^\\[(?:Proxy )?Service|Error encountered"
              + " progressing operation|Failed to execute operation|Connection closed by"
              + " (?:remote|peer)|NVSHMEMX_ERROR_INTERNAL|communicator encountered a fatal error");

  /** Whether it only repeats that something failed before. */
  static boolean isConsequence(String message) {
    return CONSEQUENCE.matcher(message).find();
  }

  /** Whether no connection fails by it, so that it explains no error that comes later. */
  static boolean isHarmless(String message) {
    return LogMessages.event(message).map(event -> !event.isFault()).orElse(false)
        || of(message).map(one -> one.advice().isEmpty()).orElse(false);
  }
}
