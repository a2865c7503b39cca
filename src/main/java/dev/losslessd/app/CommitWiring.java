package dev.losslessd.app;

import dev.losslessd.commit.EngineSettings;
import dev.losslessd.commit.Surroundings;
import dev.losslessd.config.Config;
import dev.losslessd.inventory.Drivers;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.PolicyPorts;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Role;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchManners;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.plan.PolicyIntent;
import dev.losslessd.plan.PolicyIntent.NicPort;
import dev.losslessd.watch.Monitoring;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Puts the commit engine into its surroundings. */
final class CommitWiring {
  /** After the settle time, as long as the guard needs to see a few sweeps. */
  private static final Duration REPAIR_WATCH = Duration.ofSeconds(10);

  private CommitWiring() {}

  static Supplier<EngineSettings> live(
      Supplier<Config> config, Inventory inventory, Monitoring monitoring, String boot) {
    SortedMap<Key, Setting> fileLayer = fileLayer(config.get(), inventory, monitoring.serverNics());
    return () -> {
      Config now = config.get();
      return new EngineSettings(
          fileLayer,
          now.commit().confirmWithin(),
          now.commit().deviceDeadline(),
          now.commit().settle().plus(REPAIR_WATCH),
          now.limits(),
          boot);
    };
  }

  static Surroundings around(Supplier<Config> config, Inventory inventory, Monitoring monitoring) {
    return new Surroundings() {
      @Override
      public Set<PortId> busy() {
        return monitoring.busy();
      }

      @Override
      public Neighbourhood around() {
        return Neighbourhood.of(inventory.targets(), inventory.linkRegistry().links())
            .knowing(PlanFacts.facts(config.get(), inventory, monitoring));
      }
    };
  }

  /**
   * What the config's policy wants of the NICs that are here now, and of switch ports.
   *
   * @param servers ports of other servers that this agent sets, as far as they reported them
   */
  static SortedMap<Key, Setting> fileLayer(
      Config config, Inventory inventory, Collection<PortId> servers) {
    List<NicPort> nics = nicPorts(inventory.host());
    List<PortId> wired = new ArrayList<>(servers);
    nics.forEach(nic -> wired.add(nic.id()));
    return PolicyIntent.compile(
        config.policy(),
        config.pfcWatchdog(),
        new PolicyIntent.Places(
            nics,
            PolicyPorts.of(config.policyPorts(), inventory, wired),
            device -> manners(config, device),
            inventory.switchRegistry().managedHosts()));
  }

  /** RDMA ports that the policy marks and that have no mark of rdma_cm now. */
  static SortedSet<PortId> unmarked(Config config, Inventory inventory) {
    return nicPorts(inventory.host()).stream()
        .filter(_ -> config.policy().marked().isPresent())
        .filter(nic -> !nic.has().contains(SettingKind.ROCE_TOS))
        .map(NicPort::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static SwitchManners manners(Config config, DeviceId device) {
    return config.switches().stream()
        .filter(one -> one.name().equals(device.name()))
        .<SwitchManners>map(one -> Drivers.of(one.os()))
        .findFirst()
        .orElse(SwitchManners.USUAL);
  }

  /** The policy is for RoCE: ports of physical functions that speak it. */
  private static List<NicPort> nicPorts(Host host) {
    return host.nics().stream()
        .filter(Nic::isRoce)
        .filter(nic -> nic.role() == Role.PHYSICAL)
        .map(nic -> new NicPort(nic.port(), Drivers.of(nic).classes(nic), host.settings(nic)))
        .toList();
  }
}
