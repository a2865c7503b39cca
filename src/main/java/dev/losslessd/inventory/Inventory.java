package dev.losslessd.inventory;

import dev.losslessd.commit.Devices;
import dev.losslessd.config.Config;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceLock;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.Session;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Everything that this agent talks to: its own host, and the switches of its config. */
public record Inventory(
    Host host, HostLldp ears, SwitchRegistry switchRegistry, LinkRegistry linkRegistry)
    implements Devices {
  /**
   * @param links of the config
   */
  public static Inventory of(
      Host host, HostLldp ears, SwitchRegistry switchRegistry, List<Config.Link> links) {
    Supplier<List<Neighbour>> heard = () -> NeighbourCache.heardFirst(caches(ears, switchRegistry));
    LinkRegistry linkRegistry =
        new LinkRegistry(links, host.id(), host::nics, switchRegistry.ids(), heard);
    return new Inventory(host, ears, switchRegistry, linkRegistry);
  }

  private static List<NeighbourCache> caches(HostLldp ears, SwitchRegistry switches) {
    return Stream.concat(Stream.of(ears.neighbours()), switches.neighbours().stream()).toList();
  }

  /** Reads who is at the ports of one switch, or the NICs of a server; cables may have moved. */
  public void listen(DeviceId device) {
    switchRegistry.listen(device);
    NeighbourCache.settle(caches(ears, switchRegistry));
  }

  /** Another box stands for a device from now on: hosts that were silent at the former one left. */
  public void replaced(DeviceId device) {
    switchRegistry.find(device).ifPresent(one -> one.session().neighbourCache().replaced());
  }

  /** Cables and ports of switches, as last reported; asks no device. */
  public Cabling cabling() {
    return Cabling.of(linkRegistry.links(), switchRegistry);
  }

  /** Labels of the config, and {@code host} of each device at a cable that is no switch of it. */
  public Map<DeviceId, Map<String, String>> labels() {
    return labels(linkRegistry, switchRegistry);
  }

  static Map<DeviceId, Map<String, String>> labels(LinkRegistry links, SwitchRegistry switches) {
    Map<DeviceId, Map<String, String>> all = links.hostLabels(Cabling.switches(switches));
    switches.labels().forEach((device, own) -> all.merge(device, own, Inventory::both));
    return all;
  }

  private static Map<String, String> both(Map<String, String> host, Map<String, String> own) {
    Map<String, String> both = new TreeMap<>(host);
    both.putAll(own);
    return both;
  }

  /** Findings about devices as a whole. */
  public Stream<Finding> findings() {
    return Stream.of(
            switchRegistry.findings().stream(),
            host.twoSources().stream(),
            host.lostAddresses(),
            host.hangs().stream().map(hang -> WayFindings.hangs(host.id(), hang)),
            ears.lapse().map(WayFindings::lapse).stream())
        .flatMap(Function.identity());
  }

  /** What of this host is not read now as a file of it does not answer, each with a sentence. */
  public List<String> hangs() {
    return host.hangs().stream().map(hang -> WayFindings.notRead(host.id(), hang)).toList();
  }

  @Override
  public List<Target> targets() {
    List<Target> all = new ArrayList<>(host.targets());
    all.addAll(switchRegistry.targets());
    return all;
  }

  @Override
  public Session session(DeviceId device) {
    if (switchRegistry.has(device)) {
      return switchRegistry.session(device);
    }
    if (!device.equals(host.id())) {
      throw DeviceException.gone(absent(device));
    }
    return host.session();
  }

  private String absent(DeviceId device) {
    return device + " is not in the config of this agent, which is on " + host.id();
  }

  /**
   * Why this agent cannot write a target as it is configured now, whatever the device says; empty
   * where it can. A commit may be open there of a time when it could.
   */
  public Optional<String> outOfReach(Target target) {
    DeviceId device = target.device();
    if (switchRegistry.has(device)) {
      return switchRegistry.config(device).manage()
          ? Optional.empty()
          : Optional.of(device + " has 'manage: false' in the config");
    }
    if (!device.equals(host.id())) {
      return Optional.of(absent(device));
    }
    return host.targets().contains(target)
        ? Optional.empty()
        : Optional.of(
            target.text() + " is no port of this host now: pulled, renamed, or left out by 'nics'");
  }

  @Override
  public Identities self() {
    return host.self();
  }

  /** Identities last reported by this host, its NIC ports and the switches; asks no device. */
  public Identities identities() {
    return host.identities().with(switchRegistry.identities());
  }

  @Override
  public Optional<DeviceLock> lock(DeviceId device) {
    return switchRegistry.find(device).map(one -> one.session().lock());
  }

  @Override
  public Duration heldBack(DeviceId device) {
    return switchRegistry.find(device).map(one -> one.ways().heldBack()).orElse(Duration.ZERO);
  }

  @Override
  public void endPause(DeviceId device) {
    switchRegistry.find(device).ifPresent(one -> one.ways().login().endPause());
  }

  /** Whether this agent is the one that sets a device. */
  public boolean writes(DeviceId device) {
    return switchRegistry.has(device)
        ? switchRegistry.config(device).manage()
        : device.equals(host.id());
  }
}
