package dev.losslessd.app;

import dev.losslessd.commit.Posture;
import dev.losslessd.commit.Wiring;
import dev.losslessd.commit.Witness;
import dev.losslessd.config.Config;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.plan.HostIntent;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.plan.PolicyIntent;
import dev.losslessd.plan.SwitchIntent;
import dev.losslessd.store.Journal;
import dev.losslessd.topology.Links;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Puts the commit engine into its surroundings. */
final class Engine {
  /** After the settle time, as long as the guard needs to see a few sweeps. */
  private static final Duration REPAIR_WATCH = Duration.ofSeconds(10);

  private Engine() {}

  static Wiring wiring(
      Config config,
      Kernel kernel,
      Site site,
      Journal journal,
      Posture posture,
      Watcher watcher,
      Clockwork clockwork,
      InstantSource clock,
      Consumer<Commit> told,
      Witness witness) {
    return new Wiring(
        new Watched(site, watcher),
        journal,
        posture,
        fileLayer(config, site, watcher.serverNics()),
        config.commit().confirmWithin(),
        config.commit().deviceDeadline(),
        watcher::busy,
        () ->
            Neighbourhood.of(site.targets(), site.cables().links())
                .knowing(Known.facts(config, site, watcher)),
        kernel.bootId(),
        clock,
        clockwork,
        clockwork.threads(),
        told,
        watcher.guard(),
        witness,
        config.commit().settle().plus(REPAIR_WATCH),
        config.limits());
  }

  /**
   * What the config's policy wants of the NICs that are here now, and of their switch ports.
   *
   * @param servers ports of other servers that this agent sets, as far as they have told them
   */
  static SortedMap<Key, Setting> fileLayer(Config config, Site site, Collection<PortId> servers) {
    SortedMap<PortId, ClassLayout> nics = settable(site.host().nics());
    SortedMap<Key, Setting> wanted = PolicyIntent.compile(config.policy(), nics);
    List<PortId> wired = new ArrayList<>(nics.keySet());
    wired.addAll(servers);
    wanted.putAll(
        SwitchIntent.compile(
            config.policy(),
            config.pfcWatchdog().isPresent(),
            managed(config, wired, site),
            device -> manners(config, device)));
    wanted.putAll(HostIntent.compile(config.policy(), site.switches().managedHosts()));
    return wanted;
  }

  private static SwitchIntent.Manners manners(Config config, DeviceId device) {
    return config.switches().stream()
        .filter(one -> one.name().equals(device.name()))
        .flatMap(one -> Drivers.switchDriver(one.os()).stream())
        .map(Engine::manners)
        .findFirst()
        .orElse(new SwitchIntent.Manners(false, false, SwitchDriver.JUMBO_BYTES));
  }

  private static SwitchIntent.Manners manners(SwitchDriver driver) {
    return new SwitchIntent.Manners(
        driver.queuesByPort(), driver.starvesWithoutShare(), driver.jumboBytes());
  }

  /** Far ends on switches that this agent manages. */
  private static List<PortId> managed(Config config, List<PortId> nics, Site site) {
    Links links = site.cables().links();
    Set<String> ours =
        config.switches().stream()
            .filter(Config.Switch::manage)
            .map(Config.Switch::name)
            .collect(Collectors.toSet());
    return nics.stream()
        .map(links::peer)
        .flatMap(Optional::stream)
        .filter(port -> ours.contains(port.device().name()))
        .filter(port -> !site.switches().hosts().contains(port.device()))
        .toList();
  }

  /** The policy is for RoCE: RDMA ports of physical functions on Ethernet. */
  private static SortedMap<PortId, ClassLayout> settable(List<Nic> nics) {
    SortedMap<PortId, ClassLayout> ports = new TreeMap<>();
    nics.stream()
        .filter(nic -> !nic.rdmaDevice().isEmpty())
        .filter(nic -> nic.role() == Nic.Role.PHYSICAL)
        .filter(nic -> nic.linkLayer() == Nic.LinkLayer.ETHERNET)
        .forEach(nic -> ports.put(nic.port(), Drivers.of(nic).classes(nic)));
    return ports;
  }
}
