package dev.losslessd.fabric;

import dev.losslessd.fabric.host.NicMake;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The hosts and switches that a fabric simulates, and their load.
 *
 * @param hosts servers, in order; their names are their folders
 * @param gbps line rate of every NIC: 100, 200 or 400
 * @param loadPercent how busy the hosts are, 0..100
 * @param seed of all chance: the same seed gives the same traffic
 * @param switches leaves, and servers that hang on them, or none; NIC n of a host is on leaf n
 *     modulo their number, while a host has as many NICs as there are leaves
 * @param nicsPerHost 2, 4 or 8
 * @param make whose NICs the hosts have
 */
public record FabricOptions(
    List<DeviceId> hosts,
    int gbps,
    int loadPercent,
    long seed,
    List<Leaf> switches,
    int nicsPerHost,
    NicMake make) {
  /**
   * A leaf switch, or a server that runs a switch's system.
   *
   * @param system what it runs
   */
  public record Leaf(DeviceId name, SwitchSystem system) {}

  private static final int RAILS = 2;
  private static final int MOST_SWITCHES = 64;

  private static final int MOST_HOSTS = 16;

  public FabricOptions {
    hosts = List.copyOf(hosts);
    if (hosts.isEmpty()
        || hosts.size() > MOST_HOSTS
        || hosts.stream().distinct().count() < hosts.size()) {
      throw new IllegalArgumentException(
          "hosts " + hosts + ": expected 1.." + MOST_HOSTS + " different names");
    }
    switches = List.copyOf(switches);
    List<DeviceId> all = Stream.concat(hosts.stream(), switches.stream().map(Leaf::name)).toList();
    if (switches.size() > MOST_SWITCHES || all.stream().distinct().count() < all.size()) {
      throw new IllegalArgumentException(
          "switches " + switches + ": expected 0.." + MOST_SWITCHES + " names that no host has");
    }
    if (nicsPerHost != RAILS && nicsPerHost != 2 * RAILS && nicsPerHost != 4 * RAILS) {
      throw new IllegalArgumentException(nicsPerHost + " NICs per host: expected 2, 4 or 8");
    }
  }

  /** Options for hosts without switches: two ConnectX NICs per host. */
  public FabricOptions(List<DeviceId> hosts, int gbps, int loadPercent, long seed) {
    this(hosts, gbps, loadPercent, seed, List.of(), RAILS, NicMake.MLX5);
  }

  /** Default options: gpu01 and gpu02 at 100 Gb/s with 40 % load. */
  public static FabricOptions usual(long seed) {
    return new FabricOptions(
        Stream.of("gpu01", "gpu02").map(DeviceId::new).toList(), 100, 40, seed);
  }

  public FabricOptions withLoad(int percent) {
    return new FabricOptions(hosts, gbps, percent, seed, switches, nicsPerHost, make);
  }

  /** Returns these options with leaf1 and leaf2 between the hosts, each a Nexus 9000. */
  public FabricOptions withSwitches() {
    return withSwitches(List.of(SwitchSystem.NXOS, SwitchSystem.NXOS));
  }

  /**
   * Returns these options with a leaf of each of these systems, leaf1 first; servers are esx1 and
   * so on.
   */
  public FabricOptions withSwitches(List<SwitchSystem> systems) {
    List<Leaf> boxes = new ArrayList<>();
    int leaves = 0;
    for (SwitchSystem system : systems) {
      int number = system.isServer() ? boxes.size() - leaves + 1 : ++leaves;
      String name = (system.isServer() ? "esx" : "leaf") + number;
      boxes.add(new Leaf(new DeviceId(name), system));
    }
    return new FabricOptions(hosts, gbps, loadPercent, seed, boxes, nicsPerHost, make);
  }

  /** Names of the leaves that are servers. */
  List<String> servers() {
    return switches.stream()
        .filter(one -> one.system().isServer())
        .map(one -> one.name().name())
        .toList();
  }

  public FabricOptions withNics(int perHost) {
    return new FabricOptions(hosts, gbps, loadPercent, seed, switches, perHost, make);
  }

  /** Returns these options with NICs of another vendor. */
  public FabricOptions withNics(NicMake vendor) {
    return new FabricOptions(hosts, gbps, loadPercent, seed, switches, nicsPerHost, vendor);
  }
}
