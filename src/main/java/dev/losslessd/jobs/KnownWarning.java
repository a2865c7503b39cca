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
              "Call to ibv_reg_mr\\S* failed.*(?:Cannot allocate memory|errno 12)",
              "the limit of locked memory is too low: ulimit -l unlimited where the job runs"
                  + " (losslessd check)"),
          failure(
              "Call to ibv_(?:reg_mr|reg_dmabuf_mr)",
              "memory could not be registered: limit of locked memory, nvidia_peermem or dma-buf"
                  + " (losslessd check)"),
          failure(
              "Call to ibv_(?:create_qp|create_cq|alloc_pd)",
              "the NIC gave no more resources: limit of locked memory, device limits of a VF or"
                  + " container, or another job on this NIC"),
          failure(
              "NET/IB : Unable to (?:open|query) |Call to ibv_(?:open_device|query_device)",
              "no access to the RDMA device: /dev/infiniband where the job runs (losslessd check)"),
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
          harmless("ncclIbRoceGetVersionNum|NCCL_IGNORE_DISABLED_P2P|Plugin|unlink shared memory"));

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

  /** Whether no connection fails by it, so that it explains no error that comes later. */
  static boolean isHarmless(String message) {
    return LogMessages.event(message).map(event -> !event.isFault()).orElse(false)
        || of(message).map(one -> one.advice().isEmpty()).orElse(false);
  }
}
