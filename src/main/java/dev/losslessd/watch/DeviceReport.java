package dev.losslessd.watch;

import dev.losslessd.config.Config;
import dev.losslessd.inventory.Drivers;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.SwitchRegistry;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Health;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortCount;
import dev.losslessd.model.PortId;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The devices that this agent has, and whether they answer; from memory, asks none of them. */
public interface DeviceReport {
  /** NIC ports of this host and of servers that it reaches. */
  List<DrivenNic> nics();

  /** RDMA ports of this host, found and expected. */
  PortCount rdmaPorts();

  /** Health of each device, this host first. */
  List<DeviceHealth> devices();

  /** Switches of the config that this release can talk to. */
  List<KnownSwitch> switches();

  /** Whether a device of the config is a switch, and no server; empty of others. */
  default Optional<Boolean> isSwitch(DeviceId device) {
    return Optional.empty();
  }

  /** Netdevs of this host with a default route of IPv4, the best first; of the kernel's table. */
  default List<String> defaultRoutes() {
    return List.of();
  }

  /** Labels of the config, of devices that have some. */
  default Map<DeviceId, Map<String, String>> labels() {
    return switches().stream()
        .collect(Collectors.toMap(one -> one.health().device(), KnownSwitch::labels));
  }

  /** Labels that waves go by: those of switches, and {@code host} of hosts at their ports. */
  default Collection<Map<String, String>> waveLabels() {
    return labels().values();
  }

  /**
   * A NIC port as discovery sees it.
   *
   * @param driver name of the driver that has it; empty where none has
   */
  record DrivenNic(Nic nic, String driver) {}

  /**
   * Whether a device answers.
   *
   * @param up whether the last read of the device succeeded
   * @param lastSuccess of a read; null where there was none yet
   * @param reason why it is down; of one that is up, what is lacking: {@code counters only: ...},
   *     {@code slow: ...}, or empty
   */
  record DeviceHealth(DeviceId device, boolean up, @Nullable Instant lastSuccess, String reason) {}

  /**
   * A switch of the config.
   *
   * @param os {@code nxos} ...
   * @param managed whether this agent is the one that writes it
   * @param saves whether it is saved by itself after each confirm
   * @param labels of the config, by name
   * @param ports of this fabric: those that the config names, else those with an LLDP neighbour
   */
  record KnownSwitch(
      DeviceHealth health,
      String os,
      String address,
      boolean managed,
      boolean saves,
      SortedMap<String, String> labels,
      List<PortId> ports) {
    public KnownSwitch {
      labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
      ports = List.copyOf(ports);
    }
  }

  /**
   * The report on the devices of an inventory.
   *
   * @param ofPorts health of each port's main reader, as of now
   * @param ofHost RDMA ports of this host, as of the last discovery
   * @param unread why no setting of a switch is known; empty where some are
   */
  record OfInventory(
      Inventory inventory,
      Supplier<List<Health>> ofPorts,
      Supplier<PortCount> ofHost,
      Function<DeviceId, Optional<String>> unread)
      implements DeviceReport {
    @Override
    public PortCount rdmaPorts() {
      return ofHost.get();
    }

    @Override
    public List<DrivenNic> nics() {
      return Stream.concat(
              inventory.host().nics().stream()
                  .map(nic -> new DrivenNic(nic, Drivers.of(nic).name())),
              all().serverNics().stream().map(nic -> new DrivenNic(nic, driver(nic))))
          .toList();
    }

    @Override
    public List<String> defaultRoutes() {
      return inventory.host().defaultRoutes();
    }

    @Override
    public Optional<Boolean> isSwitch(DeviceId device) {
      return all().has(device)
          ? Optional.of(!all().config(device).os().isServer())
          : Optional.empty();
    }

    private SwitchRegistry all() {
      return inventory.switchRegistry();
    }

    /** The driver of a server is that of all its ports. */
    private String driver(Nic nic) {
      return all().config(nic.port().device()).os().word();
    }

    @Override
    public List<DeviceHealth> devices() {
      Map<DeviceId, List<Health>> ports = portsByDevice();
      return Stream.concat(Stream.of(inventory.host().id()), all().ids().stream())
          .map(device -> health(device, ports))
          .toList();
    }

    @Override
    public List<KnownSwitch> switches() {
      Map<DeviceId, List<Health>> ports = portsByDevice();
      return all().ids().stream().map(device -> known(device, ports)).toList();
    }

    @Override
    public Collection<Map<String, String>> waveLabels() {
      return inventory.labels().values();
    }

    private Map<DeviceId, List<Health>> portsByDevice() {
      return ofPorts.get().stream().collect(Collectors.groupingBy(one -> one.port().device()));
    }

    private KnownSwitch known(DeviceId device, Map<DeviceId, List<Health>> ofAll) {
      Config.Switch config = all().config(device);
      return new KnownSwitch(
          health(device, ofAll),
          config.os().word(),
          config.address(),
          config.manage(),
          config.save(),
          new TreeMap<>(config.labels()),
          all().ports(device));
    }

    private DeviceHealth health(DeviceId device, Map<DeviceId, List<Health>> ofAll) {
      List<Health> ports = ofAll.getOrDefault(device, List.of());
      boolean up = ports.stream().anyMatch(Health::up);
      Optional<Instant> last =
          ports.stream().map(Health::lastSuccess).flatMap(Optional::stream).max(Instant::compareTo);
      return new DeviceHealth(
          device, up, last.orElse(null), up ? lacking(device) : down(device, ports));
    }

    private String lacking(DeviceId device) {
      return unread
          .apply(device)
          .map(why -> "counters only: " + why)
          .or(() -> all().slowness(device).map(how -> "slow: " + how))
          .orElse("");
    }

    private String down(DeviceId device, List<Health> ports) {
      return all()
          .trouble(device)
          .or(() -> unread.apply(device))
          .or(() -> ports.stream().map(Health::reason).findFirst())
          .orElse("none of its ports is polled");
    }
  }
}
