package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Ok;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.jobs.GpuReach;
import dev.losslessd.model.Nic;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** GPUDirect: whether the kernel can do it, and how far each GPU is from a NIC. */
final class GpuRules {
  private static final String NONE = "no GPU on this host";
  private static final Pattern RELEASE = Pattern.compile("(\\d{1,3})\\.(\\d{1,3}).*");

  /** ib_reg_dmabuf came with Linux 5.12 (NCCL user guide, GPU Direct). */
  private static final int DMABUF = 512;

  /** The GPU of DGX Spark: "GB20B [GB10]" of pci.ids. */
  static final String GB10 = "2e12";

  /**
   * GH200 120GB and 144G, HGX GB200, and the three of GB300 (pci.ids, August 2026): their GPUs
   * reach NICs over the CPU by NVLink-C2C.
   */
  private static final List<String> BY_C2C =
      List.of("2342", "2348", "2941", "31a1", "31c2", "31c3");

  private static final String NCCL_SOURCE =
      "NVIDIA NCCL user guide, troubleshooting, GPU-to-NIC communication";
  private static final String LEVEL_SOURCE =
      "NVIDIA/nccl 2.30 src/graph/paths.cc, ncclTopoCheckGdr: at most PATH_PXB by default, but for"
          + " PATH_P2C over NVLink-C2C";

  private GpuRules() {}

  static Answer direct(HostFacts facts) {
    Pci pci = new Pci(facts);
    if (!pci.isKnown()) {
      return new Unknown("/sys/bus/pci is not seen here");
    }
    List<PciDevice> gpus = pci.gpus();
    if (gpus.isEmpty()) {
      return new Ok(NONE);
    }
    if (gpus.stream().allMatch(gpu -> gpu.device().equals(GB10))) {
      return new Ok(
          "GB10 has none by design, its memory is the host's: forums.developer.nvidia.com,"
              + " t/dgx-spark-gpudirect-rdma/348787");
    }
    return gpus.stream().anyMatch(gpu -> gpu.vendor().equals("10de")) ? nvidia(facts) : amd(facts);
  }

  private static Answer nvidia(HostFacts facts) {
    List<String> modules = facts.list("sys/module");
    if (modules.contains("nvidia_peermem") || modules.contains("nv_peer_mem")) {
      return new Ok("nvidia_peermem is loaded");
    }
    Optional<String> driver = facts.text("proc/driver/nvidia/version");
    if (driver.isEmpty()) {
      return new Unknown("no /proc/driver/nvidia/version: NVIDIA's driver is not loaded here");
    }
    boolean open = driver.get().contains("Open Kernel Module");
    Optional<Boolean> dmabuf = hasDmabuf(facts);
    if (open && dmabuf.isEmpty()) {
      return new Unknown("the release of the kernel is not told");
    }
    return open && dmabuf.orElse(false)
        ? new Ok("dma-buf: open kernel modules and Linux 5.12 or newer")
        : new Not(
            "neither nvidia_peermem nor dma-buf",
            "one of them",
            "modprobe nvidia-peermem, or NVIDIA's open kernel modules on Linux 5.12 or newer",
            NCCL_SOURCE);
  }

  private static Optional<Boolean> hasDmabuf(HostFacts facts) {
    Matcher release = RELEASE.matcher(facts.text("proc/sys/kernel/osrelease").orElse(""));
    return release.matches()
        ? Optional.of(
            Integer.parseInt(release.group(1)) * 100 + Integer.parseInt(release.group(2)) >= DMABUF)
        : Optional.empty();
  }

  /** RCCL asks the same files (rccl src/transport/net_ib.cc, src/misc/rocmwrap.cc). */
  private static Answer amd(HostFacts facts) {
    if (facts.files().exists("sys/kernel/mm/memory_peers/amdkfd/version")
        || facts.files().exists("sys/memory_peers/amdkfd/version")) {
      return new Ok("peer memory of amdkfd");
    }
    String release = facts.text("proc/sys/kernel/osrelease").orElse("");
    Optional<String> config =
        facts.text("boot/config-" + Pattern.of("[^\\w.+~-]").matcher(release).replaceAll(""));
    if (config.isEmpty()) {
      return new Unknown("no /boot/config of this kernel tells whether it has dma-buf for peers");
    }
    boolean both =
        config.get().contains("CONFIG_DMABUF_MOVE_NOTIFY=y")
            && config.get().contains("CONFIG_PCI_P2PDMA=y");
    return both
        ? new Ok("dma-buf: CONFIG_DMABUF_MOVE_NOTIFY and CONFIG_PCI_P2PDMA")
        : new Not(
            "neither peer memory of amdkfd nor dma-buf",
            "one of them",
            "AMD's driver with peer memory, or a kernel with CONFIG_DMABUF_MOVE_NOTIFY=y and"
                + " CONFIG_PCI_P2PDMA=y",
            "ROCm/rccl src/misc/rocmwrap.cc");
  }

