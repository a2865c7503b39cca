package dev.losslessd.jobs;

import dev.losslessd.jobs.EnvRule.Judgement;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Rules for NCCL's variables, from its source (src/graph, src/transport, src/misc). */
final class NcclRules {
  private static final String BOOTSTRAP =
      "network of the bootstrap and of TCP, never the path of RDMA";

  /** Distances of src/graph/topo.cc, near to far. */
  private static final Set<String> LEVELS =
      Set.of("LOC", "NVL", "NVB", "C2C", "PIX", "PXB", "P2C", "PXN", "PHB", "SYS");

  /** What levelsOldToNew of src/graph/paths.cc makes of 0..5. */
  private static final List<String> OLD_LEVELS = List.of("LOC", "PIX", "PXB", "PHB", "SYS", "SYS");

  private static final Set<String> PROTOCOLS = Set.of("ll", "ll128", "simple");

  private static final Set<String> ALGORITHMS =
      Set.of("tree", "ring", "collnet", "collnetdirect", "collnetchain", "nvls", "nvlstree", "pat");

  static final Map<String, EnvRule> ALL =
      Map.ofEntries(
          Map.entry("NCCL_IB_HCA", DeviceRules::ncclHca),
          Map.entry("NCCL_IB_TC", ClassRules::tos),
          Map.entry("NCCL_IB_GID_INDEX", GidRules::nccl),
          Map.entry("NCCL_IB_DISABLE", NcclRules::disable),
          Map.entry("NCCL_NET", NcclRules::net),
          Map.entry("NCCL_IB_SL", NcclRules::serviceLevel),
          Map.entry("NCCL_IB_ROCE_VERSION_NUM", NcclRules::roceVersion),
          Map.entry("NCCL_IB_TIMEOUT", NcclRules::timeout),
          Map.entry("NCCL_IB_RETRY_CNT", NcclRules::retries),
          Map.entry("NCCL_IB_QPS_PER_CONNECTION", (value, host) -> range(value, 1, 128)),
          Map.entry("NCCL_CROSS_NIC", NcclRules::crossNic),
          Map.entry("NCCL_NET_GDR_LEVEL", NcclRules::gdrLevel),
          Map.entry("NCCL_NET_GDR_READ", (value, host) -> range(value, 0, 1)),
          Map.entry("NCCL_NTHREADS", (value, host) -> threads(value)),
          Map.entry("NCCL_PROTO", (value, host) -> protocol(value)),
          Map.entry("NCCL_ALGO", (value, host) -> algorithm(value)),
          Map.entry("NCCL_SOCKET_IFNAME", NcclRules::socketName),
          Map.entry("NCCL_COLLNET_ENABLE", (value, host) -> collNet(value)),
          Map.entry("NCCL_BUFFSIZE", (value, host) -> range(value, 16_384, 1 << 28)),
          Map.entry("NCCL_IB_PCI_RELAXED_ORDERING", (value, host) -> range(value, 0, 2)),
          Map.entry("NCCL_IB_ADAPTIVE_ROUTING", (value, host) -> range(value, 0, 1)),
          Map.entry("NCCL_IB_CUDA_SUPPORT", (value, host) -> gone("NCCL_NET_GDR_LEVEL")),
          Map.entry("NCCL_DEBUG", (value, host) -> debug(value)));

  private NcclRules() {}

  private static Judgement disable(String value, JobHost host) {
    return value.equals("0")
        ? Judgement.ok("RDMA may be used, which is the default")
        : noRdma("RDMA is switched off: all traffic goes over TCP", host);
  }

