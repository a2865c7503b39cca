package dev.losslessd.inventory;

import dev.losslessd.model.DeviceId;
import dev.losslessd.topology.Links;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the ports of the policy depend on, as last reported; equal as long as nothing of it changed.
 *
 * @param links every known cable
 * @param switches every switch of the config, without servers
 * @param leaves those among them that this agent manages
 */
public record Cabling(Links links, Set<DeviceId> switches, List<PolicyPorts.Leaf> leaves) {
  static Cabling of(Links links, SwitchRegistry registry) {
    Set<DeviceId> switches = switches(registry);
    return new Cabling(
        links,
        switches,
        switches.stream()
            .filter(device -> registry.config(device).manage())
            .map(registry::leaf)
            .toList());
  }

  static Set<DeviceId> switches(SwitchRegistry registry) {
    Set<DeviceId> switches = new TreeSet<>(registry.ids());
    switches.removeAll(registry.hosts());
    return switches;
  }
}
