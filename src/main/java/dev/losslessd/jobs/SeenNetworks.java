package dev.losslessd.jobs;

import static java.util.Objects.requireNonNullElse;

import dev.losslessd.text.Matcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Networks, devices and plug-ins that a log names, by host and process. */
final class SeenNetworks {
  /** Hosts and processes that are told apart; the command has 48 MiB. Further ones are summed. */
  private static final int MOST_HOSTS = 4_096;

  private static final int MOST_PROCESSES = 16_384;

  private static final int MOST_ADDRESSES = 64;

  private static final int MOST_DEVICES = 256;

  private final Map<String, SeenHost> hosts = new LinkedHashMap<>();
  private final Map<String, String> networks = new LinkedHashMap<>();

  /** Networks whose devices a process has named, for logs that do not say which one it took. */
  private final Map<String, String> offered = new LinkedHashMap<>();

  private final Tally further = new Tally(16);
  private final Tally plugins = new Tally(64);
  private final Tally failedPlugins = new Tally(8);
  private final Tally absent = new Tally(8);
  private final Tally providers = new Tally(8);
  private final Tally notOpened = new Tally(64);
  private boolean noDevice;
  private boolean noLibrary;

  /** Devices and addresses of a host. */
  static final class SeenHost {
    /** By NCCL's number: {@code mlx5_0}. */
    final Map<Integer, String> devices = new TreeMap<>();

    /** Their names, each for itself. */
    final Set<String> hcas = new LinkedHashSet<>();

    final Set<String> linkLayers = new LinkedHashSet<>();
    final Set<String> addresses = new LinkedHashSet<>();

    /** Names of the netdevs that have those addresses. */
    final Set<String> netdevs = new LinkedHashSet<>();
  }

  void accept(LogRecord record) {
    String message = record.message();
    if (message.startsWith("Channel ")) {
      return;
    }
    if (message.startsWith("NET/") || message.startsWith("Bootstrap")) {
      device(record);
    }
    Matcher network = LogMessages.NETWORK.matcher(message);
    if (network.find()) {
      String name = network.group(1).strip();
      if (networks.size() < MOST_PROCESSES || networks.containsKey(record.process())) {
        networks.put(record.process(), name);
      } else {
        further.add(name);
      }
    }
    plugin(message);
    noLibrary |= LogMessages.NO_LIBRARY.matcher(message).find();
  }

  private void plugin(String message) {
    Matcher plugin = LogMessages.PLUGIN.matcher(message);
    if (plugin.find()) {
      plugins.add(plugin.group(3) == null ? first(plugin) : "AWS OFI on " + plugin.group(4));
      if (plugin.group(3) != null) {
        providers.add(plugin.group(4));
      }
    }
    Matcher failed = LogMessages.PLUGIN_FAILED.matcher(message);
    if (failed.find() && NetworkKind.of(failed.group(1)) != NetworkKind.TCP) {
      failedPlugins.add(failed.group(1));
    }
    Matcher none = LogMessages.NO_NETWORK.matcher(message);
    if (none.find()) {
      absent.add(requireNonNullElse(none.group(1), "any"));
    }
  }

  private void device(LogRecord record) {
    String message = record.message();
    noDevice |= LogMessages.NO_DEVICE.matcher(message).find();
    Matcher closed = LogMessages.NOT_OPENED.matcher(message);
    if (closed.find()) {
      notOpened.add(closed.group(1));
    }
    Matcher socket = LogMessages.USING_SOCKET.matcher(message);
    Matcher rdma = LogMessages.USING_IB.matcher(message);
    if (socket.find()) {
      addresses(socket.group(1), host(record));
      offer(record, "Socket");
    } else if (rdma.find() && LogMessages.HCA.matcher(rdma.group(1)).find()) {
      devices(rdma, host(record));
      offer(record, "IB");
    } else if (message.startsWith("Bootstrap")) {
      addresses(message, host(record));
    }
  }