  /** What NCCL_NET_GDR_LEVEL should be: the farthest GPU from its nearest NIC decides. */
  static GpuReach reach(HostFacts facts) {
    Pci pci = new Pci(facts);
    List<PciDevice> gpus = pci.gpus();
    if (!pci.isKnown() || gpus.stream().anyMatch(gpu -> BY_C2C.contains(gpu.device()))) {
      return GpuReach.UNKNOWN;
    }
    if (gpus.isEmpty() || gpus.stream().allMatch(gpu -> gpu.device().equals(GB10))) {
      return GpuReach.unset(gpus.isEmpty() ? NONE : "GB10 has no GPUDirect by design");
    }
    if (!(direct(facts) instanceof Ok)) {
      return GpuReach.unset("GPUDirect is not there, or not known: 'losslessd check'");
    }
    Map<String, PciDevice> nics = nics(facts);
    List<Optional<Near>> nearest =
        gpus.stream().map(gpu -> nearest(gpu, nics, pci.hasOneNode())).toList();
    return nearest.stream().allMatch(Optional::isPresent)
        ? level(nearest.stream().flatMap(Optional::stream).max(BY_DISTANCE).orElseThrow())
        : GpuReach.UNKNOWN;
  }

  private static GpuReach level(Near farthest) {
    String where = "a GPU is " + farthest.distance() + " from its nearest NIC";
    return switch (farthest.distance()) {
      case PIX, PXB -> GpuReach.unset(where + " at most, which its default PXB permits");
      case PHB, NODE ->
          new GpuReach(
              farthest.distance().nccl(),
              where + " (" + farthest.hca() + "), beyond the default PXB: measure both");
      case SYS -> GpuReach.unset(where + ": across CPUs a copy through memory is faster");
    };
  }

  private record Near(String hca, Distance distance) {}

  private static final Comparator<Near> BY_DISTANCE = Comparator.comparing(Near::distance);

  private static Optional<Near> nearest(
      PciDevice gpu, Map<String, PciDevice> nics, boolean oneNode) {
    List<Near> near = new ArrayList<>();
    nics.forEach((hca, nic) ->
        Distance.between(gpu, nic, oneNode).ifPresent(far -> near.add(new Near(hca, far))));
    return near.stream().min(BY_DISTANCE);
  }

  /** The nearest NIC of each GPU. */
  static List<Rule.Subject> distances(HostFacts facts) {
    Pci pci = new Pci(facts);
    if (!pci.isKnown()) {
      return List.of(new Rule.Subject("", new Unknown("/sys/bus/pci is not seen here")));
    }
    List<PciDevice> gpus = pci.gpus();
    if (gpus.isEmpty()) {
      return List.of(new Rule.Subject("", new Ok(NONE)));
    }
    Map<String, PciDevice> nics = nics(facts);
    return gpus.stream()
        .map(gpu -> new Rule.Subject(gpu.address(), distance(gpu, nics, pci.hasOneNode())))
        .toList();
  }

  private static Answer distance(PciDevice gpu, Map<String, PciDevice> nics, boolean oneNode) {
    if (gpu.device().equals(GB10)) {
      return new Ok("GB10 has no GPUDirect by design");
    }
    if (BY_C2C.contains(gpu.device())) {
      return new Unknown(
          "the GPU reaches NICs by NVLink-C2C, which sysfs does not show; NCCL permits it by"
              + " itself where it has NCCL_NET_GDR_C2C on");
    }
    Optional<Near> nearest = nearest(gpu, nics, oneNode);
    if (nearest.isEmpty()) {
      return new Unknown(
          nics.isEmpty()
              ? "no RDMA NIC on PCI is seen here"
              : gpu.bridge().isEmpty()
                  ? "a guest that shows no PCIe bridges: the hypervisor knows the distance, NCCL"
                      + " takes it from NCCL_TOPO_FILE"
                  : "NUMA nodes are not told");
    }
    String value = nearest.get().distance() + " to " + nearest.get().hca();
    if (nearest.get().distance().compareTo(Distance.PXB) <= 0) {
      return new Ok(value);
    }
    boolean all =
        nics.values().stream().allMatch(nic -> Distance.between(gpu, nic, oneNode).isPresent());
    if (!all) {
      return new Unknown(value + ", and the distance to another NIC is not told");
    }
    return new Not(
        value,
        "PIX or PXB",
        "put a NIC behind the GPU's PCIe switch; without one NCCL copies through the host's memory"
            + " unless NCCL_NET_GDR_LEVEL permits more",
        LEVEL_SOURCE);
  }

  static Map<String, PciDevice> nics(HostFacts facts) {
    Pci pci = new Pci(facts);
    Map<String, PciDevice> nics = new LinkedHashMap<>();
    for (Nic nic : facts.ports()) {
      if (!nic.pciAddress().isEmpty()) {
        pci.device(nic.pciAddress()).ifPresent(device -> nics.put(nic.rdmaDevice(), device));
      }
    }
    return nics;
  }
}
