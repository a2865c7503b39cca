package dev.losslessd.jobs;

import dev.losslessd.jobs.NcclReport.Path;
import dev.losslessd.text.Some;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** RDMA devices and GPUDirect of a job. */
record DeviceChecks(
    SeenNetworks networks,
    SeenChannels channels,
    SeenSettings settings,
    SeenLibrary library,
    LogContext context) {
  private static final String HCAS = "hcas";
  private static final String GDR = "gdr";

  List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    if (!usesTcpAlone()) {
      checks.add(hcas());
      checks.add(gdr());
    }
    return checks;
  }

  /** Connections between hosts by device. */
  List<Path> paths() {
    List<Path> paths = new ArrayList<>();
    channels
        .net()
        .forEach((key, count) ->
            paths.add(
                new Path(
                    key.host(),
                    key.network(),
                    key.device(),
                    NetworkKind.of(key.network()) == NetworkKind.VERBS
                        ? networks.device(key.host(), key.device())
                        : "",
                    count.channels.size(),
                    count.connections,
                    count.gdr,
                    List.copyOf(count.withoutGdr))));
    return paths;
  }

  private boolean usesTcpAlone() {
    Set<String> all = new TreeSet<>(channels.networks());
    all.addAll(networks.byProcess().keySet());
    return networks.isOnSockets()
        || (!all.isEmpty()
            && all.stream().allMatch(name -> NetworkKind.of(name) == NetworkKind.TCP));
  }

  private Check hcas() {
    List<String> texts = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    Set<String> unused = new TreeSet<>();
    boolean known = false;
    for (Map.Entry<String, SeenNetworks.SeenHost> one : networks.hosts().entrySet()) {
      Set<String> used = new TreeSet<>(one.getValue().hcas);
      boolean torn = one.getKey().isEmpty() && networks.hosts().size() > 1;
      if (!used.isEmpty() && !torn) {
        texts.add(one.getKey() + ": " + String.join(", ", used));
        List<String> here = context.hcasOf(one.getKey()).orElse(List.of());
        known |= !here.isEmpty();
        Set<String> devices = used.stream().map(HcaName::base).collect(Collectors.toSet());
        List<String> left =
            here.stream().filter(hca -> !devices.contains(HcaName.base(hca))).toList();
        if (!left.isEmpty()) {
          unused.addAll(left);
          missing.add(one.getKey() + " does not use " + String.join(", ", left));
        }
      }
    }
    if (texts.isEmpty()) {
      return Check.unknown(HCAS, "the log does not name RDMA devices", "");
    }
    return missing.isEmpty()
        ? Check.ok(
            HCAS,
            Some.texts(texts, 8)
                + (known ? "" : "; which others are there is not known (--hcas tells)"))
        : Check.finding(HCAS, Some.texts(missing, 8), unusedAdvice(unused));
  }

  private String unusedAdvice(Set<String> unused) {
    Optional<SeenLibrary.Note> reason =
        unused.stream().flatMap(hca -> library.reasonOf(hca).stream()).findFirst();
    if (reason.isPresent()) {
      return reason.get().text() + ": " + reason.get().advice();
    }
    String filter = settings.override("NCCL_IB_HCA");
    return filter.isEmpty()
        ? "check that these ports are ACTIVE and have a GID (losslessd discover)"
        : "NCCL_IB_HCA is " + filter + ": losslessd env prints the value for this host";
  }

  private Check gdr() {
    long all = 0;
    long with = 0;
    for (Map.Entry<SeenChannels.Key, SeenChannels.Count> one : channels.net().entrySet()) {
      if (NetworkKind.of(one.getKey().network()) != NetworkKind.TCP) {
        all += one.getValue().connections;
        with += one.getValue().gdr;
      }
    }
    if (all == 0) {
      return withoutChannels();
    }
    if (with == all) {
      return Check.ok(GDR, "all " + all + " connections between hosts use GPUDirect RDMA");
    }
    return withoutGdr(with + " of " + all + " connections between hosts use GPUDirect RDMA");
  }

  /**
   * Where no channel tells: NCCL since 2.24 sums up its rings; older ones say it of each HCA. Pairs
   * that are too far apart say nothing, each host has some.
   */
  private Check withoutChannels() {
    if (channels.leavesNoHost() && settings.nodes() < 2) {
      return Check.unknown(GDR, "no channel leaves the host", "");
    }
    if (channels.gdrOfRings().isPresent()) {
      return channels.gdrOfRings().get()
          ? Check.ok(GDR, "the rings use GPUDirect RDMA")
          : withoutGdr("the rings do not use GPUDirect RDMA");
    }
    return channels.isOffForDevices()
        ? withoutGdr("GPUDirect RDMA is off")
        : Check.unknown(GDR, "no channel between hosts is in the log", "");
  }

  private Check withoutGdr(String what) {
    if (settings.unifiedMemory() || isSpark()) {
      return Check.ok(GDR, what + "; the GPU shares the CPU's memory, there is none to be had");
    }
    String why = channels.gdrOff().isEmpty() ? "" : "; NCCL says: " + channels.gdrOff().text();
    String level = settings.override("NCCL_NET_GDR_LEVEL");
    return Check.finding(
        GDR,
        what + why,
        level.equals("LOC")
            ? "unset NCCL_NET_GDR_LEVEL"
            : channels.gdrOff().isEmpty()
                ? "load nvidia_peermem or use dma-buf; where only receives have it, the GPU is"
                    + " older than Ampere; NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH tells more"
                : advice());
  }

  /** Whether all hosts are a GB10 (DGX Spark) by their devices, and no other GPU is in the log. */
  private boolean isSpark() {
    return !settings.otherGpu()
        && networks.hosts().values().stream().anyMatch(host -> !host.hcas.isEmpty())
        && networks.hosts().values().stream()
            .allMatch(host -> host.hcas.isEmpty() || SparkNames.fits(host.hcas, host.netdevs));
  }

  private String advice() {
    return channels.gdrOff().text().contains("distance")
        ? "GPU and NIC are far apart by PCIe: pair each GPU with a near NIC, or permit it with"
            + " NCCL_NET_GDR_LEVEL=PHB and measure"
        : "load nvidia_peermem, or use a kernel and driver with dma-buf";
  }
}