  private static void devices(Matcher using, SeenHost host) {
    Matcher merged = LogMessages.MERGED.matcher(using.group(1));
    while (merged.find()) {
      host.devices.put(Integer.parseInt(merged.group(1)), names(merged.group(2), host));
    }
    Matcher device = LogMessages.HCA.matcher(merged.replaceAll(""));
    while (device.find() && host.devices.size() < MOST_DEVICES) {
      host.devices.put(Integer.parseInt(device.group(1)), names(device.group(), host));
    }
    addresses(requireNonNullElse(using.group(2), ""), host);
  }

  /** RDMA stands before TCP: NCCL takes the first network that has a device. */
  private void offer(LogRecord record, String network) {
    if (offered.size() < MOST_PROCESSES || offered.containsKey(record.process())) {
      offered.merge(record.process(), network, (old, now) -> old.equals("IB") ? old : now);
    }
  }

  /** Devices in a text, with a plus between those that NCCL takes as one. */
  private static String names(String text, SeenHost host) {
    List<String> names = new ArrayList<>();
    Matcher device = LogMessages.HCA.matcher(text);
    while (device.find()) {
      names.add(device.group(2));
      if (host.hcas.size() < MOST_DEVICES) {
        host.hcas.add(device.group(2));
      }
      host.linkLayers.add(device.group(4));
    }
    return String.join("+", names);
  }

  private static void addresses(String text, SeenHost host) {
    Matcher one = LogMessages.INTERFACE.matcher(text);
    while (one.find()) {
      if (host.addresses.size() < MOST_ADDRESSES) {
        host.netdevs.add(one.group(1));
        host.addresses.add(one.group(2));
      }
    }
  }

  private SeenHost host(LogRecord record) {
    boolean full = hosts.size() >= MOST_HOSTS && !hosts.containsKey(record.host());
    return hosts.computeIfAbsent(full ? SeenChannels.FURTHER : record.host(), _ -> new SeenHost());
  }

  private static String first(Matcher plugin) {
    return LogMessages.firstGroup(plugin).orElse("");
  }

  Map<String, SeenHost> hosts() {
    return hosts;
  }

  /**
   * Number of processes by the network that each used last. NCCL says so since 2.6; where no line
   * of a process does, it follows from the devices that it named.
   */
  Map<String, Integer> byProcess() {
    Map<String, String> all = networks.isEmpty() ? offered : networks;
    Map<String, Integer> count = new TreeMap<>();
    all.values().forEach(network -> count.merge(network, 1, Integer::sum));
    further
        .entries()
        .forEach(one -> count.merge(one.getKey(), one.getValue().intValue(), Integer::sum));
    return count;
  }

  /** Plug-ins that were loaded and did not start; NCCL took the next network. */
  Tally failedPlugins() {
    return failedPlugins;
  }

  /** Networks that were asked for and are not there; NCCL ends with that. */
  Tally absent() {
    return absent;
  }

  /** Whether a plug-in's libfabric runs on TCP or UDP sockets. */
  boolean isOnSockets() {
    return providers.names().stream().anyMatch(NetworkKind::isSocketProvider);
  }

  /** What libfabric runs on, in the words of the plug-in of AWS: {@code efa}, {@code tcp}. */
  Tally providers() {
    return providers;
  }

  Tally plugins() {
    return plugins;
  }

  /** Whether NCCL looked for RDMA devices and found none that it may use. */
  boolean noDevice() {
    return noDevice;
  }

  /** Devices that NCCL saw and could not open. */
  Tally notOpened() {
    return notOpened;
  }

  boolean noLibrary() {
    return noLibrary;
  }

  /** Name of the device that NCCL gave a number on a host; empty where the log does not tell. */
  String device(String host, int number) {
    SeenHost seen = hosts.get(host);
    return seen == null ? "" : requireNonNullElse(seen.devices.get(number), "");
  }

  /** The host that has an address; empty where its own lines are not in the log. */
  Optional<String> hostOf(String address) {
    return hosts.entrySet().stream()
        .filter(host -> host.getValue().addresses.contains(address))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
