package dev.losslessd.jobs;

import static dev.losslessd.jobs.Errno.EACCES;
import static dev.losslessd.jobs.Errno.EADDRNOTAVAIL;
import static dev.losslessd.jobs.Errno.EAFNOSUPPORT;
import static dev.losslessd.jobs.Errno.EAGAIN;
import static dev.losslessd.jobs.Errno.EBADF;
import static dev.losslessd.jobs.Errno.EBADMSG;
import static dev.losslessd.jobs.Errno.EFAULT;
import static dev.losslessd.jobs.Errno.EHOSTUNREACH;
import static dev.losslessd.jobs.Errno.EINVAL;
import static dev.losslessd.jobs.Errno.EIO;
import static dev.losslessd.jobs.Errno.EMFILE;
import static dev.losslessd.jobs.Errno.ENETDOWN;
import static dev.losslessd.jobs.Errno.ENETUNREACH;
import static dev.losslessd.jobs.Errno.ENFILE;
import static dev.losslessd.jobs.Errno.ENOBUFS;
import static dev.losslessd.jobs.Errno.ENODATA;
import static dev.losslessd.jobs.Errno.ENODEV;
import static dev.losslessd.jobs.Errno.ENOENT;
import static dev.losslessd.jobs.Errno.ENOMEM;
import static dev.losslessd.jobs.Errno.ENOSPC;
import static dev.losslessd.jobs.Errno.ENOSYS;
import static dev.losslessd.jobs.Errno.ENOTSUPP;
import static dev.losslessd.jobs.Errno.ENXIO;
import static dev.losslessd.jobs.Errno.EOPNOTSUPP;
import static dev.losslessd.jobs.Errno.EOVERFLOW;
import static dev.losslessd.jobs.Errno.EPERM;
import static dev.losslessd.jobs.Errno.EPROTO;
import static dev.losslessd.jobs.Errno.EPROTONOSUPPORT;
import static dev.losslessd.jobs.Errno.EREMOTEIO;
import static dev.losslessd.jobs.Errno.ETIMEDOUT;
import static dev.losslessd.jobs.VerbsCall.ALLOC_PD;
import static dev.losslessd.jobs.VerbsCall.CREATE_AH;
import static dev.losslessd.jobs.VerbsCall.CREATE_CQ;
import static dev.losslessd.jobs.VerbsCall.CREATE_QP;
import static dev.losslessd.jobs.VerbsCall.DEVX;
import static dev.losslessd.jobs.VerbsCall.MODIFY_QP;
import static dev.losslessd.jobs.VerbsCall.OPEN_DEVICE;
import static dev.losslessd.jobs.VerbsCall.POLL_CQ;
import static dev.losslessd.jobs.VerbsCall.POST;
import static dev.losslessd.jobs.VerbsCall.QUERY;
import static dev.losslessd.jobs.VerbsCall.QUERY_GID;
import static dev.losslessd.jobs.VerbsCall.REG_DMABUF_MR;
import static dev.losslessd.jobs.VerbsCall.REG_MR;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Causes of an error number by verbs call. Sources: drivers/infiniband of Linux (ib_umem_get, the
 * uverbs commands, {@code mlx5_cmd_check}, the rdma cgroup), libibverbs, NCCL's own hints, and
 * field reports (NVIDIA/nccl 551, 799, 925, 1191, 1842; openucx/ucx 5598, 8049, 8229;
 * nv_peer_memory 115; ROCm/MAD 200; DeepEP 17, 268, 321; NVIDIA/nvshmem 45; sglang 12533).
 */
final class VerbsCauses {
  private static final String LOCKED =
      "the limit of locked memory: ulimit -l unlimited where the job runs (losslessd check)";
  private static final String KERNEL_MEMORY =
      "memory that the kernel could not pin: MemAvailable, CmaTotal and CmaFree in /proc/meminfo,"
          + " memory limit of the cgroup";
  private static final String LIMITS =
      "limits of the device, low for a VF: 'rdma resource show', other jobs on this NIC";
  private static final String PROVIDER =
      "the user-space provider (rdma-core in the image) does not fit the kernel's driver: compare"
          + " both versions, run ibv_devinfo where the job runs";
  private static final String FLAGS =
      "access flags that device or provider lacks: test with NCCL_IB_PCI_RELAXED_ORDERING=0";
  private static final String PEERMEM =
      "GPU memory without a working nvidia_peermem or dma-buf: load the module that belongs to the"
          + " GPU driver";
  private static final String ALLOCATOR =
      "GPU memory that cannot be pinned: a GPU without GPUDirect RDMA, or memory of CUDA's virtual"
          + " memory management (expandable segments)";
  private static final String RDMA_CGROUP =
      "a limit of the rdma cgroup of the container (rdma.max)";
  private static final String GONE =
      "the device was removed or reset, or its driver reloaded: dmesg of this host";
  private static final String PERMISSION =
      "no permission for /dev/infiniband: mode and owner of uverbs*, devices cgroup of the"
          + " container (losslessd check)";
  private static final String NAMESPACE =
      "the GID belongs to a netdev of another network namespace: run with the host's network, or"
          + " take the slot of the pod's own netdev";
  private static final String NETDEV_DOWN = "the netdev of the GID is down or gone";
  private static final String SLOT =
      "the GID slot is empty or of another type than the peer's: unset NCCL_IB_GID_INDEX"
          + " (UCX_IB_GID_INDEX, NVSHMEM_IB_GID_INDEX), compare the slots of both ports (losslessd"
          + " discover)";
  private static final String ROUTE =
      "no route from this port to the peer's: check addresses and masks of both";
  private static final String FIRMWARE =
      "the firmware refused the command: its syndrome is in dmesg of this host";

