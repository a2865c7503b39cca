package dev.losslessd.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which network a job used, and by which algorithms. */
record NetworkChecks(
    SeenNetworks networks, SeenChannels channels, SeenSettings settings, SeenLibrary library) {
  private static final String NETWORK = "network";

  /** Whether a process of the job uses another network than TCP. */
  boolean usesRdma() {
    Set<String> all = new TreeSet<>(channels.networks());
    all.addAll(networks.byProcess().keySet());
    return all.stream().anyMatch(name -> NetworkKind.of(name) != NetworkKind.TCP);
  }

  List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    checks.add(network());
    checks.add(algorithms());
    return checks;
  }

  /** Channels tell what is used; "Using network" tells what would be. */
  private Check network() {
    Set<String> used = new TreeSet<>(channels.networks());
    Set<String> chosen = new TreeSet<>(networks.byProcess().keySet());
    boolean inside = used.isEmpty() && (!channels.local().isEmpty() || settings.nodes() == 1);
    if (inside && settings.nodes() < 2 && networks.hosts().size() < 2) {
      String ways = channels.local().isEmpty() ? "" : " (" + channels.local().text() + ")";
      return Check.ok(
          NETWORK,
          "no channel leaves the host"
              + ways
              + (chosen.isEmpty() ? "" : "; chosen, but not used: " + String.join(", ", chosen)));
    }
    Set<String> all = new TreeSet<>(used);
    all.addAll(chosen);
    if (all.isEmpty() && !networks.absent().isEmpty()) {
      return Check.finding(
          NETWORK,
          "NCCL ended without a network: " + networks.absent().text() + " is not there",
          "unset NCCL_NET and NCCL_NET_PLUGIN, or install the plug-in where the job runs");
    }
    if (all.isEmpty()) {
      return Check.unknown(
          NETWORK,
          "the log does not say which network was used",
          "run with NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,ENV,GRAPH");
    }
    return judged(all, !used.isEmpty());
  }

  private Check judged(Set<String> all, boolean used) {
    boolean tcp = all.stream().anyMatch(name -> NetworkKind.of(name) == NetworkKind.TCP);
    boolean other = all.stream().anyMatch(name -> NetworkKind.of(name) != NetworkKind.TCP);
    String how = used ? "used: " : "chosen: ";
    if (tcp && other) {
      return Check.finding(
          NETWORK,
          how + String.join(" and ", all) + ": ranks differ" + processes(),
          "make all hosts alike: " + socketAdvice());
    }
    if (tcp && all.contains("Socket")) {
      return Check.finding(NETWORK, how + "NET/Socket, TCP" + why(), socketAdvice());
    }
    if (tcp) {
      return Check.finding(
          NETWORK,
          how + String.join(", ", all) + ", a plug-in for TCP",
          "unset NCCL_NET_PLUGIN where RDMA devices are there");
    }
    return plain(all, how);
  }

  private Check plain(Set<String> all, String how) {
    String name = all.iterator().next();
    boolean verbs = NetworkKind.of(name) == NetworkKind.VERBS;
    String what = NetworkKind.plugin(name);
    String plugin = what.isEmpty() ? networks.plugins().text() : what;
    if (verbs) {
      Set<String> links = new TreeSet<>();
      networks.hosts().values().forEach(host -> links.addAll(host.linkLayers));
      String text =
          how + "NET/" + name + (links.isEmpty() ? "" : ", " + String.join(" and ", links));
      String through = what.isEmpty() ? "" : ", through the plug-in " + what;
      return links.size() > 1
          ? Check.finding(NETWORK, text + through, "select NICs of one link type with NCCL_IB_HCA")
          : Check.ok(NETWORK, text + through);
    }
    return plugin(name, plugin, how);
  }

  private Check plugin(String name, String plugin, String how) {
    if (NetworkKind.isDeviceTcp(name)) {
      return Check.unknown(
          NETWORK,
          how + name + ", a plug-in that sends TCP from the GPU's memory: no RDMA on this wire",
          "that is the network of some clouds; elsewhere unset NCCL_NET_PLUGIN");
    }
    if (networks.isOnSockets()) {
      return Check.finding(
          NETWORK,
          how + name + ", libfabric on " + networks.providers().text() + ": TCP",
          "libfabric found no RDMA provider (fi_info): unset NCCL_NET_PLUGIN where verbs are"
              + " there");
    }
    return plugin.isEmpty()
        ? Check.unknown(
            NETWORK,
            how + name + ", a plug-in's network: what it runs on is not told",
            "look at the plug-in's own lines")
        : Check.ok(NETWORK, how + name + ", the plug-in " + plugin);
  }

  private String processes() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Integer> one : networks.byProcess().entrySet()) {
      text.append(text.isEmpty() ? " (" : ", ")
          .append(one.getKey())
          .append(" by ")
          .append(one.getValue());
    }
    return text.isEmpty() ? "" : text + " processes)";
  }

  private String why() {
    if (!isDefault("NCCL_IB_DISABLE", "0")) {
      return ": NCCL_IB_DISABLE is set";
    }
    if (settings.override("NCCL_NET").equalsIgnoreCase("Socket")) {
      return ": NCCL_NET=Socket";
    }
    if (networks.noLibrary()) {
      return ": libibverbs is not there";
    }
    Optional<SeenLibrary.Note> hidden = hidden();
    if (hidden.isPresent()) {
      return ": libibverbs found no usable device (line %s: %s)"
          .formatted(hidden.get().line(), hidden.get().text());
    }
    if (isClosed()) {
      return ": NCCL could not open " + networks.notOpened().text();
    }
    if (!networks.failedPlugins().isEmpty() && !networks.noDevice()) {
      return ": " + networks.failedPlugins().text() + " did not start";
    }
    if (networks.noDevice()) {
      String filter = settings.override("NCCL_IB_HCA");
      return filter.isEmpty()
          ? ": NCCL found no RDMA port that is ACTIVE"
          : ": NCCL found no RDMA port that is ACTIVE and matches NCCL_IB_HCA=" + filter;
    }
    return ": the log does not tell why";
  }

  private String socketAdvice() {
    if (!isDefault("NCCL_IB_DISABLE", "0")) {
      return "unset NCCL_IB_DISABLE";
    }
    if (settings.override("NCCL_NET").equalsIgnoreCase("Socket")) {
      return "unset NCCL_NET";
    }
    if (hidden().isPresent()) {
      return hidden().get().advice();
    }
    if (isClosed()) {
      return "give the job these devices: /dev/infiniband/uverbs* and their permissions where it"
          + " runs (losslessd check)";
    }
    return "check ports (losslessd discover), /dev/infiniband and libibverbs where the job runs,"
        + " and NCCL_IB_HCA (losslessd env)";
  }

  /** Why libibverbs shows no device to NCCL; empty where NCCL names one. */
  private Optional<SeenLibrary.Note> hidden() {
    boolean named = networks.hosts().values().stream().anyMatch(host -> !host.hcas.isEmpty());
    return named || networks.noLibrary() ? Optional.empty() : library.reason();
  }

  private boolean isClosed() {
    return networks.noDevice() && !networks.notOpened().isEmpty();
  }

  private boolean isDefault(String name, String usual) {
    String value = settings.override(name);
    return value.isEmpty() || value.equals(usual);
  }

  /** What is connected; which of them an operation takes is decided by its size. */
  private Check algorithms() {
    Tally connected = settings.algorithms();
    int rings = channels.rings().isEmpty() ? 0 : channels.rings().getLast();
    if (connected.isEmpty() && rings == 0) {
      return Check.unknown("algorithms", "the log does not say what is connected", "");
    }
    String what =
        connected.isEmpty() ? "ring" : String.join(", ", new TreeSet<>(connected.names()));
    return Check.ok(
        "algorithms",
        "connected: %s%s; which one an operation takes depends on its size, and is not in the log"
            .formatted(what, rings == 0 ? "" : "; " + rings + " channels"));
  }
}