  private static Judgement net(String value, JobHost host) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "ib" -> Judgement.ok("verbs, for RoCE too; NCCL fails where it finds no device");
      case "socket" -> noRdma("TCP is forced", host);
      default -> Judgement.unknown("a plug-in's network: what it uses is not told by its name");
    };
  }

  private static Judgement noRdma(String what, JobHost host) {
    return host.isKnown() && host.usable().isEmpty()
        ? Judgement.ok(what + "; this host has no usable RDMA port")
        : Judgement.finding(what, "unset it");
  }

  private static Judgement serviceLevel(String value, JobHost host) {
    Judgement judged = range(value, 0, 15);
    return judged.verdict() == Verdict.OK
        ? Judgement.ok("priority of the VLAN tag only; a fabric that trusts DSCP takes NCCL_IB_TC")
        : judged;
  }

  static Judgement roceVersion(String value, JobHost host) {
    return value.equals("2")
        ? Judgement.ok("RoCE v2, which is the default")
        : Judgement.finding("not RoCE v2: packets have no DSCP and no route", "unset it");
  }

  private static Judgement timeout(String value, JobHost host) {
    OptionalInt number = Numbers.of(value);
    if (number.isEmpty() || number.getAsInt() < 0 || number.getAsInt() > 31) {
      return Judgement.finding("'" + value + "' is outside 0..31", "unset it: 20 since 2.23");
    }
    int exponent = number.getAsInt();
    if (exponent == 0) {
      return Judgement.finding("0 waits for ever: a dead peer hangs the job", "unset it");
    }
    String wait = "4.096 us * 2^" + exponent + " per try";
    return exponent < 14
        ? Judgement.finding(wait + ": a short pause of the fabric ends the job", "use 18 to 22")
        : exponent > 24
            ? Judgement.finding(wait + ": minutes until a dead peer is noticed", "use 18 to 22")
            : Judgement.ok(wait);
  }

  private static Judgement retries(String value, JobHost host) {
    if (value.equals("7")) {
      return Judgement.ok("the largest number of retries, which is the default");
    }
    return Numbers.of(value).orElse(0) > 7
        ? Judgement.finding(
            "verbs have three bits for it, at most 7",
            "unset it; NCCL_IB_TIMEOUT makes each retry wait longer")
        : Judgement.finding("fewer retries than the default of 7, or no number", "unset it");
  }

  private static Judgement crossNic(String value, JobHost host) {
    if (!Set.of("0", "1", "2").contains(value)) {
      return Judgement.finding(
          "'" + value + "' is none of 0, 1, 2", "unset it: 2 lets NCCL choose");
    }
    if (value.equals("1") && host.rails() == JobHost.Rails.DIRECT) {
      return Judgement.finding(
          "each cable ends at a host: another port does not reach it", "set 0, or unset it");
    }
    return value.equals("1") && host.rails() == JobHost.Rails.OWN_LEAVES
        ? Judgement.finding(
            "each port is on a leaf of its own: crossing takes the spine", "set 0, or unset it")
        : Judgement.ok(value.equals("0") ? "channels stay on their rail" : "NCCL may cross rails");
  }

  private static Judgement gdrLevel(String value, JobHost host) {
    if (Pattern.matches("\\d+", value)) {
      int old = Math.min(Integer.parseInt(value.substring(0, 1)), OLD_LEVELS.size() - 1);
      String now = OLD_LEVELS.get(value.length() > 1 ? OLD_LEVELS.size() - 1 : old);
      return Judgement.finding(
          "a legacy integer, which NCCL reads as " + now + ": it permits, it does not enable",
          "unset it (PXB), or write the distance: PIX, PXB, PHB, SYS");
    }
    if (!LEVELS.contains(value)) {
      return Judgement.finding("NCCL ignores '" + value + "'", "use PIX, PXB, PHB or SYS");
    }
    return value.equals("LOC")
        ? Judgement.finding("GPUDirect RDMA is off", "unset it: PXB is the default")
        : Judgement.ok("permits GPUDirect up to distance " + value + "; it does not enable it");
  }

  private static Judgement threads(String value) {
    OptionalInt number = Numbers.of(value);
    if (number.isPresent() && Set.of(64, 128, 256, 512).contains(number.getAsInt())) {
      return Judgement.ok("threads of a block of the GPU");
    }
    boolean taken =
        number.isPresent()
            && number.getAsInt() % 32 == 0
            && number.getAsInt() > 64
            && number.getAsInt() < 512;
    return Judgement.finding(
        taken ? value + " is taken, but not documented" : "NCCL replaces '" + value + "'",
        "unset it; documented are 64, 128, 256, 512");
  }

  private static Judgement protocol(String value) {
    ChoiceList list = ChoiceList.of(value);
    if (!PROTOCOLS.containsAll(list.words())) {
      return Judgement.finding("'" + value + "' is none of LL, LL128, Simple", "unset it");
    }
    if (list.forced().isEmpty()) {
      return Judgement.ok("a protocol is left out");
    }
    return list.forced().contains("ll128")
        ? Judgement.finding(
            "LL128 is forced: data may be corrupt where the platform lacks it", "unset it")
        : Judgement.finding(
            "forced: NCCL would choose by size of message", "unset it, or use it as a test only");
  }

  private static Judgement algorithm(String value) {
    ChoiceList list = ChoiceList.of(value);
    if (!ALGORITHMS.containsAll(list.words())) {
      return Judgement.finding("'" + value + "' names no algorithm of NCCL", "unset it");
    }
    return list.forced().isEmpty()
        ? Judgement.ok("an algorithm is left out")
        : Judgement.finding(
            "forced: NCCL would choose by size of message", "unset it, or use it as a test only");
  }

  static Judgement socketName(String value, JobHost host) {
    NameFilter filter = NameFilter.of(value);
    if (filter.hasBlank()) {
      return Judgement.finding(NameFilter.BLANK, "write the names without blanks");
    }
    Set<String> known = host.knownNetdevs();
    if (known.isEmpty() || known.stream().anyMatch(filter::takes)) {
      return Judgement.ok((filter.not() ? "all but these; " : "") + BOOTSTRAP);
    }
    return host.netdevs().isEmpty()
        ? Judgement.unknown(
            "not the netdev of the default route, "
                + String.join(", ", host.bootstrap())
                + "; whether it is here and reaches all hosts is not known")
        : Judgement.finding(
            (filter.not() ? "leaves no netdev; " : "no netdev here has this name; ") + BOOTSTRAP,
            "here are: " + String.join(", ", known));
  }

  private static Judgement collNet(String value) {
    return value.equals("0")
        ? Judgement.ok("off, which is the default")
        : Judgement.finding(
            "no effect on RoCE: SHARP reduces in InfiniBand switches only", "unset it");
  }

  private static Judgement gone(String instead) {
    return Judgement.finding(
        "no effect since NCCL 2.4", "unset it; " + instead + " took its place");
  }

  private static Judgement debug(String value) {
    return Set.of("VERSION", "WARN", "INFO", "ABORT", "TRACE")
            .contains(value.toUpperCase(Locale.ROOT))
        ? Judgement.ok("how much NCCL writes")
        : Judgement.finding("NCCL ignores '" + value + "'", "use VERSION, WARN, INFO or TRACE");
  }

  static Judgement range(String value, int from, int to) {
    OptionalInt number = Numbers.of(value);
    return number.isPresent() && number.getAsInt() >= from && number.getAsInt() <= to
        ? Judgement.ok("in range " + from + ".." + to)
        : Judgement.finding("'" + value + "' is outside " + from + ".." + to, "unset it");
  }
}
