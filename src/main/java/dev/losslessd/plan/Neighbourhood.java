package dev.losslessd.plan;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Links;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Targets of this agent, their wiring and further facts.
 *
 * @param targets of all its devices; a device that is a target itself is a switch, or a server
 *     among {@link Facts#hosts}
 * @param links every known cable
 * @param facts what is known besides settings
 */
public record Neighbourhood(SortedSet<Target> targets, Links links, Facts facts) {
  public Neighbourhood {
    targets = Collections.unmodifiableSortedSet(targets);
  }

  /** Creates a neighbourhood with no facts besides targets and links. */
  public static Neighbourhood of(Collection<Target> targets, Links links) {
    return new Neighbourhood(new TreeSet<>(targets), links, Facts.NONE);
  }

  /** Returns a copy with the given facts. */
  public Neighbourhood knowing(Facts known) {
    return new Neighbourhood(targets, links, known);
  }

  /** Returns a copy in which targets were read just now. */
  public Neighbourhood reading(Map<Target, Observed> now) {
    return knowing(facts.reading(now));
  }

  /** Whether it is a device of its own, with settings for all its ports. */
  public boolean isSwitch(DeviceId device) {
    return isWhole(device) && !isHost(device);
  }

  /** Whether it is a server that sets something for all its ports. */
  public boolean isHost(DeviceId device) {
    return facts.hosts().contains(device);
  }

  private boolean isWhole(DeviceId device) {
    return targets.contains(new Target.Device(device));
  }

  /** Every port of a device, by name. */
  public List<PortId> ports(DeviceId device) {
    return Target.ports(targets.stream()).filter(port -> port.device().equals(device)).toList();
  }

  /** The port at the other end of the cable, where that is known. */
  public Optional<PortId> peer(PortId port) {
    return links.peer(port);
  }

  /** Whether a switch's port is wired to a NIC of a host that this agent sets. */
  boolean isOurs(PortId port) {
    return peer(port)
        .filter(peer ->
            facts.managed().contains(peer.device())
                || (targets.contains(Target.port(peer)) && !isWhole(peer.device())))
        .isPresent();
  }
}
