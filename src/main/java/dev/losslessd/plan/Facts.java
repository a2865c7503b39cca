package dev.losslessd.plan;

import dev.losslessd.formulas.Asic;
import dev.losslessd.formulas.SharedBuffer;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Known facts of ports and switches besides what was read for a plan. A missing fact makes a rule
 * silent, never a guess.
 *
 * @param nics NIC ports of this host
 * @param switches what the config says of switches
 * @param told what targets last told, from memory: for the far ends of cables
 * @param hosts servers that are targets as a whole: what they set for all their ports is no
 *     switch's
 * @param managed those of them that this agent sets: what hangs on a switch's port is its own
 * @param labels of devices in the config, by name
 */
public record Facts(
    Map<PortId, NicPort> nics,
    Map<DeviceId, Buffer> switches,
    Map<Target, Observed> told,
    Set<DeviceId> hosts,
    Set<DeviceId> managed,
    Map<DeviceId, Map<String, String>> labels) {
  public static final Facts NONE = new Facts(Map.of(), Map.of(), Map.of());

  /** Creates facts of a site without servers that are targets as a whole. */
  public Facts(
      Map<PortId, NicPort> nics, Map<DeviceId, Buffer> switches, Map<Target, Observed> told) {
    this(nics, switches, told, Set.of(), Set.of(), Map.of());
  }

  /**
   * A NIC port of this host.
   *
   * @param rateMbps 0 where unknown
   * @param needsHeadroom whether a lossless priority needs a buffer of a certain size
   */
  public record NicPort(long rateMbps, boolean needsHeadroom) {}

  /**
   * The packet buffer of a switch.
   *
   * @param asic empty where not said, or not known
   * @param shared pool and alpha of the lossless priorities
   * @param headroomBytes of one port and lossless priority
   */
  public record Buffer(
      Optional<Asic> asic, Optional<SharedBuffer> shared, OptionalLong headroomBytes) {}

  public Facts {
    nics = Map.copyOf(nics);
    switches = Map.copyOf(switches);
    told = Map.copyOf(told);
    hosts = Set.copyOf(hosts);
    managed = Set.copyOf(managed);
    labels = Map.copyOf(labels);
  }

  Facts reading(Map<Target, Observed> now) {
    Map<Target, Observed> all = new HashMap<>(told);
    all.putAll(now);
    return new Facts(nics, switches, all, hosts, managed, labels);
  }

  /** Labels that the config gives to a device, by name. */
  Map<String, String> labels(DeviceId device) {
    return labels.getOrDefault(device, Map.of());
  }

  Optional<Buffer> buffer(DeviceId device) {
    return Optional.ofNullable(switches.get(device));
  }

  /** Speed of a NIC port, and so of its cable; empty where unknown. */
  OptionalLong rateMbps(PortId port) {
    NicPort nic = nics.get(port);
    return nic == null || nic.rateMbps() < 1
        ? OptionalLong.empty()
        : OptionalLong.of(nic.rateMbps());
  }
}
