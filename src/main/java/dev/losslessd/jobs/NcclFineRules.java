package dev.losslessd.jobs;

import dev.losslessd.jobs.EnvRule.Judgement;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Rules for NCCL's less usual variables (src/transport/net_ib, net_socket.cc, p2p.cc, init.cc). */
final class NcclFineRules {
  private static final Pattern RANGE = Pattern.compile("([0-9a-fA-F:.]+)/(\\d{1,3})");

  private static final Set<String> SUBSYSTEMS =
      Set.of(
          ("INIT COLL P2P SHM NET GRAPH TUNING ENV ALLOC ALLOC_HOST CALL PROXY NVLS "
                  + "BOOTSTRAP REG PROFILE RAS DESTROY ALL")
              .split(" "));

  static final Map<String, EnvRule> ALL =
      Map.ofEntries(
          Map.entry("NCCL_IB_FIFO_TC", ClassRules::controlTc),
          Map.entry("NCCL_GIN_IB_TC", ClassRules::ginTc),
          Map.entry("NCCL_GIN_ENABLE", (value, host) -> flag(value)),
          Map.entry("NCCL_GIN_GDAKI_NIC_HANDLER", (value, host) -> handler()),
          Map.entry("NCCL_GIN_TYPE", (value, host) -> ginType(value)),
          Map.entry("NCCL_IB_SUBNET_AWARE_ROUTING", NcclFineRules::subnetAware),
          Map.entry("NCCL_IB_SUBNET_PREFIX_LEN", (value, host) -> NcclRules.range(value, 1, 32)),
          Map.entry("NCCL_OOB_NET_IFNAME", NcclRules::socketName),
          Map.entry("NCCL_IB_ROUTABLE_FLID_GID_INDEX", (value, host) -> ofInfiniBand()),
          Map.entry("NCCL_NET_FORCE_MERGE", NcclFineRules::merged),
          Map.entry("NCCL_IB_ADDR_FAMILY", NcclFineRules::addressFamily),
          Map.entry("NCCL_IB_ADDR_RANGE", NcclFineRules::addressRange),
          Map.entry("NCCL_SOCKET_FAMILY", (value, host) -> family(value)),
          Map.entry("NCCL_IB_PKEY", (value, host) -> partition(value)),
          Map.entry("NCCL_IB_MERGE_NICS", (value, host) -> flag(value)),
          Map.entry("NCCL_IB_MERGE_VFS", (value, host) -> flag(value)),
          Map.entry("NCCL_IB_SPLIT_DATA_ON_QPS", (value, host) -> flag(value)),
          Map.entry("NCCL_IB_USE_INLINE", (value, host) -> flag(value)),
          Map.entry("NCCL_IB_ECE_ENABLE", (value, host) -> flag(value)),
          Map.entry("NCCL_IB_DATA_DIRECT", (value, host) -> NcclRules.range(value, 0, 2)),
          Map.entry("NCCL_IB_WARN_RAIL_LOCAL", (value, host) -> flag(value)),
          Map.entry("NCCL_IB_RETURN_ASYNC_EVENTS", (value, host) -> asyncEvents(value)),
          Map.entry("NCCL_DMABUF_ENABLE", (value, host) -> dmaBuf(value)),
          Map.entry("NCCL_NET_GDR_C2C", (value, host) -> flag(value)),
          Map.entry("NCCL_PXN_DISABLE", NcclFineRules::pxn),
          Map.entry("NCCL_P2P_DISABLE", (value, host) -> insideHost(value, "NVLink and PCIe")),
          Map.entry("NCCL_SHM_DISABLE", (value, host) -> insideHost(value, "shared memory")),
          Map.entry("NCCL_NET_PLUGIN", (value, host) -> plugin(value)),
          Map.entry("NCCL_DEBUG_SUBSYS", (value, host) -> subsystems(value)),
          Map.entry("NCCL_SOCKET_NTHREADS", (value, host) -> NcclRules.range(value, 0, 16)),
          Map.entry("NCCL_NSOCKS_PERTHREAD", (value, host) -> NcclRules.range(value, 0, 64)),
          Map.entry("NCCL_MIN_NCHANNELS", (value, host) -> NcclRules.range(value, 1, 64)),
          Map.entry("NCCL_MAX_NCHANNELS", (value, host) -> NcclRules.range(value, 1, 64)));

  private NcclFineRules() {}

  private static Judgement flag(String value) {
    return NcclRules.range(value, 0, 1);
  }

  private static Judgement family(String value) {
    return Set.of("AF_INET", "AF_INET6").contains(value)
        ? Judgement.ok("addresses of " + (value.equals("AF_INET") ? "IPv4" : "IPv6"))
        : Judgement.finding("NCCL ignores '" + value + "'", "use AF_INET or AF_INET6");
  }

  /** Which GIDs NCCL since 2.21 chooses from. */
  static Judgement addressFamily(String value, JobHost host) {
    Judgement judged = family(value);
    if (judged.verdict() != Verdict.OK || !host.isKnown()) {
      return judged;
    }
    boolean six = value.equals("AF_INET6");
    Optional<JobPort> wrong =
        host.usable().stream().filter(port -> port.gidOf(six).isEmpty()).findFirst();
    return wrong
        .map(port ->
            Judgement.finding(
                port.hca() + " has no RoCE v2 GID of " + (six ? "IPv6" : "IPv4"),
                six ? "unset it" : "set AF_INET6"))
        .orElse(judged);
  }