  /**
   * @param calls that it is about; all of them where empty
   * @param errnos that it is about; empty where the log has none
   */
  private record Failure(Set<VerbsCall> calls, Set<Errno> errnos) {
    boolean fits(VerbsCall call, Optional<Errno> errno) {
      return (calls.isEmpty() || calls.contains(call))
          && errno.map(errnos::contains).orElse(errnos.isEmpty());
    }
  }

  private record Row(Failure failure, List<String> causes) {}

  private static Row row(Failure failure, String... causes) {
    return new Row(failure, List.of(causes));
  }

  private static Failure at(VerbsCall call, Errno... errnos) {
    return new Failure(Set.of(call), Set.of(errnos));
  }

  private static Failure connect(Errno... errnos) {
    return new Failure(Set.of(MODIFY_QP, CREATE_AH), Set.of(errnos));
  }

  private static Failure any(Errno... errnos) {
    return new Failure(Set.of(), Set.of(errnos));
  }

  /** The first that fits counts: those of one call stand before those of all. */
  private static final List<Row> ALL =
      List.of(
          row(at(REG_MR, ENOMEM), LOCKED, KERNEL_MEMORY, LIMITS),
          row(at(REG_MR, EPERM), "the limit of locked memory is 0 (ulimit -l)", FLAGS),
          row(at(REG_MR, EFAULT), PEERMEM, ALLOCATOR, "memory that was freed before"),
          row(
              at(REG_MR, EINVAL),
              PEERMEM,
              FLAGS,
              "huge pages with fork protection: RDMAV_HUGEPAGES_SAFE=1",
              "a length beyond max_mr_size of the device (ibv_devinfo -v)"),
          row(at(REG_MR), LOCKED, PEERMEM, LIMITS),
          row(
              at(REG_DMABUF_MR, EOPNOTSUPP, ENOSYS, EPROTONOSUPPORT),
              "driver or provider without dma-buf: kernel 5.12 and rdma-core 34 or newer, open"
                  + " kernel modules of the GPU driver",
              "NIC and GPU cannot reach each other by PCIe: ACS, IOMMU"),
          row(
              at(REG_DMABUF_MR, ENOTSUPP),
              "the GPU driver refused a mapping for this NIC: PCIe ACS, IOMMU, no common switch"),
          row(
              at(REG_DMABUF_MR, EINVAL, EBADF),
              "the GPU driver exported no dma-buf of this memory, or not of whole pages",
              FLAGS),
          row(
              at(REG_DMABUF_MR, ENOMEM),
              "the GPU's BAR1 is full (nvidia-smi -q)",
              "mappings of the IOMMU",
              LIMITS),
          row(at(CREATE_QP, EFAULT), PROVIDER, "buffers of the queue that are not mapped"),
          row(
              at(CREATE_QP, EINVAL),
              "more requests, segments or inline data than the device permits (ibv_devinfo -v)",
              PROVIDER),
          row(at(CREATE_QP, ENOMEM), LOCKED, LIMITS, KERNEL_MEMORY),
          row(at(CREATE_QP, ENOSPC, EOVERFLOW, ENOBUFS), LIMITS),
          row(
              at(CREATE_QP, EPERM, EACCES),
              "a kind of queue pair that needs CAP_NET_RAW or DevX rights",
              PERMISSION),
          row(at(CREATE_QP), LOCKED, LIMITS, PROVIDER),
          row(
              at(CREATE_CQ, EINVAL),
              "more entries than max_cqe, or a vector that the device lacks (ibv_devinfo -v)",
              PROVIDER),
          row(at(CREATE_CQ, ENOMEM), LOCKED, LIMITS, KERNEL_MEMORY),
          row(at(CREATE_CQ, EFAULT), PROVIDER, "a queue in GPU memory that is not mapped"),
          row(at(CREATE_CQ), LOCKED, LIMITS, PROVIDER),
          row(
              connect(ETIMEDOUT),
              "the peer's address did not resolve: no route or VLAN between these two ports; on a"
                  + " rail design set NCCL_CROSS_NIC=0",
              "two ports of one host in one subnet, whose ARP answers are mixed (arp_ignore,"
                  + " arp_announce)",
              "the peer's port is down or its address moved"),
          row(connect(ENETUNREACH, EHOSTUNREACH), ROUTE, NAMESPACE),
          row(connect(EINVAL), SLOT, "MTU or other attributes that the device refuses"),
          row(connect(ENODATA, ENOENT), SLOT),
          row(connect(ENODEV), NAMESPACE, NETDEV_DOWN, GONE),
          row(connect(ENETDOWN), NETDEV_DOWN),
          row(connect(EADDRNOTAVAIL, EAFNOSUPPORT), SLOT, NETDEV_DOWN),
          row(connect(EPERM, EACCES), NAMESPACE, PERMISSION),
          row(
              connect(EREMOTEIO),
              "the firmware refused address or attributes: the GID slot (NCCL_IB_GID_INDEX,"
                  + " NVSHMEM_IB_GID_INDEX), MTU",
              "NVSHMEM before 3.2.5, whose IBGDA lacks RoCE; NVSHMEM_IB_TRAFFIC_CLASS on"
                  + " InfiniBand"),
          row(connect(), "compare GID, VLAN and MTU of both ports"),
          row(
              at(DEVX),
              "no DevX rights in the container: run it privileged, or with the capabilities that"
                  + " DevX needs",
              "no mapping of the NIC's registers for the GPU: PeerMappingOverride=1 of the NVIDIA"
                  + " driver, or GDRCopy",
              LIMITS),
          row(at(ALLOC_PD, ENOMEM), LIMITS, KERNEL_MEMORY),
          row(
              at(OPEN_DEVICE, ENOENT),
              "/dev/infiniband/uverbs* is missing where the job runs: device plug-in, --device"),
          row(at(OPEN_DEVICE, EPERM, EACCES), PERMISSION),
          row(at(OPEN_DEVICE, EINVAL, EFAULT), PROVIDER),
          row(at(OPEN_DEVICE, ENOMEM), LIMITS, KERNEL_MEMORY),
          row(
              at(OPEN_DEVICE),
              "no access to the RDMA device: /dev/infiniband where the job runs (losslessd check)",
              PROVIDER),
          row(at(QUERY_GID, EINVAL, ENODATA, ENOENT), SLOT, NAMESPACE),
          row(at(QUERY_GID), SLOT, NAMESPACE),
          row(at(QUERY), PERMISSION, GONE),
          row(at(POST, ENOMEM), "the queue is full: completions are late or not polled"),
          row(
              at(POST, EINVAL, EFAULT),
              "the queue pair had failed before: look at the first error",
              "a request that the queue pair does not permit: segments, inline data, opcode"),
          row(
              at(POLL_CQ),
              "the completion queue was overrun or is damaged",
              "the device failed: dmesg of this host"),
          row(any(EIO), "the device is in an error state or resets: dmesg, firmware log"),
          row(any(ENODEV, ENXIO), GONE),
          row(any(EAGAIN), RDMA_CGROUP, "no resources left in the firmware: " + LIMITS),
          row(any(ENOMEM), LOCKED, KERNEL_MEMORY, LIMITS),
          row(any(EFAULT, EPROTO, EBADMSG), PROVIDER),
          row(any(ETIMEDOUT), "the firmware did not answer a command: dmesg of this host"),
          row(any(EREMOTEIO), FIRMWARE),
          row(any(EPERM, EACCES), PERMISSION),
          row(any(EMFILE, ENFILE), "the limit of open files: ulimit -n"),
          row(
              any(EOPNOTSUPP, ENOSYS, ENOTSUPP, EPROTONOSUPPORT),
              "driver, firmware or provider lack this function: " + PROVIDER),
          row(any(ENOSPC, ENOBUFS, EOVERFLOW), LIMITS));

  private VerbsCauses() {}

  /** Possible causes, without an error number those of the call; empty where none is known. */
  static List<String> of(VerbsCall call, Optional<Errno> errno) {
    return ALL.stream()
        .filter(row -> row.failure().fits(call, errno))
        .findFirst()
        .map(Row::causes)
        .orElse(List.of());
  }
}