  /** {@code 192.0.2.0/24}: NCCL since 2.21 takes a GID of this range only. */
  static Judgement addressRange(String value, JobHost host) {
    Matcher range = RANGE.matcher(value);
    Optional<String> prefix =
        range.matches() ? GidText.ofAddress(range.group(1)) : Optional.empty();
    boolean six = value.contains(":");
    int length = range.matches() ? Integer.parseInt(range.group(2)) : 0;
    if (prefix.isEmpty() || length > (six ? 128 : 32)) {
      return Judgement.finding(
          "'" + value + "' is no range of addresses: NCCL ignores it", "write 192.0.2.0/24");
    }
    if (!host.isKnown()) {
      return Judgement.unknown("a range of addresses; this host's GIDs are not known");
    }
    int bits = six ? length : 96 + length;
    Optional<JobPort> outside =
        host.usable().stream()
            .filter(port ->
                port.gids().stream()
                    .noneMatch(gid ->
                        gid.type().equals("RoCE v2")
                            && GidText.isWithin(gid.value(), prefix.get(), bits)))
            .findFirst();
    return outside
        .map(port ->
            Judgement.finding(
                port.hca() + " has no RoCE v2 GID in " + value,
                "unset it, or write a range that holds every rail"))
        .orElse(Judgement.ok("every usable port has a RoCE v2 GID in it"));
  }

  static Judgement handler() {
    return Judgement.ok("who tells the NIC of work; chooses no device");
  }

  /** Who posts what GPUs ask for (src/include/nccl_device/gin, ncclGinType_t). */
  private static Judgement ginType(String value) {
    return switch (value) {
      case "-1" -> Judgement.ok("NCCL chooses");
      case "0" -> Judgement.ok("no GPU-initiated networking");
      case "2" -> Judgement.ok("GPU-initiated by a proxy thread, over verbs");
      case "3" ->
          Judgement.ok(
              "GPU-initiated by DevX: takes NCCL_GIN_IB_TC or NCCL_IB_TC, never what the device"
                  + " forces");
      default -> Judgement.unknown("a kind of GPU-initiated networking that is not known here");
    };
  }

  private static Judgement ofInfiniBand() {
    return Judgement.ok("of InfiniBand only, no effect on RoCE");
  }

  /** {@code mlx5_0,mlx5_1;mlx5_2,mlx5_3}: which devices become one. */
  private static Judgement merged(String value, JobHost host) {
    return DeviceRules.exact(DeviceRules.Form.PART).judge(value.replace(';', ','), host);
  }

  /** For cables between hosts; harmless where a switch joins the subnets. */
  private static Judgement subnetAware(String value, JobHost host) {
    return value.equals("1") && host.rails() != JobHost.Rails.DIRECT && host.isKnown()
        ? Judgement.unknown("for hosts that are wired directly; none is known to be")
        : flag(value);
  }

  private static Judgement partition(String value) {
    return value.equals("0")
        ? Judgement.ok("the default; RoCE has one partition")
        : Judgement.finding("RoCE has one partition, at index 0", "unset it");
  }

  private static Judgement asyncEvents(String value) {
    return value.equals("0")
        ? Judgement.finding("NCCL goes on after a NIC's fatal error, and hangs", "unset it")
        : flag(value);
  }

  private static Judgement dmaBuf(String value) {
    return value.equals("0")
        ? Judgement.unknown("dma-buf is off: GPUDirect then needs nvidia_peermem")
        : flag(value);
  }

  private static Judgement pxn(String value, JobHost host) {
    return value.equals("1") && host.rails() == JobHost.Rails.OWN_LEAVES
        ? Judgement.finding(
            "each port is on a leaf of its own: without PXN traffic to other rails takes the spine",
            "unset it")
        : flag(value);
  }

  private static Judgement insideHost(String value, String what) {
    OptionalInt number = Numbers.of(value);
    return number.isPresent() && number.getAsInt() == 1
        ? Judgement.finding(
            "GPUs of one host do without " + what + ", and may load the NIC instead",
            "unset it, or use it as a test only")
        : flag(value);
  }

  private static Judgement plugin(String value) {
    return value.equals("none")
        ? Judgement.ok("no plug-in: NCCL's own verbs")
        : Judgement.unknown("a plug-in: what it runs on, its own lines tell (losslessd nccl-log)");
  }

  private static Judgement subsystems(String value) {
    String list = value.startsWith("^") ? value.substring(1) : value;
    Optional<String> unknown =
        Arrays.stream(list.split(","))
            .filter(word -> !SUBSYSTEMS.contains(word.strip().toUpperCase(Locale.ROOT)))
            .findFirst();
    return unknown
        .map(word ->
            Judgement.finding(
                "NCCL knows no part '" + word + "'",
                "use INIT,NET,ENV,GRAPH to see which network a job takes"))
        .orElse(Judgement.ok("what NCCL writes of"));
  }
}
